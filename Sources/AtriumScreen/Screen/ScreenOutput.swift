// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProcesses
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import Foundation

/// The terminal while the full screen has it: takes and leaves it, and sends changes in the user’s colours.
@MainActor
package final class ScreenOutput {
    let gate: OutputGate
    /// Whether the screen has the terminal.
    private(set) var isShown = false
    private let keys: any KeyedLineSource
    private let settings: any ScreenSettings
    private let depth: ColorDepth
    private var renderer: any Renderer
    private var painter: ThemePainter
    private let clock: any WallClock
    private var pace = TerminalPace()
    /// Whether the terminal shows progress outside of the canvas.
    private var isShowingProgress = false

    init(
        gate: OutputGate, keys: any KeyedLineSource, renderer: any Renderer, depth: ColorDepth,
        settings: any ScreenSettings,
        clock: any WallClock
    ) {
        self.gate = gate
        self.keys = keys
        self.renderer = renderer
        self.depth = depth
        self.settings = settings
        self.clock = clock
        painter = ThemePainter(theme: settings.theme, depth: depth)
    }

    /// Takes the terminal; false if it was taken before.
    func enter() -> Bool {
        guard !isShown else { return false }
        isShown = true
        gate.writeFrame(.enterScreen)
        keys.setQuiet(true)
        renderer.invalidate()
        return true
    }

    /// Gives the terminal away, as it was before.
    func leave() {
        guard isShown else { return }
        isShown = false
        keys.setQuiet(false)
        gate.writeFrame(.leaveScreen)
    }

    /// Sends everything with the next canvas, whatever else was written on the terminal.
    func invalidate() { renderer.invalidate() }

    /// Applies the user’s theme.
    func themeDidChange() { painter = ThemePainter(theme: settings.theme, depth: depth) }

    /// Sends the parts of a canvas that are not on the terminal yet.
    func present(_ canvas: consuming Canvas) {
        painter.paint(&canvas)
        let frame = renderer.frame(canvas)
        let start = clock.elapsed
        gate.writeFrame(frame)
        pace.sent(frame.count, in: clock.elapsed - start)
    }

    /// Shows progress outside of the canvas, where the terminal can.
    ///
    /// - Parameter fraction: The part that is done, from 0 to 1; `nil` if it is not known.
    package func show(progress fraction: Double?) {
        guard isShown, settings.showsProgress else { return }
        isShowingProgress = true
        gate.writeFrame(.progress(fraction))
    }

    /// Shows no progress any more.
    package func endProgress() {
        guard isShown, isShowingProgress else { return }
        isShowingProgress = false
        gate.writeFrame(.progressEnd)
    }

    /// Whether the way to the terminal is too slow for pictures that move.
    var isSlow: Bool { pace.isSlow(answer: keys.answerTime) }

    /// The number of bytes for each of these canvases, one after the other.
    func cost(of canvases: Canvas...) -> [Int] {
        renderer.cost(
            of: canvases.map { canvas in
                var canvas = canvas
                painter.paint(&canvas)
                return canvas
            })
    }
}

/// Hands text to the terminal’s clipboard (OSC 52), in tmux through tmux.
@MainActor
struct Clipboard {
    let gate: OutputGate
    let world: World
    /// More than this many bytes a terminal may drop, or take in part.
    static let limit = 500_000

    /// Copies a text; false if it is too long.
    ///
    /// No answer shows whether the terminal takes it.
    func copy(_ text: String) async -> Bool {
        guard text.utf8.count <= Self.limit else { return false }
        guard !(world.variables["TMUX"] ?? "").isEmpty else {
            gate.writeFrame(.copy(text))
            return true
        }
        // By default tmux takes no text from programs, but from its own command it does.
        let status = try? await ChildProcess.run(
            "exec tmux load-buffer -w - >/dev/null 2>&1", in: world.workingFolder, variables: world.variables,
            input: Array(text.utf8))
        if status != 0 { gate.writeFrame(EscapedText.copy(text).throughTmux) }
        return true
    }
}
