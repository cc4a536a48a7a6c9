// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// What is known of the line that is typed beside its text.
struct TypedLine {
    /// Whether the next empty line leads back to where somebody was before they typed.
    var isOver = false
    /// What was open when the line was performed.
    var opened: Place?
    /// What the app says of the text in it.
    var remark: LocalizedText?
}

/// From the panels to the line, and back to them.
extension ScreenState {
    /// What is open in the current app; nil where nothing is.
    var openPlace: Place? { isDetailOpen ? coordinator.currentApp?.place : nil }

    /// What the app says of the text that is typed; nil where nothing is.
    var remark: LocalizedText? { focus == .line && !line.text.isEmpty && input.isAtPrompt ? typing.remark : nil }

    /// Gives the focus back to where it was before somebody typed, or to what they have opened.
    func returnToPanels() {
        let isOpened = openPlace != nil && openPlace != typing.opened && layout.detail != nil
        if endTyping(isOpened: isOpened) { settleFocus() }
    }
}
