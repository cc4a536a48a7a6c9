// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// What the screen says of the keys that there are now.
@MainActor
struct KeyHints {
    let state: ScreenState
    private var coordinator: Coordinator { state.coordinator }

    /// How what lies over the panels is closed, for its lower edge.
    var closing: String {
        let text =
            state.input.isAsking
            ? Strings.overlayAsking : state.keyMode.hasLetter ? Strings.overlayClosingLetter : Strings.overlayClosing
        return text.string(in: coordinator.language)
    }

    /// What keys there are to know of where nothing else is said.
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
        // Where there is little room help matters most, then how the panels are reached.
        let choices = [
            hints[...], hints.dropLast(2) + hints.suffix(1), hints.prefix(1) + hints.suffix(1), hints.suffix(1)[...],
        ]
        // As arrays, which alone can be put together without a look-up at run time.
        return choices.lazy.map { Array($0).concatenated(by: " · ") }.first { fits($0) } ?? ""
    }

    /// Whether a hint has room beside what a command said.
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
        // What is gone can be neither changed nor copied.
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
        // How to come back is told in any case.
        return (moving.map { $0.string(in: language) } + offered).reduce(into: [end]) { texts, text in
            let longer = Array(texts.dropLast()) + [text, end]
            if fits(longer.joined(separator: " · ")) { texts = longer }
        }.joined(separator: " · ")
    }

    /// How to move in the panel that has the focus, and to open what is selected there.
    private var movingHints: [LocalizedText] {
        guard state.panels.current == .list, let list = coordinator.currentApp?.mainList else {
            return [Strings.screenHintScroll]
        }
        // What an empty list says may be longer than it is high.
        guard list.place.isEmpty else { return [Strings.screenHintScroll] }
        guard list.position.selected != nil else { return [] }
        return canOpen ? [Strings.screenHintSelect, Strings.screenHintOpen] : [Strings.screenHintSelect]
    }

    /// Whether something is selected in the list that can be opened.
    private var canOpen: Bool { coordinator.currentApp?.mainList?.opening != nil }

    /// What can be copied by which key, with as much around it as there is room for.
    private var copyHint: String {
        let language = coordinator.language
        let keys = Strings.screenHintCopy.string(in: language)
        let (moving, end) = (Strings.screenHintSelect.string(in: language), Strings.screenHintLine.string(in: language))
        let escape = String(end.prefix { $0 != " " })
        let hints = [[moving, keys, end], [keys, end], [keys, escape], [keys]].map { $0.joined(separator: " · ") }
        return hints.first { DisplayWidth.of($0) + 2 <= coordinator.size.columns } ?? keys
    }
}
