// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import AtriumTerminal
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// `atrium record`: what somebody types becomes a script that replays.
@MainActor
final class RecordTests {
    private let folder = NSTemporaryDirectory() + "atrium-record-\(UUID().uuidString)"
    private let output = MemorySink()
    private let error = MemorySink()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// What is recorded when these lines are typed.
    private func record(
        _ lines: [String], answers: Set<Int>? = nil, language: Language = .english,
        factory: ProgramShellFactory = ProgramShellFactory(.atrium)
    ) async throws -> String {
        let gate = OutputGate(output: output, error: error, isTerminal: false)
        let path = folder + "/it.session"
        let recorder = ScriptRecorder(
            factory: factory, source: TypedLines(lines, answers: answers), gate: gate, language: language,
            temporaryFolder: TemporaryFolder.parent, workingFolder: folder, homeFolder: folder)
        try await recorder.record(to: path)
        try gate.flush()
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// What somebody would type who does what the script does, and which of it answers something.
    private func typed(_ text: String) -> (lines: [String], answers: Set<Int>) {
        var typed: (lines: [String], answers: Set<Int>) = ([], [])
        for line in text.components(separatedBy: "\n").prefix(while: { !$0.hasPrefix("-- ") }) {
            if line.hasPrefix("% ") || line.hasPrefix("#") {
                typed.lines.append(line)
            } else if line.hasPrefix("$ ") || line.hasPrefix(">") {
                if line.hasPrefix(">") { typed.answers.insert(typed.lines.count) }
                typed.lines.append(String(line.dropFirst(2)))
            }
        }
        return typed
    }

    private func commands(of text: String) throws -> [ScriptCommand] {
        try SessionScriptParser().parse(Array(text.utf8)).steps.compactMap { step in
            if case .command(let command) = step { command } else { nil }
        }
    }

    /// Scripts of which a recording says the same.
    ///
    /// Who records has all apps, and types what is seen; git reads who it is out of another home then, and where a gateway
    /// calls hangs on a key that a process has once for all it keeps in memory. A program finds no files in the folder of a
    /// recording that no command has named before. An account’s codes and tokens are passwords there, which are replaced,
    /// and what is recorded of it is of its own moment. A password that is typed as a command answers the question of
    /// one who records.
    nonisolated private static let recordable = Repository.linearScripts.filter { path in
        ![
            "/apps.session", "/git.session", "/git-unfinished.session", "/gateway.session", "/folders.session",
            "/factor.session",
            "/tokens.session", "/users.session", "/Account/audit.session", "/Account/panel.session",
            "/Account/sessions.session", "/lock.session", "/broken-off.session", "/archive.session",
            "/configuration.session",
        ].contains(where: path.hasSuffix)
    }

    /// One in fifteen of them says enough.
    @Test(arguments: recordable.enumerated().filter { $0.offset % 15 == 0 }.map(\.element))
    func `what a script does can be recorded, and replays`(path: String) async throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for fixture in try SessionScriptParser().parse(Array(text.utf8)).fixtures {
            let file = URL(filePath: folder + "/" + fixture.name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(fixture.bytes).write(to: file)
        }
        let (lines, answers) = typed(text)
        let recorded = try await record(lines, answers: answers)
        let (before, after) = (try commands(of: text), try commands(of: recorded))
        #expect(before.map(\.text) == after.map(\.text))
        #expect(before.map(\.answers.count) == after.map(\.answers.count))
        #expect(before.map { $0.status ?? 0 } == after.map { $0.status ?? 0 })
    }

    @Test func `a recording reads like a script`() async throws {
        let recorded = try await record([
            "# Milk", "% user ana", "add Buy milk", "sms", "shwo", "% clock +31m", "back", ScriptShell.password, "",
            "add", "one", "", "two", ".", "quit",
        ])
        #expect(
            recorded == """
                # Milk
                % user ana
                $ add Buy milk
                  Added note 3.
                $ sms
                @ sms
                $ shwo
                ! Unknown command “shwo”. Did you mean “show”?
                ? 2
                % clock +31m
                $ back
                > quiet herons ferry old bells
                @ notes
                $ add
                > one
                >
                > two
                > .
                  Added note 4.
                $ quit

                """)
    }

    @Test func `a password never reaches the recording`() async throws {
        let secret = "nobody must ever see this"
        let recorded = try await record(
            [
                "register ben", secret, secret, "lock", "", "whoami", "list", secret, "list", "logout", "login ben",
                "wrong", "quit",
            ])
        #expect(!recorded.contains(secret))
        #expect(!recorded.contains("> wrong"))
        #expect(recorded.contains("> password number 1 of this script\n"))
        #expect(recorded.contains("> 2----\n! Name or password is wrong.\n"))
        #expect(!output.take().contains(secret))
    }

    @Test func `a password that is typed where nobody asked for it is replaced`() async throws {
        let (secret, short) = ("nobody must ever see this", "hunter2!")
        let recorded = try await record([
            "# \(secret), later", "register ben", secret, secret, "add before \(short)", "lock", "", "list", short,
            "list",
            secret, "add \(secret) \(short)", "add", "a \(secret)", ".", "# \(secret)", secret, "show 4", "list",
            "quit",
        ])
        #expect(!recorded.contains(secret))
        #expect(!recorded.contains(short))
        let standIn = "password number 1 of this script"
        #expect(recorded.hasPrefix("# \(standIn), later\n"))
        #expect(recorded.contains("$ add \(standIn) 2-------\n"))
        #expect(recorded.contains("> a \(standIn)\n"))
        #expect(recorded.contains("\n# \(standIn)\n$ \(standIn)\n"))
        #expect(recorded.contains("\n$ add before 2-------\n"))
    }

    @Test func `after a lock the password is asked for, and neither a wrong one nor a right one is recorded`()
        async throws
    {
        let (secret, wrong) = ("nobody must ever see this", "# list of nobody’s secrets")
        let recorded = try await record([
            "register ben", secret, secret, "lock", wrong, "whoami", secret, "whoami", "quit",
        ])
        #expect(!recorded.contains(secret) && !recorded.contains(wrong) && !recorded.contains("> whoami"))
        #expect(
            recorded.hasSuffix(
                """
                $ login
                > password number 2 of this script
                ! Name or password is wrong.
                ? 77
                $ login
                > 3-----
                ! Name or password is wrong.
                ? 77
                $ login
                > password number 1 of this script
                  Welcome, ben.
                ! 2 attempts to log in have failed before, since 2026-01-01 09:00.
                @ notes
                $ whoami
                  ben, until 17:00.
                $ quit

                """), "\(recorded)")
    }

    @Test func `a question without an answer is left out, and said`() async throws {
        let recorded = try await record(["% user ana", "list", "purge 1"])
        #expect(!recorded.contains("purge"))
        #expect(error.take().contains("A question had no answer"))
    }

    @Test func `files that commands name come along`() async throws {
        try Data("add From a file\n".utf8).write(to: URL(filePath: folder + "/morning.txt"))
        try Data([0, 1, 2]).write(to: URL(filePath: folder + "/binary"))
        let recorded = try await record(["% user ana", "source morning.txt", "source ~/morning.txt", "source binary"])
        #expect(recorded.hasSuffix("-- morning.txt --\nadd From a file\n"))
        #expect(error.take().contains("binary is not in the recording"))
    }

    @Test func `a file that is there stays as it is`() async throws {
        try Data("mine".utf8).write(to: URL(filePath: folder + "/it.session"))
        await #expect(throws: ScriptRecordFault.exists(path: folder + "/it.session")) { try await record(["quit"]) }
        #expect(try String(contentsOfFile: folder + "/it.session", encoding: .utf8) == "mine")
    }

    @Test func `what does not replay is told`() async throws {
        await #expect(throws: ScriptRecordFault.notReplayed(path: folder + "/it.session")) {
            try await record(["% user ana", "list | echo $$"])
        }
        #expect(error.take().contains("+++ actual"))
    }

    @Test func `settings that mean nothing are refused and the recording goes on`() async throws {
        let recorded = try await record([
            "% lang fr", "% user ana", "list", "% seed 7", "% nonsense", "% size 40x20", "whoami",
        ])
        #expect(!recorded.contains("seed"))
        #expect(!recorded.contains("nonsense"))
        #expect(recorded.contains("% size 40x20\n$ whoami\n  ana"))
    }
}
