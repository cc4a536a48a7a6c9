// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

extension KeyMode {
    /// Which keys mean something else than usual with what is on the screen.
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
        // What is read in the place of the list may be there for long: Escape stays Readline’s on a line that is typed.
        let isClosable = isFree && state.coversList
        let isPointedAt = isFree && state.focus != .line
        return KeyMode(
            over: isClosable || state.hasBegun || isPointedAt ? .closable : .nothing, hasLetter: isClosable,
            leadsToPanels: state.isPossible && state.coordinator.currentApp != nil,
            opensByEnter: isPointedAt && state.panels.current == .list)
    }
}
