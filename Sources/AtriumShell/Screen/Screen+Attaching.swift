// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Having the terminal, or leaving it to lines of text.
extension Screen {
    /// Takes the terminal, the line that is typed, and what is printed; what was on it before is for nobody any more.
    func attach() {
        // What was said until now was said in lines; a terminal that is gone stays so.
        try? output.gate.flush()
        state.cover()
        state.uncover(keepsPrinted: false)
        take()
        settingsDidChange()
        enterScreen()
    }

    /// Leaves the terminal and everything that is typed and printed on it to who shows that otherwise.
    func detach() {
        leaveScreen()
        output.gate.screen = nil
        keys.setMouse(false)
        keyboard.release()
        keys.display = nil
    }

    /// Has what is typed and printed shown on it.
    func take() {
        output.gate.screen = self
        keys.display = line
    }
}
