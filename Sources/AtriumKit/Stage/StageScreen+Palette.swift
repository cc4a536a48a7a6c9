// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The palette over the panels.
extension StageScreen {
    /// Keys that move in the palette besides those that the user has for it; Readline has them back afterwards.
    static let paletteKeys =
        keys([
            ("Up", .selectUp), ("Down", .selectDown), ("C-p", .selectUp), ("C-n", .selectDown),
        ]) + [(.escape, .cancel)]

    /// Has somebody choose an item, or something that is found for the words that they type; nil: nothing.
    ///
    /// What was half typed is there again afterwards, unless the choice puts a command on the line.
    func choose(
        from items: [PaletteItem], finding find: @escaping @MainActor (String) async -> [PaletteItem]
    ) async throws -> Action? {
        let palette = Palette(items: items, find: find) { [weak self] in self?.draw() }
        open(palette)
        defer { closePalette() }
        keys.draft = LineDraft()
        let prompt = Strings.promptPalette.string(in: coordinator.language) + " ❯ "
        let line = try await keys.nextLine(Prompt(text: prompt, style: .bold), history: nil)
        guard case .line = line else { return nil }
        return palette.chosen?.action
    }

    /// Shows a palette, whose words are the next line that is typed.
    private func open(_ palette: Palette) {
        self.palette = palette
        candidates = nil
        if isInSidebar { leaveSidebar() }
        bindKeys()
    }

    /// Takes the palette away.
    private func closePalette() {
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
