// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What keys do that a line is not edited with.
extension StageScreen {
    /// Does what a key is bound to; `leave` where the shell has to perform something for it.
    func press(_ name: String) -> KeyOutcome {
        if name == Self.closingLetter { return pressClosingLetter() }
        guard let key = ShellKey(rawValue: name) else { return .done }
        if let palette { return press(key, in: palette) }
        if candidates != nil, let outcome = pressInCandidates(key) { return outcome }
        if printing.text != nil, let outcome = pressInText(key) { return outcome }
        if key.isOfPanels, !seesPanels() { return .done }
        switch key {
        case .cancel: return cancel()
        case .pageUp: scroll(pages: -1)
        case .pageDown: scroll(pages: 1)
        case .selectUp: select(-1)
        case .selectDown: select(1)
        case .panel: movePanel()
        case .redraw: repaint()
        case .palette: return input.isAtPrompt && hasPalette ? .leave : .done
        default: return input.isAtPrompt && action(for: key) != nil ? .leave : .done
        }
        return .done
    }

    /// Binds the keys that mean something now; Readline has all others.
    func bindKeys() {
        let mode = keyMode
        boundMode = mode
        let own: [(key: KeySequence, action: ShellKey)]
        switch mode.over {
        case .palette: own = Self.paletteKeys
        case .candidates(let isChosen): own = Self.candidateKeys + (isChosen ? [(.enter, .open)] : [])
        case .sidebar: own = Self.sidebarKeys
        case .closable: own = [(.escape, .cancel)]
        case .nothing: own = []
        }
        let names = Set(own.map(\.key.name))
        let letter = mode.hasLetter ? [(key: KeySequence.closing, action: Self.closingLetter)] : []
        keys.bind(
            settings.preferences.keys.filter { !names.contains($0.key.name) } + own.map { ($0.key, $0.action.rawValue) }
                + letter)
    }

    /// Keys by their names.
    static func keys(_ names: [(name: String, action: ShellKey)]) -> [(key: KeySequence, action: ShellKey)] {
        names.compactMap { entry in KeySequence(entry.name).map { ($0, entry.action) } }
    }

    /// What a key does that the shell performs; nil where that is nothing now.
    func action(for key: ShellKey) -> Action? {
        if key == .help { return .shell("help") }
        guard let app = coordinator.currentApp else { return nil }
        switch key {
        case .tabLeft, .tabRight:
            return coordinator.tabs(of: app).tab(at: key == .tabLeft ? -1 : 1).map { .shell("tab", ["tab": $0.key]) }
        case .sidebar: return .shell("sidebar")
        // What is not seen is not opened.
        case .open: return isInSidebar ? app.sidebar.opening : layout.list == nil ? nil : app.main.opening
        default:
            guard let index = key.appIndex, coordinator.catalog.indices.contains(index) else { return nil }
            return .switching(to: coordinator.catalog[index].id)
        }
    }

    /// What a key does while a text lies over the panels; nil: what it does otherwise, for which the text goes.
    private func pressInText(_ key: ShellKey) -> KeyOutcome? {
        guard var text = printing.text else { return nil }
        let page = max(1, text.position.visible - 1)
        switch key {
        case .pageUp: text.position.scroll(by: -page)
        case .pageDown: text.position.scroll(by: page)
        case .selectUp: text.position.scroll(by: -1)
        case .selectDown: text.position.scroll(by: 1)
        case .open: return cancel()
        default: return nil
        }
        printing.text = text
        draw()
        return .done
    }

    /// Whether keys that move in panels mean what somebody sees; a drawer that lies over them takes the keys.
    private func seesPanels() -> Bool {
        guard StageLayout.isPossible(coordinator.size) else { return false }
        if isDrawerOpen, hasDrawer, !isInSidebar, input.isAtPrompt { enterSidebar() }
        return true
    }

    /// Takes away what lies over the panels; where nothing does, Readline cancels what it is doing.
    func cancel() -> KeyOutcome {
        if isInSidebar {
            closeSidebar()
        } else if printing.text != nil {
            printing.text = nil
        } else if isDrawerOpen, hasDrawer {
            isDrawerOpen = false
        } else if let detail = coordinator.currentApp?.detail, detail.isOpen {
            detail.close()
        } else {
            return .abort
        }
        redraw()
        return .done
    }

    private func scroll(pages: Int) {
        guard let app = coordinator.currentApp else { return }
        if isInSidebar {
            return move(app.sidebar, pages < 0 ? .start : .end) { $0.select(by: pages * max(1, $0.visible - 1)) }
        }
        let panel: any ContentPanel
        if let detail = app.detail, detail.isOpen, layout.detail != nil { panel = detail } else { panel = app.main }
        move(panel, pages < 0 ? .start : .end) { $0.scroll(by: pages * max(1, $0.visible - 1)) }
    }

    private func select(_ steps: Int) {
        guard let app = coordinator.currentApp else { return }
        if isInSidebar { return move(app.sidebar, steps < 0 ? .start : .end) { $0.select(by: steps) } }
        let panel: any ContentPanel
        if let detail = app.detail, layout.list == nil { panel = detail } else { panel = app.main }
        // Beside the list the detail follows the selection; what was opened before gives way.
        if layout.list != nil { app.detail?.close() }
        move(panel, steps < 0 ? .start : .end) { $0.select(by: steps) }
    }

    /// Moves in a panel, which loads what comes next before somebody is there.
    private func move(_ panel: any ContentPanel, _ edge: PanelEdge, _ change: (inout PanelPosition) -> Void) {
        change(&panel.position)
        redraw()
        guard panel.position.isNear(edge) else { return }
        Task {
            // What cannot be read now is told of by the next command.
            try? await panel.turnPage(edge)
            redraw()
        }
    }

    /// Loads as many rows as the list has room for, where there are more than a page.
    func fill() async {
        guard let list = coordinator.currentApp?.main else { return }
        var count = -1
        while list.position.count != count, list.position.count < min(list.total, list.position.visible) {
            count = list.position.count
            // What cannot be read now is told of by the next command.
            for edge in [PanelEdge.start, .end] { try? await list.turnPage(edge) }
            redraw()
        }
    }
}
