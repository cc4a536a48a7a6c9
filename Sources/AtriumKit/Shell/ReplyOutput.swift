import Files
import Foundation
import Session
import Terminal

/// Sends lines of a reply where the command line says: to the screen, a file, or a program.
@MainActor
struct ReplyOutput {
    let gate: OutputGate
    let world: World

    /// Sends the lines, each with its newline.
    ///
    /// - Throws: `CommandFault.file`, `CommandFault.program`.
    func send(_ lines: [String], to redirection: Redirection?) async throws {
        switch redirection {
        case nil: for line in lines { gate.writeLine(line) }
        case .file(let name, let appending): try write(lines, to: world.path(of: name), appending: appending)
        case .program(let program): try await pipe(lines, to: program)
        }
    }

    /// What a program writes that reads the lines, for whom the screen is somebody else’s at the moment.
    ///
    /// - Throws: `CommandFault.program`, `CancellationError`.
    func output(of program: String, reading lines: [String]) async throws -> [String] {
        let (status, output) = try await ChildProcess.runAside(
            program, in: world.workingFolder, variables: world.variables,
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
        try Task.checkCancellation()
        guard status == 0 else { throw CommandFault.program(program, status: status) }
        let text = Sanitizer.visible(String(decoding: output, as: UTF8.self), keepingNewlines: true)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast(
            text.hasSuffix("\n") || text.isEmpty ? 1 : 0)
    }

    private func write(_ lines: [String], to path: String, appending: Bool) throws {
        // The gate alone knows what else is on its way there.
        switch OpenStream.descriptor(of: path) {
        case STDOUT_FILENO: return lines.forEach(gate.writeLine)
        case STDERR_FILENO: return lines.forEach(gate.writeErrorLine)
        default: break
        }
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        do throws(FileFault) {
            if let stream = try OpenStream(path) {
                // On a screen of ours nobody but us writes.
                guard gate.screen == nil || !stream.isTerminal else {
                    throw FileFault(path: path, reason: .kind(.device))
                }
                return try stream.write(bytes)
            }
            let target = try OwnLink.target(of: path)
            guard !appending else { return try AppendedFile(target).append(bytes) }
            let draft = try DraftFile(for: target, replacing: true, keepsMode: true)
            try draft.write(bytes)
            try draft.finish()
        } catch {
            throw CommandFault.file(path: path, reason: error.reason)
        }
    }

    /// Whether a program is one that people read or edit in, which needs the terminal for itself.
    private func takesScreen(_ program: String) -> Bool {
        let usual = ["less", "more", "most", "view", "vi", "vim", "nvim", "nano", "emacs", "fzf"]
        let chosen = ["PAGER", "VISUAL", "EDITOR"].compactMap { world.variables[$0] }
        func name(_ command: String) -> String {
            let word = command.split(separator: " ").first ?? ""
            return word.split(separator: "/").last.map(String.init) ?? ""
        }
        // The last program of a pipeline is the one that writes.
        let last = name(program.split(separator: "|").last.map(String.init) ?? program)
        return (usual + chosen.map(name)).contains(last)
    }

    private func pipe(_ lines: [String], to program: String) async throws {
        let input = Array(lines.map { $0 + "\n" }.joined().utf8)
        let (folder, variables) = (world.workingFolder, world.variables)
        let (status, output): (Int32, [UInt8])
        if gate.isTerminal, gate.screen == nil || takesScreen(program) {
            (status, output) = try await gate.lendTerminal {
                try await ChildProcess.run(program, in: folder, variables: variables, input: input, isCapturing: false)
            }
        } else {
            try gate.flush()
            (status, output) = try await ChildProcess.run(
                program, in: folder, variables: variables, input: input, isCapturing: true,
                takesErrors: gate.screen != nil)
        }
        // On a screen of ours nobody but us may write escape sequences.
        let text = String(decoding: output, as: UTF8.self)
        gate.write(gate.screen == nil ? text : Sanitizer.visible(text, keepingNewlines: true))
        guard status == 0 else { throw CommandFault.program(program, status: status) }
    }
}
