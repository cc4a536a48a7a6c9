// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The program on a terminal of its own.
@MainActor
extension ProgramUnderTest {
    private var variables: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": home, "ATRIUM_HOME": home + "/data", "LC_ALL": "C.UTF-8",
            "PS1": "sh> ",
        ]
    }

    func terminal(_ words: [String], _ more: [String: String]) async throws -> TmuxTerminal {
        try await TmuxTerminal(
            running: words, variables: variables.merging(more) { $1 }, size: ScriptSize(columns: 100, rows: 16),
            folder: home, entered: { _ in })
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
        let limit = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < limit {
            if try await self(command).status == 0 { return }
        }
        Issue.record("never: \(command)", sourceLocation: location)
    }

    /// Sends a signal to the program that was started here.
    func end(with signal: String) async throws {
        let found = try await self(
            "pgrep -x atrium | while read p; do "
                + "tr '\\0' '\\n' < /proc/$p/environ | grep -q \"HOME=$HOME$\" && kill -\(signal) $p; done; true")
        #expect(found.status == 0, "\(found.error)")
    }
}

extension TmuxTerminal {
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
