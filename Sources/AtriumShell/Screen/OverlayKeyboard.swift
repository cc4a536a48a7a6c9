// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Performs the actions of keys in the parts over the panels.
@MainActor
struct OverlayKeyboard {
    let state: ScreenState
    let mover: PanelMover
    /// Draws the changes by a key.
    let draw: @MainActor (ScreenKeyboard.Drawing) -> Void

    /// Performs the action of a key in the top part; `nil`: its usual action.
    func press(_ key: ShellKey) -> KeyOutcome? {
        if let palette = state.palette { return press(key, in: palette) }
        if state.searching != nil { return pressInSearch(key) }
        if state.candidates != nil, let outcome = pressInCandidates(key) { return outcome }
        return pressInText(key)
    }

    /// The actions of keys while the palette is shown.
    private func press(_ key: ShellKey, in palette: Palette) -> KeyOutcome {
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

    /// The actions of keys while the user types a search in a document.
    private func pressInSearch(_ key: ShellKey) -> KeyOutcome {
        switch key {
        case .selectUp, .selectDown:
            if let document = state.searching { mover.moveHit(by: key == .selectUp ? -1 : 1, in: document) }
        case .pageUp: mover.scroll(pages: -1)
        case .pageDown: mover.scroll(pages: 1)
        case .cancel: return .leave
        default: return .done
        }
        draw(.panels)
        return .done
    }

    /// The action of a key while candidates are shown; `nil`: its usual action, without them.
    private func pressInCandidates(_ key: ShellKey) -> KeyOutcome? {
        switch key {
        case .selectUp: moveCandidate { $0.select(by: -1) }
        case .selectDown: moveCandidate { $0.select(by: 1) }
        case .pageUp: moveCandidate { $0.select(byPages: -1) }
        case .pageDown: moveCandidate { $0.select(byPages: 1) }
        case .open:
            // Things below them cannot be opened now.
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

    /// Goes to the beginning or the end of a text over the panels; false if there is none, or for another key.
    func press(_ key: PanelKey) -> Bool {
        guard state.keyMode.over == .text, var text = state.printing.text, key == .first || key == .last else {
            return false
        }
        text.position.scroll(by: key == .first ? -text.position.count : text.position.count)
        state.printing.text = text
        draw(.overlays)
        return true
    }

    /// The action of a key while a text is over the panels; `nil`: its usual action, which removes the text.
    private func pressInText(_ key: ShellKey) -> KeyOutcome? {
        guard var text = state.printing.text else { return nil }
        let page = max(1, text.position.visible - 1)
        switch key {
        case .pageUp: text.position.scroll(by: -page)
        case .pageDown: text.position.scroll(by: page)
        case .selectUp: text.position.scroll(by: -1)
        case .selectDown: text.position.scroll(by: 1)
        case .open:
            _ = state.closeTop()
            draw(.panels)
            return .done
        default: return nil
        }
        state.printing.text = text
        draw(.overlays)
        return .done
    }
}
