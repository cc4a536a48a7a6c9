// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

// Which keys there are now, and what is said of them.
extension ScreenState {
    /// Which keys mean something else than usual now.
    var keyMode: KeyMode {
        if editor != nil, !coordinator.isCovered { return KeyMode(over: .editor, hasLetter: false) }
        if palette != nil { return KeyMode(over: .palette, hasLetter: false) }
        if let candidates {
            return KeyMode(over: .candidates(isChosen: candidates.selected != nil), hasLetter: false)
        }
        if searching != nil { return KeyMode(over: .search, hasLetter: false) }
        let isFree = input.isAtPrompt && line.text.isEmpty
        if isPicking { return KeyMode(over: .picking, hasLetter: false) }
        if isInSidebar { return KeyMode(over: .sidebar, hasLetter: isFree) }
        if focus != .line, printing.text == nil, !hasOpenDrawer {
            return KeyMode(over: .panel, hasLetter: isFree)
        }
        if printing.text != nil || hasOpenDrawer { return KeyMode(over: .closable, hasLetter: isFree) }
        // What is read in the place of the list may be there for long: Escape stays Readline’s on a line that is typed.
        let isClosable = isFree && coversList
        return KeyMode(
            over: isClosable ? .closable : .nothing, hasLetter: isClosable,
            leadsToPanels: isFree && isPossible && coordinator.currentApp != nil)
    }

    /// Whether somebody chooses what is copied.
    var isPicking: Bool { (picking?.isPicking ?? false) && input.isAtPrompt && line.text.isEmpty && focus != .line }

    /// How what lies over the panels is closed, for its lower edge.
    var closing: String {
        let text =
            input.isAsking
            ? Strings.overlayAsking : keyMode.hasLetter ? Strings.overlayClosingLetter : Strings.overlayClosing
        return text.string(in: coordinator.language)
    }

    /// What keys there are to know of where nothing else is said.
    var hint: String {
        let language = coordinator.language
        // Its panel says it.
        if isWriting { return "" }
        if candidates?.selected != nil { return Strings.screenHintCandidates.string(in: language) }
        if palette != nil { return Strings.screenHintSidebar.string(in: language) }
        if searching != nil { return Strings.screenHintSearch.string(in: language) }
        if isPicking { return Strings.screenHintCopy.string(in: language) }
        if input.isAsking { return Strings.overlayAsking.string(in: language) }
        guard coordinator.currentApp != nil, input.isAtPrompt else { return "" }
        if isInSidebar { return Strings.screenHintSidebar.string(in: language) }
        if focus != .line, printing.text == nil { return panelHint }
        if coversList, keyMode.hasLetter { return Strings.screenHintCovered.string(in: language) }
        let hints = [
            (ShellKey.focus, Strings.screenHintFocus), (.panel, Strings.screenHintPanel),
            (.palette, Strings.screenHintPalette),
            (.help, Strings.screenHintHelp),
        ]
        return hints.compactMap { action, name in
            let key = settings.preferences.key(for: action)
            return key == ShellKey.none ? nil : "\(key) \(name.string(in: language))"
        }.joined(separator: " · ")
    }

    /// The keys that matter while a panel has the focus, as many as there is room for.
    private var panelHint: String {
        let language = coordinator.language
        let preferences = settings.preferences
        let commands = selectionCommands
        let moving =
            panel == .list
            ? [Strings.screenHintSelect, Strings.screenHintOpen] : [Strings.screenHintScroll]
        let keys: [(ShellKey, LocalizedText)] = [
            (.edit, Strings.screenHintEdit), (.done, Strings.screenHintDone), (.tag, Strings.screenHintTag),
            (.remove, Strings.screenHintRemove), (.reply, Strings.screenHintReply), (.find, Strings.screenHintFind),
            (.mark, Strings.screenHintMark), (.copy, Strings.screenHintCopying), (.zoom, Strings.screenHintZoom),
        ]
        let bound = Set(preferences.selectionKeys.map(\.action))
        let offered = keys.filter { key, _ in
            guard keyMode.hasLetter, bound.contains(key.rawValue) else { return false }
            return key.selection.map { commands[$0] != nil }
                ?? (key == .zoom ? hasDetail : (panel == .list) == (key == .mark))
        }.map { "\(preferences.key(for: $0)) \($1.string(in: language))" }
        let end = Strings.screenHintLine.string(in: language)
        // Beside what a command said there is less room; how to come back is told in any case.
        let said = printing.statuses.first.map { $0.line.columns + 4 } ?? 0
        return (moving.map { $0.string(in: language) } + offered).reduce(into: [end]) { texts, text in
            let longer = texts.dropLast() + [text, end]
            if DisplayWidth.of(longer.joined(separator: " · ")) + 2 + said <= coordinator.size.columns {
                texts = Array(longer)
            }
        }.joined(separator: " · ")
    }

    /// The commands that keys have in the current app.
    private var selectionCommands: [SelectionKey: CommandSpec] {
        (try? coordinator.factory(coordinator.current))?.selectionCommands ?? [:]
    }
}
