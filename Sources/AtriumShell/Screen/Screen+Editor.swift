// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// A text of several lines, which is written in a panel.
extension Screen {
    /// Shows the panel, whose text is the next line that is typed.
    ///
    /// - Parameter measuring: What is said of the text beside the title.
    /// - Returns: False where there is no screen to be seen.
    func openEditor(_ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)? = nil) -> Bool {
        guard isShown else { return false }
        state.openEditor(title, measuring: measuring)
        keys.setOtherKeys(true)
        redraw()
        return true
    }

    /// Takes the panel away.
    func closeEditor() {
        state.editor = nil
        keys.setOtherKeys(false)
        redraw()
    }
}
