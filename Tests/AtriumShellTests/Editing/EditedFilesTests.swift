// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumSystems
import AtriumWorlds
import Foundation
import Testing
import Waiting

struct EditedFilesTests {
    private let folder: String
    private let files: EditedFiles
    private let text = EditedText("One\n", base: 4, command: "edit 3", otherwise: "modify 3 TEXT")

    init() throws {
        var template = Array("/tmp/edited-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        files = EditedFiles(folder: folder, of: "shell", memoryIn: [])
    }

    private func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

    @Test func `what was written is found again by its owner, with the version that it was made from`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var file: EditedFile? = try files.file(for: text, of: "1-ana")
        let path = try #require(file?.path)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try Data("Two\n".utf8).write(to: URL(filePath: path))
        // As long as somebody edits it, it is nobody else’s.
        #expect(files.left(by: "1-ana").commands.isEmpty)
        file = nil
        #expect(files.left(by: "1-ana").commands == ["edit 3"])
        #expect(files.left(by: "2-ben").commands.isEmpty)
        var newer = text
        newer.base = 9
        let again = try files.file(for: newer, of: "1-ana")
        #expect(again.path == path)
        #expect(again.base == 4)
        #expect(try files.file(for: text, of: "2-ben").path != path)
        again.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a text that nothing was typed in is not kept`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var file: EditedFile? = try files.file(for: text, of: "1-ana")
        #expect(file?.isTouched == false)
        file = nil
        #expect(files.left(by: "1-ana").commands.isEmpty)
        #expect(try left().isEmpty)
    }

    /// What goes on of an editor whose Atrium was killed: its copy of the lock.
    @Test func `an editor that outlives this process keeps its file to itself`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = World(
            system: .memory(MemorySystem()), workingFolder: "/",
            variables: ["EDITOR": "sh -c 'sleep 1000 & echo $! > \(folder)/number' sh"])
        let editor = Editor(world: world, files: files, owner: "1-ana", hasTerminal: false)
        _ = try await editor.edited(text)
        let number = try String(contentsOfFile: folder + "/number", encoding: .utf8)
        let child = try #require(pid_t(number.dropLast()))
        // Nothing was typed yet; all the same it is neither removed nor opened a second time.
        let names = try left().filter { $0 != "number" }
        #expect(names.count == 1)
        #expect(files.left(by: "1-ana").commands.isEmpty)
        #expect(try left().contains(names))
        #expect(try files.file(for: text, of: "1-ana").path != "\(folder)/\(names[0])/text.md")
        kill(child, SIGKILL)
        try await wait(until: "the file of an editor that is gone is thrown away") {
            _ = files.left(by: "1-ana")
            return !FileManager.default.fileExists(atPath: "\(folder)/\(names[0])")
        }
    }

    @Test func `what an editor leaves beside the file is kept, and taken where the editor does not ask`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var file: EditedFile? = try files.file(for: text, of: "1-ana")
        let path = try #require(file?.path)
        try Data("Typed, not saved\n".utf8).write(to: URL(filePath: path + ".save"))
        file = nil
        #expect(files.left(by: "1-ana").commands == ["edit 3"])
        file = try files.file(for: text, of: "1-ana")
        #expect(file?.path == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "Typed, not saved\n")
    }

    private static let secret = EditedText("Pin\n", base: 4, isSecret: true, command: "edit 3", otherwise: "")

    @Test func `a secret text lies in memory, and is gone on with there`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = EditedFiles(folder: folder, of: "shell", memoryIn: ["/nowhere", "/dev/shm"])
        var file: EditedFile? = try files.file(for: Self.secret, of: "1-ana")
        let path = try #require(file?.path)
        #expect(path.hasPrefix("/dev/shm/shell-"))
        let memory = try #require(files.memory.path)
        #expect(try FileManager.default.attributesOfItem(atPath: memory)[.posixPermissions] as? Int == 0o700)
        #expect(try left().isEmpty)
        try Data("Pin 4711\n".utf8).write(to: URL(filePath: path))
        file = nil
        #expect(files.left(by: "1-ana", removesExposed: true).removed.isEmpty)
        #expect(files.left(by: "1-ana").commands == ["edit 3"])
        #expect(try files.file(for: Self.secret, of: "1-ana").path == path)
        #expect(!files.drop("edit 4", of: "1-ana") && !files.drop("edit 3", of: "2-ben"))
        #expect(files.drop("edit 3", of: "1-ana"))
        #expect(files.left(by: "1-ana").commands.isEmpty && !FileManager.default.fileExists(atPath: memory))
    }

    @Test func `without a place in memory a secret text goes as soon as nobody edits it`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A folder that others may write in, or that is no memory, is no place.
        let files = EditedFiles(folder: folder, of: "shell", memoryIn: ["/", "/usr"])
        var file: EditedFile? = try files.file(for: Self.secret, of: "1-ana")
        let path = try #require(file?.path)
        #expect(path.hasPrefix(folder) && file?.base == 4)
        try Data("Pin 4711\n".utf8).write(to: URL(filePath: path))
        #expect(files.left(by: "1-ana", removesExposed: true).removed.isEmpty)
        file = nil
        #expect(files.left(by: "2-ben", removesExposed: true).removed.isEmpty)
        // Merely looking leaves it there.
        #expect(files.left(by: "1-ana") == (commands: ["edit 3"], removed: []))
        #expect(files.left(by: "1-ana", removesExposed: true).removed == ["edit 3"])
        #expect(try left().isEmpty)
    }
}
