// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal

/// The hints about the keys in the panels and from the line.
@MainActor
struct KeyHints {
    let state: ScreenState
    private var coordinator: Coordinator { state.coordinator }

    /// The keys to know if nothing lies over the panels.
    var hint: String {
        let language = coordinator.language
        if state.movesInPanels { return panelHint }
        if state.coversList, state.keys.closes { return Strings.screenHintCovered.string(in: language) }
        let hints = [
            (ShellKey.focus, Strings.screenHintFocus), (.panel, Strings.screenHintPanel),
            (.palette, Strings.screenHintPalette),
            (.help, Strings.screenHintHelp),
        ].compactMap { action, name in
            let key = state.settings.preferences.shownKey(for: action, in: language)
            let isOffered = key != ShellKey.none && (action != .panel || state.hasSidebar)
            return isOffered ? "\(key) \(name.string(in: language))" : nil
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
        let marked = app?.panels.mainList?.markedIDs.count ?? 0
        let moving = (marked > 0 ? [Strings.screenHintMarked(count: marked)] : []) + movingHints
        let undo = [(ShellKey.undo, Strings.screenHintUndo)]
        let detail = state.panels.current == .reader ? app?.panels.detail : nil
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
        let isLost = app?.panels.detail?.isLost == true && marked == 0
        var offered = keys.filter { key, _ in
            guard state.keys.selects, bound.contains(key.rawValue) else { return false }
            if isLost { return [.undo, .find, .zoom].contains(key) && (key != .zoom || state.panels.hasDetail) }
            switch key {
            case .zoom: return state.panels.hasDetail
            case .mark: return state.panels.current == .list && canOpen
            case .nextHit, .copy: return state.panels.current != .list
            default: return actions.hasCommand(for: key) && actions.action(for: key) != nil
            }
        }.map { key, name in
            let key = preferences.shownKey(for: key, in: language)
            let shown = key == ShellKey.mark.standardKey ? Strings.keyNameSpace.string(in: language) : key
            return "\(shown) \(name.string(in: language))"
        }
        if detail?.sight.seesLinks == true, state.keys.selects, !bound.isEmpty {
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
        guard state.panels.current == .list, let list = coordinator.currentApp?.panels.mainList else {
            return [Strings.screenHintScroll]
        }
        // The text of an empty list may be longer than the list is high.
        guard list.place.isEmpty else { return [Strings.screenHintScroll] }
        guard list.position.selected != nil else { return [] }
        return canOpen ? [Strings.screenHintSelect, openingHint] : [Strings.screenHintSelect]
    }

    /// The hint for Enter: a row may do what another key does.
    private var openingHint: LocalizedText {
        guard case .perform(let call)? = coordinator.currentApp?.panels.mainList?.opening,
            coordinator.selectionCommands[.done]?.name == call.command
        else { return Strings.screenHintOpen }
        return Strings.screenHintOpenDone
    }

    /// Whether something is selected in the list that can be opened.
    private var canOpen: Bool { coordinator.currentApp?.panels.mainList?.opening != nil }
}
