// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import Testing

@testable import AtriumShell
import AtriumWorlds
import Foundation

/// A shell of apps that log nobody in, of another program than Atrium.
@MainActor
struct GuestShellTests {
    private let output = MemorySink()

    private func shell() async throws -> Shell {
        let world = World(
            program: ProgramIdentity("Two Apps", command: "twoapps", version: "1.2", summary: .init(verbatim: "Two.")),
            system: .memory(MemorySystem()), clock: ManualClock.nineOClock, timeZone: .gmt)
        let coordinator = try Coordinator(
            catalog: [GuestProbeFactory("notes", recorder: Recorder())], world: world, language: .english,
            size: Size(columns: 80, rows: 24))
        let shell = Shell(
            coordinator: coordinator, lines: PipeLineReader(),
            gate: OutputGate(output: output, error: output, isTerminal: false), options: ShellOptions())
        if let guest = try await coordinator.authenticator.resume() { try await shell.welcome(guest) }
        return shell
    }

    @Test func `there is nothing to log in with`() async throws {
        let shell = try await shell()
        let names = Set(Shell.commandSpecs(in: shell.coordinator.catalog).map(\.name))
        #expect(names.isDisjoint(with: ["register", "login", "logout", "lock", "whoami"]))
        #expect(names.isSuperset(of: ["help", "switch", "set", "quit"]))
        #expect(await shell.perform("register ana").status == .usage)
        #expect(await shell.perform("type Milk").status == .success)
    }

    @Test func `the prompt names the app alone, and the program says its own name`() async throws {
        let shell = try await shell()
        #expect(Prompt(of: shell.coordinator).text == "notes ❯ ")
        await shell.coordinator.lease.replace(nil)
        #expect(Prompt(of: shell.coordinator).text == "twoapps ❯ ")
        _ = await shell.perform("version")
        try shell.gate.flush()
        #expect(output.take() == "Two Apps 1.2\n")
    }
}
