import Terminal

/// The palette over the panels.
extension StageScreen {
    /// Keys that move in the palette besides those that the user has for it; Readline has them back afterwards.
    private static let keys: [(key: String, action: ShellKey)] = [
        ("Up", .selectUp), ("Down", .selectDown), ("C-p", .selectUp), ("C-n", .selectDown),
    ]

    /// Shows a palette, whose words are the next line that is typed.
    func open(_ palette: Palette) {
        self.palette = palette
        let own = Self.keys.compactMap { entry in
            KeySequence(entry.key).map { (key: $0, action: entry.action.rawValue) }
        }
        let names = Set(own.map(\.key.name))
        keys.bind(shell.preferences.keys.filter { !names.contains($0.key.name) } + own)
    }

    /// Takes the palette away.
    func closePalette() {
        palette?.close()
        palette = nil
        keys.bind(shell.preferences.keys)
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
