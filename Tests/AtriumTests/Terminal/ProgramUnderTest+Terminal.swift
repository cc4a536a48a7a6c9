// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing
import Waiting

@testable import AtriumProgram
@testable import atrium

/// The program on a terminal of its own.
@MainActor
extension ProgramUnderTest {
    /// Starts words on a terminal, with more variables than the program has elsewhere.
    func terminal(
        _ words: [String], _ more: [String: String] = [:], columns: Int = 100, rows: Int = 16
    ) async throws -> TmuxTerminal {
        try await TmuxTerminal(
            running: words,
            variables: variables.merging(["LC_ALL": "C.UTF-8", "PS1": "sh> ", "HISTFILE": ""]) { $1 }.merging(more) {
                $1
            },
            size: ScriptSize(columns: columns, rows: rows), folder: home, entered: { _ in })
    }

    func start(_ more: [String: String] = [:]) async throws -> TmuxTerminal {
        if !FileManager.default.fileExists(atPath: home + "/data") { try await register() }
        let terminal = try await terminal([Repository.program, "--user", "ana", "--password-file", "password"], more)
        try await expect("ana@notes ❯", on: terminal)
        return terminal
    }

    /// Starts a shell of the system’s with job control, and in it the program.
    func startInShell(_ rest: String = "", _ more: [String: String] = [:]) async throws -> TmuxTerminal {
        try await register()
        let shell = try await terminal(["/bin/bash", "--norc", "-i"], more)
        try await expect("sh>", on: shell)
        try await shell.enter("\(Repository.program) --user ana --password-file password\(rest)", isCommand: false)
        try await expect("ana@notes ❯", on: shell)
        return shell
    }

    /// Makes an editor of the test’s own, and tells its path.
    func writeEditor(_ script: String) throws -> String {
        let path = home + "/editor"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    /// Waits until a command of the system’s shell succeeds.
    func until(_ command: String, _ location: SourceLocation = #_sourceLocation) async throws {
        if try await self("arrives() {\n\(command)\n}\nwaits arrives > /dev/null").status == 0 { return }
        Issue.record("never: \(command)", sourceLocation: location)
        throw NeverCame(description: "never: \(command)")
    }

    /// Sends a signal to the program on the terminal, and waits until it has ended.
    func end(with signal: String) async throws {
        // All that runs there is of the session that the terminal was made with.
        let found = try await self(
            """
            program=$(pgrep -x -s $(tmux -S .terminal/tmux list-panes -a -F '#{pane_pid}') atrium) || exit 1
            kill -\(signal) $program
            waits '! kill -0 $program 2> /dev/null'
            """)
        #expect(found.status == 0, "\(found.error)")
    }
}

extension TmuxTerminal {
    /// Waits until the screen is right, and returns it.
    ///
    /// - Throws: ``NeverCame`` with the screen as it was last: what a test does next would wait in vain as well.
    func screen(_ isRight: ([String]) -> Bool) async throws -> [String] {
        let rows = try await screen(within: ProgramUnderTest.patience, until: isRight)
        guard isRight(rows) else {
            throw NeverCame(description: "never on the screen:\n" + rows.joined(separator: "\n"))
        }
        return rows
    }

    /// Presses keys by their names.
    func press(_ names: String...) async throws { try await press(names.map { try #require(ScriptKey($0)) }) }
}

extension TmuxTerminal {
    /// Pastes text, marked as pasted where the program asks for that.
    func paste(_ text: String) async throws {
        let file = NSTemporaryDirectory() + "atrium-paste-\(UUID().uuidString)"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await tmux(["load-buffer", file])
        try await tmux(["paste-buffer", "-p", "-d", "-r"])
    }
}

/// Tests of the program on a terminal.
@MainActor
class ProgramOnTerminal {
    let atrium: ProgramUnderTest

    init() throws { atrium = try ProgramUnderTest() }
}
