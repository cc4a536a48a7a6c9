// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Which keys mean something else than usual now.
struct KeyMode: Hashable {
    /// What lies over the panels and takes keys.
    enum Over: Hashable {
        case nothing
        /// A list, or what is read, has the focus.
        case panel
        /// Something that Escape takes away, and that takes no other key for itself.
        case closable
        /// A text that was printed and is longer than the screen: keys move in it while nothing is typed.
        case text
        case sidebar
        case palette
        /// A text of several lines, which all keys are for.
        case editor
        /// What is looked for in a document is typed.
        case search
        /// What is copied is chosen in a document.
        case picking
        case candidates(isChosen: Bool)
    }

    let over: Over
    /// Whether a letter closes it too: not while letters are for a line.
    let hasLetter: Bool
    /// Whether there are panels, which may take the focus from a line on which nothing is typed.
    var leadsToPanels = false
    /// Whether Enter opens what is selected in the list, which was pressed with the mouse, as long as nothing is typed.
    var opensByEnter = false

    /// What the letter is bound to.
    static let closingLetter = "close-by-letter"
    /// What the key is bound to that leads from an empty line to the panels, and moves in the history on any other: it stays
    /// bound while a line is typed, for binding keys anew takes longer than all else that a typed letter does.
    static let leading = "focus-from-line"

    /// The keys of a user, with those that mean something else in this mode; Readline has all others.
    func bindings(_ preferences: Preferences) -> [(key: KeySequence, action: String)] {
        var own = own.map { (key: $0.key, action: $0.action.rawValue) }
        if over == .panel {
            own = PanelKey.bindings + (hasLetter ? preferences.selectionKeys + Self.links(preferences) : [])
        }
        if over == .text { own += PanelKey.ends }
        if over == .sidebar { own += PanelKey.bindings(of: [.first, .last, .left, .right, .next, .open]) }
        if over == .candidates(isChosen: true) { own += PanelKey.bindings(of: [.open]) }
        if over == .editor { own = TextKey.bindings }
        if over == .picking { own = CopyKey.bindings }
        if opensByEnter { own += PanelKey.bindings(of: [.open]) }
        // At the end of the history there is nothing further down.
        if leadsToPanels { own += KeySequence("Down").map { [($0, Self.leading)] } ?? [] }
        let names = Set(own.map(\.key.name))
        let letter = hasLetter ? [(key: KeySequence.closing, action: Self.closingLetter)] : []
        return preferences.keys.filter { !names.contains($0.key.name) } + own
            + letter.filter { !names.contains($0.key.name) }
    }

    private var own: [(key: KeySequence, action: ShellKey)] {
        switch over {
        case .nothing, .panel, .editor, .picking: []
        case .search: Self.arrows + [(.escape, .cancel)]
        case .closable: [(.escape, .cancel)]
        case .text: Self.arrows + [(.escape, .cancel)]
        case .sidebar: Self.arrows + [(.escape, .cancel)]
        case .palette: Self.arrows + Self.keys([("C-p", .selectUp), ("C-n", .selectDown)]) + [(.escape, .cancel)]
        case .candidates: Self.arrows + Self.keys([("S-Tab", .selectUp)]) + [(.escape, .cancel)]
        }
    }

    private static let linkPrefix = "link-"

    /// The number of the link that an action opens; nil for another action.
    static func link(_ action: String) -> Int? {
        action.hasPrefix(linkPrefix) ? Int(action.dropFirst(linkPrefix.count)) : nil
    }

    /// The keys that open the links of what is read, by their numbers.
    private static func links(_ preferences: Preferences) -> [(key: KeySequence, action: String)] {
        guard !preferences.selectionKeys.isEmpty else { return [] }
        return (1...9).compactMap { number in KeySequence(typed: "\(number)").map { ($0, "\(linkPrefix)\(number)") } }
    }

    private static let arrows = keys([("Up", .selectUp), ("Down", .selectDown)])

    /// Keys by their names.
    private static func keys(_ names: [(name: String, action: ShellKey)]) -> [(key: KeySequence, action: ShellKey)] {
        names.compactMap { entry in KeySequence(entry.name).map { ($0, entry.action) } }
    }
}
