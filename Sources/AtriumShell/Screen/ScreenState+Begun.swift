// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A line that a key has begun, such as the one that gives a new name: Escape gives it up.
extension ScreenState {
    /// Gives the focus to a line that a key has begun.
    func begin(with text: String) {
        begun = text
        beginTyping()
    }

    /// Whether the line is one that a key has begun, and nobody has gone on with.
    var hasBegun: Bool { focus == .line && begun.map(line.text.hasSuffix) == true }

    /// Gives the focus back to the panels from a line that a key has begun, and nobody has gone on with; false where there
    /// is none.
    func endBegun() -> Bool {
        guard hasBegun else { return false }
        begun = nil
        // That the line is emptied is no typing.
        isNextLine = true
        enterPanels()
        return true
    }
}
