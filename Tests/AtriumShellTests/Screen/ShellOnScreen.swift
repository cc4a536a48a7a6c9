// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// A shell on a full screen, with probe apps, keys that a test presses and a clock that it sets.
@MainActor
final class ShellOnScreen {
    let clock: ManualClock
    let recorder = Recorder()
    let authenticator: ProbeAuthenticator
    let screen: Screen
    private let pilot: AtriumTesting.ShellOnScreen

    var keys: PressedKeys { pilot.keys }
    var frames: CanvasRecorder { pilot.frames }
    var output: MemorySink { pilot.output }
    var error: MemorySink { pilot.error }
    var coordinator: Coordinator { pilot.coordinator }
    var shell: Shell { pilot.shell }
    /// How many frames there were before anything was loaded.
    var earlyFrames: Int { pilot.earlyFrames }

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
        pilot = try await AtriumTesting.ShellOnScreen(
            names.map {
                var factory = ProbeFactory(
                    $0, recorder: recorder, authenticator: authenticator, commands: commands)
                if $0 == refused { factory.refusal = CommandFault.nothingBefore }
                return factory
            },
            in: .test(clock: clock), columns: columns, rows: rows, sink: sink
        ) { _ in authenticator.make("ana") }
        screen = try #require(pilot.shell.screen)
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
    func end() async -> AtriumKit.ExitStatus? { await pilot.end() }
}

extension PressedKeys {
    /// Types a line letter by letter, each of which must be a letter.
    func enterLetters(_ text: String, _ location: SourceLocation = #_sourceLocation) async {
        let other = await enterFast(text)
        #expect(other == nil, "“\(text)” has a letter that is a key", sourceLocation: location)
    }
}
