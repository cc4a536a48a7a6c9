import Foundation
import Session
import Terminal

/// Hands a text to the editor of the user’s choice and takes it back.
struct Editor {
    let world: World

    /// What the user made of the text.
    ///
    /// - Throws: `CommandFault.program` when the editor fails and nothing was typed. `CommandFault.editor` when it fails
    ///   otherwise, and `CommandFault.editorNotUTF8`: the file with what was typed is then left where it is and named,
    ///   so that nothing is lost. `CommandFault.file` when there can be no file.
    func edit(_ text: String) async throws -> String {
        // A variable that is set to nothing is not set (POSIX.1-2017, 8.1).
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { world.variables[$0] }.first { !$0.isEmpty }
        let command = named ?? "vi"
        let path = try makeFile(holding: text)
        // The file’s name is a parameter of the little script, so that no character of it is taken for a command.
        let status = try await ChildProcess.run(
            "\(command) \"$1\"", [path], in: world.workingFolder, variables: world.variables)
        let bytes = try FileContents.bytes(at: path)
        guard status == 0 else {
            // Nothing was typed: nothing is worth leaving a copy of a note for.
            guard bytes != Array(text.utf8) else {
                unlink(path)
                throw CommandFault.program(command, status: status)
            }
            throw CommandFault.editor(command, status: status, file: path)
        }
        // Bytes that are no text would be lost for good where others took their place.
        guard let typed = String(validating: bytes, as: UTF8.self) else { throw CommandFault.editorNotUTF8(file: path) }
        unlink(path)
        return typed
    }

    private func makeFile(holding text: String) throws -> String {
        let folder = world.variables["TMPDIR"] ?? "/tmp"
        // mkstemps puts a name of its own in place of the six letters.
        var template = Array("\(folder)/atrium-XXXXXX.md".utf8CString)
        // Made with mode 0600 by mkstemps itself.
        let descriptor = mkstemps(&template, 3)
        guard descriptor >= 0 else { throw CommandFault.file(path: folder, reason: .system(errno)) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do { try handle.write(contentsOf: Data(text.utf8)) } catch {
            throw CommandFault.file(path: path, reason: .system(ENOSPC))
        }
        return path
    }
}
