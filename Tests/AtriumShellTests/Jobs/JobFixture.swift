// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScripts
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting

/// A shell with two apps whose command `work` waits until a latch is opened.
@MainActor
final class JobFixture {
    let clock = ManualClock.nineOClock
    let latch = Latch()
    let recorder = Recorder()
    let output = MemorySink()
    let errorOutput = MemorySink()
    let authenticator: ProbeAuthenticator
    let shell: Shell

    /// - Parameter lines: What is typed, where the shell reads by itself.
    init(
        _ lines: [String] = [], isInteractive: Bool = false, rendering: ShellOptions.Rendering = .plain,
        commands: [Command<ProbeModel>] = []
    ) throws {
        authenticator = ProbeAuthenticator(clock: clock, idleLimit: .seconds(1800))
        let (authenticator, recorder) = (authenticator, recorder)
        let work = Self.work(latch)
        let coordinator = try Coordinator(
            // The first one authenticates.
            catalog: ["account", "notes"].map {
                ProbeFactory($0, recorder: recorder, authenticator: authenticator, commands: [work] + commands)
            }, world: .test(clock: clock, workingFolder: "/"), language: .english, size: Size(columns: 80, rows: 24))
        let answers = AnswerLines()
        answers.load(lines)
        shell = Shell(
            coordinator: coordinator, lines: answers,
            gate: OutputGate(output: output, error: errorOutput, isTerminal: false),
            options: ShellOptions(rendering: rendering, isInteractive: isInteractive))
    }

    /// Logs a user in.
    func logIn(_ name: String = "ana") async throws {
        try await shell.welcome(authenticator.make(name))
        try await shell.coordinator.switchTo("notes")
        _ = taken()
    }

    /// Types a line; what it printed, errors behind an exclamation mark.
    @discardableResult
    func type(_ line: String) async -> [String] {
        _ = await shell.performTyped(line)
        return taken()
    }

    /// What was printed since the last call.
    func taken() -> [String] {
        try? shell.gate.flush()
        return lines(output.take()) + lines(errorOutput.take()).map { "! " + $0 }
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// Tells its progress, waits, and says how it went; `quick` does not wait, `ask` asks something, `broken` does a part only.
    private static func work(_ latch: Latch) -> Command<ProbeModel> {
        Command(
            "work", category: .writing, summary: LocalizedText(verbatim: "Works."),
            parameters: .optional(.word("how"))
        ) { model, context, how in
            context.prompter.progress(1, of: 4)
            if how != "quick" { await latch.pass() }
            context.prompter.progress(2, of: 4)
            try Task.checkCancellation()
            if how == "ask" { _ = try await context.prompter.ask(LocalizedText(verbatim: "?")) }
            model.typed = "worked"
            let isBroken = how == "broken"
            return Reply(
                .message(LocalizedText(verbatim: "Worked."), facts: []),
                notices: isBroken ? [LocalizedText(verbatim: "Not all.")] : [], status: isBroken ? .failure : .success)
        }
    }
}
