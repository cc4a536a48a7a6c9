// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

// MARK: - Over the panels

extension ScreenKeyboard {
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
        draw(.overlays)
        return .done
    }

    /// What keys do while somebody types what they look for in a document.
    func pressInSearch(_ key: ShellKey) -> KeyOutcome {
        switch key {
        case .selectUp, .selectDown: state.searching?.moveHit(by: key == .selectUp ? -1 : 1)
        case .pageUp: mover.scroll(pages: -1)
        case .pageDown: mover.scroll(pages: 1)
        case .cancel: return .leave
        default: return .done
        }
        draw(.panels)
        return .done
    }

    /// What a key does while candidates are shown; nil: what it does otherwise, without them.
    func pressInCandidates(_ key: ShellKey) -> KeyOutcome? {
        switch key {
        case .selectUp: moveCandidate { $0.select(by: -1) }
        case .selectDown: moveCandidate { $0.select(by: 1) }
        case .pageUp: moveCandidate { $0.select(byPages: -1) }
        case .pageDown: moveCandidate { $0.select(byPages: 1) }
        case .open:
            // What lies below them is nobody’s to open now.
            guard let list = state.candidates, let chosen = list.selected else { return .done }
            state.candidates = nil
            draw(.overlays)
            list.choose(chosen)
        case .cancel:
            state.candidates = nil
            draw(.overlays)
        default: return nil
        }
        return .done
    }

    /// Moves in the candidates; once one is selected, Enter chooses.
    func moveCandidate(_ change: (inout CandidateList) -> Void) {
        guard var list = state.candidates else { return }
        change(&list)
        state.candidates = list
        draw(.overlays)
    }

    /// What a key does while a text lies over the panels; nil: what it does otherwise, for which the text goes.
    func pressInText(_ key: ShellKey) -> KeyOutcome? {
        guard var text = state.printing.text else { return nil }
        let page = max(1, text.position.visible - 1)
        switch key {
        case .pageUp: text.position.scroll(by: -page)
        case .pageDown: text.position.scroll(by: page)
        case .selectUp: text.position.scroll(by: -1)
        case .selectDown: text.position.scroll(by: 1)
        case .open: return cancel()
        default: return nil
        }
        state.printing.text = text
        draw(.overlays)
        return .done
    }

    /// Whether keys that move in panels mean what somebody sees; a drawer that lies over them takes the keys.
    func seesPanels() -> Bool {
        guard state.isPossible else { return false }
        if state.isDrawerOpen, state.hasDrawer, !state.isInSidebar, input.isAtPrompt {
            state.enterSidebar()
            draw(.panels)
        }
        return true
    }

    /// Moves the selection between sidebar and list.
    func movePanel() {
        guard input.isAtPrompt, coordinator.currentApp != nil, state.isPossible else { return }
        state.isInSidebar ? state.closeSidebar() : state.enterSidebar()
        draw(.panels)
    }

    /// Takes away what lies over the panels; where nothing does, Readline cancels what it is doing.
    func cancel() -> KeyOutcome {
        if state.closeTop() { return drawn() }
        let app = coordinator.currentApp
        if state.focus != .line, mover.document?.endSearch() == true { return drawn() }
        if state.focus != .line, app?.mainList?.unmarkAll() == true { return drawn() }
        if let detail = app?.detail, detail.isOpen {
            detail.close()
            if state.focus != .line { state.enter(.list) }
        } else if state.focus == .panel(.reader), state.layout.list != nil {
            state.enter(.list)
        } else if state.focus != .line {
            state.leavePanels()
        } else {
            return .abort
        }
        return drawn()
    }

    func drawn() -> KeyOutcome {
        draw(.panels)
        return .done
    }
}

// MARK: - The letter that closes

extension ScreenKeyboard {
    /// What the letter does: it closes what lies over the panels, and is a letter everywhere else.
    func pressClosingLetter() -> KeyOutcome {
        guard state.keyMode.hasLetter, case .done = cancel() else { return .type }
        state.isLetterTaken = true
        return .done
    }

    /// Gives the letter back to a word that makes no sense without it: who reads help and types `quit` means that.
    func givingBackLetter(to line: EditedLine) -> EditedLine {
        guard state.isLetterTaken, !line.text.isEmpty else { return line }
        let words = firstWords()
        // It may be a word of its own still.
        guard !words.contains(where: { $0.hasPrefix(line.text) }) else { return line }
        state.isLetterTaken = false
        let letter = KeySequence.closing.name
        guard words.contains(where: { $0.hasPrefix(letter + line.text) }) else { return line }
        keys.putFirst(letter)
        var whole = line
        whole.text = letter + line.text
        whole.cursor += letter.utf8.count
        whole.hint = ""
        return whole
    }
}
