// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The palette over the panels.
extension StageScreen {
    /// Keys that move in the palette besides those that the user has for it; Readline has them back afterwards.
    static let paletteKeys =
        keys([
            ("Up", .selectUp), ("Down", .selectDown), ("C-p", .selectUp), ("C-n", .selectDown),
        ]) + [(.escape, .cancel)]

    /// Shows a palette, whose words are the next line that is typed.
    func open(_ palette: Palette) {
        self.palette = palette
        candidates = nil
        if isInSidebar { leaveSidebar() }
        bindKeys()
    }

    /// Takes the palette away.
    func closePalette() {
        palette?.close()
        palette = nil
        bindKeys()
        draw()
    }

    /// What keys do while the palette is shown.
    func press(_ key: ShellKey, in palette: Palette) -> KeyOutcome {
        let page = max(1, palette.position.visible - 1)
        switch key {
        case .selectUp: palette.position.select(by: -1)
        case .selectDown: palette.position.select(by: 1)
        case .pageUp: palette.position.select(by: -page)
        case .pageDown: palette.position.select(by: page)
        case .cancel, .palette: return .leave
        default: return .done
        }
        draw()
        return .done
    }
}
