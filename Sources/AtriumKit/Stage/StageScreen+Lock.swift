// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What is on the screen while nothing of anybody’s may be.
extension StageScreen {
    /// Takes everything off the screen that is somebody’s: panels show nothing by themselves then, and what was printed
    /// waits for the password.
    func cover() {
        if coveredPrinting == nil {
            coveredPrinting = printing
            printing = StagePrinting()
            printedBefore = StagePrinting()
        }
        candidates = nil
        isInSidebar = false
        line = EditedLine(prompt: Prompt(text: ""))
        bindKeys()
        redraw()
    }

    /// Shows everything again.
    ///
    /// - Parameter keepsPrinted: Whether the one who is there now is the one for whom it was printed.
    func uncover(keepsPrinted: Bool) {
        if let before = coveredPrinting, keepsPrinted { printing = before }
        coveredPrinting = nil
        redraw()
    }

    /// Takes away what was said last, where nobody has typed a command since.
    func forgetPrinted() { printing.begin("") }
}
