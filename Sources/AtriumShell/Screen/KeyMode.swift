// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// The keys that have another meaning than usual now.
struct KeyMode: Hashable {
    /// The part over the panels that takes keys.
    enum Over: Hashable {
        case nothing
        /// A list, or the shown document, has the focus.
        case panel
        /// A part that Escape removes, and that takes no other key for itself.
        case closable
        /// A text that was printed and is longer than the screen: keys move in it while nothing is typed.
        case text
        case sidebar
        case palette
        /// A text of several lines, which all keys are for.
        case editor
        /// A search in a document is typed.
        case search
        /// A part of a document to copy is chosen.
        case picking
        case candidates(isChosen: Bool)
    }

    let over: Over
    /// Whether a letter closes it too: not while letters are for a line.
    let hasLetter: Bool
    /// Whether there are panels, which may take the focus from a line on which nothing is typed.
    var leadsToPanels = false
    /// Whether Enter opens the thing in the list that was selected with the mouse, as long as nothing is typed.
    var opensByEnter = false

    /// The binding of the letter.
    static let closingLetter = "close-by-letter"
    /// The binding of the key that leads from an empty line to the panels, and moves in the history on others: it stays
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

    /// The number of the link that an action opens; `nil` for another action.
    static func link(_ action: String) -> Int? {
        action.hasPrefix(linkPrefix) ? Int(action.dropFirst(linkPrefix.count)) : nil
    }

    /// The keys that open the links of the shown document, by their numbers.
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

extension KeyMode {
    /// The keys that have another meaning than usual for the present screen.
    @MainActor
    static func mode(of state: ScreenState) -> KeyMode {
        if state.editor != nil, !state.coordinator.isCovered { return KeyMode(over: .editor, hasLetter: false) }
        if state.palette != nil { return KeyMode(over: .palette, hasLetter: false) }
        if let candidates = state.candidates {
            return KeyMode(over: .candidates(isChosen: candidates.selected != nil), hasLetter: false)
        }
        if state.searching != nil { return KeyMode(over: .search, hasLetter: false) }
        let isFree = state.isFree
        if state.isPicking { return KeyMode(over: .picking, hasLetter: false) }
        if state.focusing.isInSidebar { return KeyMode(over: .sidebar, hasLetter: isFree) }
        if state.hasKeys, state.printing.text == nil, !state.hasOpenDrawer {
            return KeyMode(over: .panel, hasLetter: isFree)
        }
        // Of a text that is seen whole there is nothing to scroll: the arrows are the history’s.
        if let position = state.printing.text?.position, isFree, position.visible < position.count {
            return KeyMode(over: .text, hasLetter: true)
        }
        if state.printing.text != nil || state.hasOpenDrawer { return KeyMode(over: .closable, hasLetter: isFree) }
        // A document in place of the list may be there for long: Escape stays Readline’s on a typed line.
        let isClosable = isFree && state.coversList
        let isPointedAt = isFree && state.focus != .line
        return KeyMode(
            over: isClosable || state.hasBegun || isPointedAt ? .closable : .nothing, hasLetter: isClosable,
            leadsToPanels: state.isPossible && state.coordinator.currentApp != nil,
            opensByEnter: isPointedAt && state.panels.current == .list)
    }
}

/// The hints of the screen about the present keys.
@MainActor
struct KeyHints {
    let state: ScreenState
    private var coordinator: Coordinator { state.coordinator }

    /// The keys that close the part over the panels, for its lower edge.
    var closing: String {
        let text =
            state.input.isAsking
            ? Strings.overlayAsking : state.keyMode.hasLetter ? Strings.overlayClosingLetter : Strings.overlayClosing
        return text.string(in: coordinator.language)
    }

    /// The keys to know if there is no other message.
    var hint: String {
        let language = coordinator.language
        // Its panel says it.
        if state.isWriting { return "" }
        if state.candidates?.selected != nil { return Strings.screenHintCandidates.string(in: language) }
        if state.palette != nil { return Strings.screenHintSidebar.string(in: language) }
        if state.searching != nil { return Strings.screenHintSearch.string(in: language) }
        if state.isPicking { return copyHint }
        if state.input.isAsking { return Strings.overlayAsking.string(in: language) }
        guard coordinator.currentApp != nil, state.input.isAtPrompt else { return "" }
        if let remark = state.remark { return remark.string(in: language) }
        if state.focusing.isInSidebar { return Strings.screenHintSidebar.string(in: language) }
        if state.keyMode.over == .text { return Strings.screenHintScroll.string(in: language) }
        if state.hasKeys, state.printing.text == nil { return panelHint }
        if state.coversList, state.keyMode.hasLetter { return Strings.screenHintCovered.string(in: language) }
        let hints = [
            (ShellKey.focus, Strings.screenHintFocus), (.panel, Strings.screenHintPanel),
            (.palette, Strings.screenHintPalette),
            (.help, Strings.screenHintHelp),
        ].compactMap { action, name in
            let key = state.settings.preferences.key(for: action)
            return key == ShellKey.none ? nil : "\(key) \(name.string(in: language))"
        }
        // With little room help matters most, then the way to the panels.
        let choices = [
            hints[...], hints.dropLast(2) + hints.suffix(1), hints.prefix(1) + hints.suffix(1), hints.suffix(1)[...],
        ]
        // As arrays, which alone can be put together without a look-up at run time.
        return choices.lazy.map { Array($0).concatenated(by: " · ") }.first { fits($0) } ?? ""
    }

    /// Whether a hint has room beside a command’s output.
    private func fits(_ hint: String) -> Bool {
        let said = state.printing.statuses.first.map { $0.line.columns + 4 } ?? 0
        return DisplayWidth.of(hint) + 2 + said <= coordinator.size.columns
    }

    /// The keys that matter while a panel has the focus, as many as there is room for.
    private var panelHint: String {
        let language = coordinator.language
        let preferences = state.settings.preferences
        let commands = coordinator.selectionCommands
        let app = coordinator.currentApp
        let marked = app?.mainList?.markedIDs.count ?? 0
        let moving = (marked > 0 ? [Strings.screenHintMarked(count: marked)] : []) + movingHints
        let undo = [(ShellKey.undo, Strings.screenHintUndo)]
        let detail = state.panels.current == .reader ? app?.detail : nil
        // It matters most right after something was done.
        let hasDone = state.printing.hasDone
        let keys: [(ShellKey, LocalizedText)] =
            (hasDone ? undo : []) + (detail?.search.isOn == true ? [(.nextHit, Strings.screenHintNextHit)] : []) + [
                (.edit, Strings.screenHintEdit),
                (.done, commands[.done] == nil ? Strings.screenHintArchive : Strings.screenHintDone),
                (.tag, Strings.screenHintTag),
                (.remove, Strings.screenHintRemove),
                (.reply, commands[.reply] == nil ? Strings.screenHintRename : Strings.screenHintReply),
                (.find, Strings.screenHintFind),
                (.mark, Strings.screenHintMark), (.copy, Strings.screenHintCopying), (.zoom, Strings.screenHintZoom),
            ] + (hasDone ? [] : undo)
        let bound = Set(preferences.selectionKeys.map(\.action))
        let actions = KeyActions(coordinator: coordinator, state: state)
        // A thing that is gone can be neither changed nor copied.
        let isLost = app?.detail?.isLost == true && marked == 0
        var offered = keys.filter { key, _ in
            guard state.keyMode.hasLetter, bound.contains(key.rawValue) else { return false }
            if isLost { return [.undo, .find, .zoom].contains(key) && (key != .zoom || state.panels.hasDetail) }
            switch key {
            case .zoom: return state.panels.hasDetail
            case .mark: return state.panels.current == .list && canOpen
            case .nextHit, .copy: return state.panels.current != .list
            default: return actions.hasCommand(for: key) && actions.action(for: key) != nil
            }
        }.map { key, name in
            let key = preferences.key(for: key)
            let shown = key == ShellKey.mark.standardKey ? Strings.keyNameSpace.string(in: language) : key
            return "\(shown) \(name.string(in: language))"
        }
        if detail?.sight.seesLinks == true, state.keyMode.hasLetter, !bound.isEmpty {
            offered.append(Strings.screenHintLinks.string(in: language))
        }
        let end = Strings.screenHintLine.string(in: language)
        // The way back is shown in any case.
        return (moving.map { $0.string(in: language) } + offered).reduce(into: [end]) { texts, text in
            let longer = Array(texts.dropLast()) + [text, end]
            if fits(longer.joined(separator: " · ")) { texts = longer }
        }.joined(separator: " · ")
    }

    /// The keys to move in the panel with the focus, and to open the selection there.
    private var movingHints: [LocalizedText] {
        guard state.panels.current == .list, let list = coordinator.currentApp?.mainList else {
            return [Strings.screenHintScroll]
        }
        // The text of an empty list may be longer than the list is high.
        guard list.place.isEmpty else { return [Strings.screenHintScroll] }
        guard list.position.selected != nil else { return [] }
        return canOpen ? [Strings.screenHintSelect, Strings.screenHintOpen] : [Strings.screenHintSelect]
    }

    /// Whether something is selected in the list that can be opened.
    private var canOpen: Bool { coordinator.currentApp?.mainList?.opening != nil }

    /// The parts that can be copied, with their keys, and as much text around them as fits.
    private var copyHint: String {
        let language = coordinator.language
        let keys = Strings.screenHintCopy.string(in: language)
        let (moving, end) = (Strings.screenHintSelect.string(in: language), Strings.screenHintLine.string(in: language))
        let escape = String(end.prefix { $0 != " " })
        let hints = [[moving, keys, end], [keys, end], [keys, escape], [keys]].map { $0.joined(separator: " · ") }
        return hints.first { DisplayWidth.of($0) + 2 <= coordinator.size.columns } ?? keys
    }
}
