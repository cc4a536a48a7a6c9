// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// The selection in the sidebar.
extension StageScreen {
    /// Keys that move there besides those that the user has for it.
    static let sidebarKeys: [(key: KeySequence, action: ShellKey)] =
        keys([("Up", .selectUp), ("Down", .selectDown)]) + [(.enter, .open), (.escape, .cancel)]

    /// Moves the selection between sidebar and list.
    func movePanel() {
        guard input.isAtPrompt, coordinator.currentApp != nil, StageLayout.isPossible(coordinator.size)
        else { return }
        isInSidebar ? closeSidebar() : enterSidebar()
    }

    /// Puts the selection into the sidebar, which is drawn out as long as it is there.
    func enterSidebar() {
        // It would lie over the sidebar.
        printing.text = nil
        isInSidebar = true
        bindKeys()
        redraw()
    }

    /// Gives the selection back to the list, and pushes a drawer in.
    func closeSidebar() {
        isDrawerOpen = false
        leaveSidebar()
    }

    /// Draws the drawer out or pushes it in; nil: the other of the two.
    ///
    /// - Returns: Whether there is a drawer.
    func setDrawer(open: Bool?) -> Bool {
        guard hasDrawer else { return false }
        isDrawerOpen = open ?? !wasDrawerOpen
        if isDrawerOpen { enterSidebar() } else { leaveSidebar() }
        return true
    }

    /// Gives the selection back to the list; a drawer that was drawn out for longer stays.
    func leaveSidebar() {
        isInSidebar = false
        bindKeys()
        redraw()
    }

    /// What keys there are to know of where nothing else is said.
    var hint: String {
        let language = coordinator.language
        if candidates?.selected != nil { return Strings.stageHintCandidates.string(in: language) }
        if palette != nil { return Strings.stageHintSidebar.string(in: language) }
        if input.isAsking { return Strings.overlayAsking.string(in: language) }
        guard coordinator.currentApp != nil, input.isAtPrompt else { return "" }
        if coversList, keyMode.hasLetter { return Strings.stageHintCovered.string(in: language) }
        if isInSidebar { return Strings.stageHintSidebar.string(in: language) }
        let hints = [
            (ShellKey.panel, Strings.stageHintPanel), (.palette, Strings.stageHintPalette),
            (.help, Strings.stageHintHelp),
        ]
        return hints.compactMap { action, name in
            let key = settings.preferences.key(for: action)
            return key == ShellKey.none ? nil : "\(key) \(name.string(in: language))"
        }.joined(separator: " · ")
    }
}
