// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
import Session
import TestKit
import Terminal
import Testing

/// A shell on a stage, with probe apps, keys that a test presses and a clock that it sets.
@MainActor
final class StagedShell {
    let clock = ManualClock.nineOClock
    let keys = PressedKeys()
    let screen = CanvasRecorder()
    let output = MemorySink()
    let error = MemorySink()
    let recorder = Recorder()
    let authenticator: ProbeAuthenticator
    let coordinator: Coordinator
    let shell: Shell
    let stage: StageScreen
    private var running: Task<AtriumKit.ExitStatus, Never>?

    /// How many frames there were before anything was loaded.
    let earlyFrames: Int

    init(columns: Int = 110, rows: Int = 20, idleLimit: Duration? = nil, commands: [Command<ProbeModel>] = [])
        async throws
    {
        let authenticator = ProbeAuthenticator(clock: clock, idleLimit: idleLimit)
        self.authenticator = authenticator
        let recorder = recorder
        let names: [AppID] = ["notes", "sms", "account"]
        coordinator = try Coordinator(
            catalog: names.map {
                ProbeFactory($0, recorder: recorder, authenticator: authenticator, commands: commands)
            },
            world: .test(clock: clock), language: .english, size: Size(columns: columns, rows: rows))
        let gate = OutputGate(output: output, error: error, isTerminal: true)
        shell = Shell(
            coordinator: coordinator, lines: keys, gate: gate,
            options: ShellOptions(rendering: .stage, colors: .trueColor, isInteractive: true),
            screen: (keys, RecordedRenderer(recorder: screen)))
        stage = try #require(shell.screen)
        try await shell.welcome(authenticator.make("ana"))
        stage.enterScreen()
        earlyFrames = screen.canvases.count
        running = Task { [shell] in await shell.run() }
        await keys.ready()
    }

    /// The model of an open app.
    func model(_ id: AppID) -> ProbeModel? {
        coordinator.openApps.first { $0.id == id }?.model as? ProbeModel
    }

    /// Has notes list one thing, and show another that is open.
    func show(_ opened: String, beside thing: String) throws {
        let notes = try #require(model("notes"))
        notes.things = [thing]
        notes.opened = opened
        stage.redraw()
    }

    /// Ends the shell.
    func end() async -> AtriumKit.ExitStatus? {
        keys.close()
        return await running?.value
    }
}
