// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// Passwords that are typed in the line of a command which asks for them.
@MainActor
struct SecretLineTests {
    private func fixture() async throws -> ShellOnScreen {
        try await ShellOnScreen(commands: [
            Command<ProbeModel>(
                "password", category: .login, summary: LocalizedText(verbatim: "Changes it."), asksSecret: true
            ) { _, _ in .nothing },
            Command<ProbeModel>(
                "find", category: .reading, summary: LocalizedText(verbatim: "Finds."),
                parameters: .query("query", summary: nil)
            ) { _, _, _ in .nothing },
        ])
    }

    @Test func `a line with more than a command takes that asks for a password may hold one`() async throws {
        let fixture = try await fixture()
        try await fixture.shell.settings.set("alias.in", to: "login")
        for line in [
            "login ana open sesame", "register ana opensesame", "password old new", "login ana --password=sesame",
            "login ana --password sesame", "logi ana sesame", "log ana sesame", "logni ana sesame", "in ana sesame",
            "whoami; login ana sesame", "whoami && login ana ses;ame", "login ana \"open ses", "notes password old",
        ] {
            #expect(fixture.shell.reader.mayHoldSecret(line), "\(line)")
        }
        for line in [
            "", "login", "login ana", "login ana --keep", "register ana", "password", "log", "in ana", "whoami",
            "find login ana sesame", "find sesame; whoami", "login --help", "# login ana sesame", "nonsense",
        ] {
            #expect(!fixture.shell.reader.mayHoldSecret(line), "\(line)")
        }
    }

    @Test func `the disk does not get a line that no command takes`() async throws {
        let fixture = try await fixture()
        try await fixture.shell.settings.set("alias.in", to: "login")
        for line in [
            "", "  ", "find sesame", "fin sesame", "notes find x", "in ana", "! ls", "!ls", "whoami; find x",
        ] {
            #expect(fixture.shell.reader.keeping(of: line) == .lasting, "\(line)")
        }
        for line in ["quiet herons ferry", "sesame", "whoami; sesame", "5esame"] {
            #expect(fixture.shell.reader.keeping(of: line) == .session, "\(line)")
        }
    }

    @Test func `what another app asks for is known in every app`() throws {
        let catalog: [ProbeFactory] = [
            ProbeFactory("notes", recorder: Recorder()),
            ProbeFactory(
                "account", recorder: Recorder(),
                commands: [
                    Command<ProbeModel>(
                        "password", category: .login, summary: LocalizedText(verbatim: "Changes it."), asksSecret: true
                    ) { _, _ in .nothing }
                ]),
        ]
        let coordinator = try Coordinator(
            catalog: catalog, world: .test(clock: ManualClock.nineOClock), language: .english,
            size: Size(columns: 80, rows: 24))
        let shell = Shell(
            coordinator: coordinator, lines: AnswerLines(),
            gate: OutputGate(output: MemorySink(), error: MemorySink(), isTerminal: false),
            options: ShellOptions(rendering: .plain, colors: .none, isInteractive: false))
        #expect(coordinator.current == "notes")
        #expect(shell.reader.mayHoldSecret("password old new"))
        #expect(shell.reader.mayHoldSecret("account password old new"))
        #expect(
            shell.reader.withoutSecret(.behindApp("account", rest: "password old new"))
                == .behindApp("account", rest: "password"))
    }

    @Test func `it is kept in no list, as no draft, and in no message`() async throws {
        let fixture = try await fixture()
        #expect(fixture.keys.keeping?("login ana sesame") == LineKeeping.none)
        #expect(fixture.keys.keeping?("login ana") == .lasting)
        fixture.keys.type("login ana")
        await fixture.keys.tellOfTyping()
        #expect(fixture.shell.typed.draft.text == "login ana")
        fixture.keys.type(" sesame")
        await fixture.keys.tellOfTyping()
        #expect(fixture.shell.typed.draft.text.isEmpty)
        await fixture.keys.enter("")
        await fixture.keys.enter("whoami")
        #expect(fixture.shell.typed.history.entries.map(\.line) == ["whoami"])
        #expect(fixture.shell.messages.entries.contains { $0.text.contains("is not kept") })
        #expect(!fixture.shell.messages.entries.contains { $0.text.contains("sesame") })
        #expect(!fixture.frames.lines.contains { $0.contains("sesame") })
    }
}
