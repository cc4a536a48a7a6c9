// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// Sends lines of a reply to the destination on the command line: the screen, a file, or a program.
@MainActor
struct ReplyOutput {
    let gate: OutputGate
    let world: World

    /// Sends a text, each line of which has its end.
    ///
    /// - Throws: `CommandFault.file`, `CommandFault.program`, `ProgramFailure`.
    func send(_ text: VisibleText, to redirection: Redirection?) async throws {
        switch redirection {
        case nil: gate.write(text)
        case .file(let name, let appending): try await write(text, to: world.path(of: name), appending: appending)
        case .program(let program): try await pipe(text, to: program)
        }
    }

    /// Runs a program without input from here: one that a user works in has the terminal, the output of others is
    /// shown.
    ///
    /// - Throws: `CommandFault.program`, `ProgramFailure`, `CancellationError`.
    func run(_ program: String) async throws {
        guard gate.isTerminal, takesScreen(program) || TerminalProgram.isWorkedIn(program) else {
            return try await pipe("", to: program)
        }
        let (folder, variables) = (world.workingFolder, world.variables)
        let status = try await gate.lendTerminal(to: .viewer) {
            try await ChildProcess.run(program, [], in: folder, variables: variables)
        }
        guard status == 0 else { throw CommandFault.program(program, status: status) }
    }

    /// Runs the program that runs with other arguments, which has the terminal until it ends.
    ///
    /// - Throws: `CommandFault.file`, `CommandFault.program`.
    func runProgram(_ arguments: [String]) async throws {
        let own: String
        do throws(FileFault) { own = try FilePlace.ofThisProgram() } catch {
            throw CommandFault.file(path: error.path, reason: error.reason)
        }
        let (folder, variables) = (world.workingFolder, world.variables)
        let status = try await gate.lendTerminal(to: .viewer) {
            try await ChildProcess.run("exec \"$@\"", [own] + arguments, in: folder, variables: variables)
        }
        guard status == 0 else { throw CommandFault.program(own, status: status) }
    }

    /// Writes lines of a picture into a file.
    ///
    /// - Throws: `CommandFault.file`.
    func write(_ picture: [EscapedText], to name: String) async throws {
        let text = picture.reduce(.none) { $0 + $1 + EscapedText("\n") }
        let path = world.path(of: name)
        switch OpenStream.descriptor(of: path) {
        case STDOUT_FILENO: gate.write(text)
        case STDERR_FILENO: gate.writeError(text)
        default: try await write(Array(text.string.utf8), to: path, appending: false)
        }
    }

    /// The output of a program that reads a text, while another program has the screen.
    ///
    /// - Throws: `ProgramFailure`, `CancellationError`.
    func output(of program: String, reading text: VisibleText) async throws -> [String] {
        try await captured(program, text, isAside: true).map(\.string)
    }

    /// The maximum number of bytes of a program’s output kept for the user.
    private static let limit = 1_048_576

    /// The lines that a program writes, made visible.
    ///
    /// - Throws: `ProgramFailure`, `CancellationError`.
    private func captured(_ program: String, _ text: VisibleText, isAside: Bool) async throws -> [VisibleText] {
        var output: [UInt8] = []
        let status = try await ChildProcess.run(
            program, in: world.workingFolder, variables: world.variables, input: Array(text.string.utf8),
            takesErrors: true,
            isAside: isAside
        ) {
            output += $0
            return output.count <= Self.limit
        }
        try Task.checkCancellation()
        let isCut = output.count > Self.limit
        let written = VisibleText(
            String(decoding: output.prefix(Self.limit), as: UTF8.self), keepingNewlines: true
        ).lines
        guard isCut || status != 0 else { return written }
        throw ProgramFailure(
            fault: isCut ? .outputCut(program, limit: Self.limit) : .program(program, status: status),
            output: written.map(\.string))
    }

    private func write(_ text: VisibleText, to path: String, appending: Bool) async throws {
        // Only the gate knows the other output on its way there.
        switch OpenStream.descriptor(of: path) {
        case STDOUT_FILENO: gate.write(text)
        case STDERR_FILENO: text.lines.forEach(gate.writeErrorLine)
        default: try await write(Array(text.string.utf8), to: path, appending: appending)
        }
    }

    private func write(_ bytes: [UInt8], to path: String, appending: Bool) async throws {
        do {
            if let stream = try OpenStream(path) {
                // On a screen of ours only we write.
                guard gate.screen == nil || !stream.isTerminal else {
                    throw FileFault(path: path, reason: .kind(.device))
                }
                return try await stream.write(bytes)
            }
            let target = try OwnLink.target(of: path)
            try OwnFiles(in: world.home).check(target)
            guard !appending else { return try AppendedFile(target).append(bytes) }
            let draft = try DraftFile(for: target, replacing: true, keepsMode: true)
            try draft.write(bytes)
            try draft.finish()
        } catch let fault as FileFault {
            throw CommandFault.file(path: path, reason: fault.reason)
        }
    }

    /// Whether a program is one that people read or edit in, which needs the terminal for itself.
    private func takesScreen(_ program: String) -> Bool {
        let chosen = ["PAGER", "VISUAL", "EDITOR"].compactMap { world.variables[$0] }
        // The last program of a pipeline is the one that writes.
        let last = program.split(separator: "|").last.map(String.init) ?? program
        return TerminalProgram.takesTerminal(last)
            || chosen.map(TerminalProgram.name).contains(TerminalProgram.name(of: last))
    }

    private func pipe(_ text: VisibleText, to program: String) async throws {
        let (folder, variables) = (world.workingFolder, world.variables)
        // On a screen of ours only we may write escape sequences.
        if gate.screen != nil, !takesScreen(program) {
            try gate.flush()
            return try await captured(program, text, isAside: false).forEach(gate.writeLine)
        }
        let status: Int32
        if gate.isTerminal {
            status = try await gate.lendTerminal(to: .viewer) {
                try await ChildProcess.run(program, in: folder, variables: variables, input: Array(text.string.utf8))
            }
        } else {
            try gate.flush()
            // Through the gate, which may lead elsewhere than to standard output, and without being collected.
            status = try await ChildProcess.run(
                program, in: folder, variables: variables, input: Array(text.string.utf8), takesErrors: false
            ) {
                $0.withUnsafeBytes { gate.writeThrough($0) }
                return gate.fault == nil
            }
            try gate.flush()
        }
        guard status == 0 else { throw CommandFault.program(program, status: status) }
    }
}

/// Why a command of the operating system was not performed.
enum SystemCommandFault: Error, Hashable {
    /// The user has not allowed any.
    case off
    /// The user has allowed those that are typed, and this one stands in a file or comes from a program.
    case onlyTyped
}

extension SystemCommandFault: UserFacing {
    var code: String { "system" }

    var sentence: LocalizedText { Strings.sentence(of: self) }
}
