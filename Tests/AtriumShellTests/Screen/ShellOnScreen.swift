// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// A shell on a full screen, with probe apps, keys that a test presses and a clock that it sets.
@MainActor
final class ShellOnScreen {
    let clock: ManualClock
    let keys = PressedKeys()
    let frames = CanvasRecorder()
    let output = MemorySink()
    let error = MemorySink()
    let recorder = Recorder()
    let authenticator: ProbeAuthenticator
    let coordinator: Coordinator
    let shell: Shell
    let screen: Screen
    private var running: Task<AtriumKit.ExitStatus, Never>?

    /// How many frames there were before anything was loaded.
    let earlyFrames: Int

    /// - Parameters:
    ///   - refused: The app that cannot be opened.
    ///   - sink: Where what is sent to the terminal goes; nil: `output`.
    init(
        columns: Int = 110, rows: Int = 20, idleLimit: Duration? = nil, commands: [Command<ProbeModel>] = [],
        clock: ManualClock = .nineOClock, refused: AppID? = nil, sink: (any ByteSink)? = nil
    ) async throws {
        self.clock = clock
        let authenticator = ProbeAuthenticator(clock: clock, idleLimit: idleLimit)
        self.authenticator = authenticator
        let recorder = recorder
        let names: [AppID] = ["notes", "sms", "account"]
        coordinator = try Coordinator(
            catalog: names.map {
                var factory = ProbeFactory(
                    $0, recorder: recorder, authenticator: authenticator, commands: commands)
                if $0 == refused { factory.refusal = CommandFault.nothingBefore }
                return factory
            },
            world: .test(clock: clock), language: .english, size: Size(columns: columns, rows: rows))
        let gate = OutputGate(output: sink ?? output, error: error, isTerminal: true)
        shell = Shell(
            coordinator: coordinator, lines: keys, gate: gate,
            options: ShellOptions(rendering: .screen, colors: .trueColor, isInteractive: true),
            screen: (keys, RecordedRenderer(recorder: frames)))
        screen = try #require(shell.screen)
        try await shell.welcome(authenticator.make("ana"))
        screen.enterScreen()
        earlyFrames = frames.canvases.count
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
        screen.redraw()
    }

    /// Ends the shell.
    func end() async -> AtriumKit.ExitStatus? {
        keys.close()
        return await running?.value
    }
}
