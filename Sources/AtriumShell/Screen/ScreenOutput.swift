// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The terminal while the full screen has it: takes and leaves it, and sends what has changed in the user’s colours.
@MainActor
final class ScreenOutput {
    let gate: OutputGate
    /// Whether the screen has the terminal.
    private(set) var isShown = false
    private let keys: any KeyedLineSource
    private let settings: UserSettings
    private let depth: ColorDepth
    private var renderer: any Renderer
    private var painter: ThemePainter

    init(
        gate: OutputGate, keys: any KeyedLineSource, renderer: any Renderer, depth: ColorDepth, settings: UserSettings
    ) {
        self.gate = gate
        self.keys = keys
        self.renderer = renderer
        self.depth = depth
        self.settings = settings
        painter = ThemePainter(theme: settings.theme, depth: depth)
    }

    /// Takes the terminal; false where it was taken before.
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

    /// Sends everything with the next canvas, whatever somebody else has written on the terminal.
    func invalidate() { renderer.invalidate() }

    /// Takes the user’s theme.
    func themeDidChange() { painter = ThemePainter(theme: settings.theme, depth: depth) }

    /// Sends what of a canvas is not on the terminal yet.
    func present(_ canvas: Canvas) {
        var canvas = canvas
        painter.paint(&canvas)
        gate.writeFrame(renderer.frame(canvas))
    }
}
