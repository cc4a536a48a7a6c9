// SPDX-License-Identifier: GPL-3.0-or-later

/// What was printed before and may be seen again: before the present command, and before everything was covered.
struct EarlierPrinting {
    /// What was printed before the present command.
    private(set) var before = ScreenPrinting()
    /// What was printed before everything was covered, for whoever gives the password.
    private var covered: ScreenPrinting?

    /// A command starts.
    mutating func keep(_ printing: ScreenPrinting) {
        before = printing
        if covered != nil { covered = ScreenPrinting() }
    }

    /// Takes off what was printed, until somebody gives the password.
    mutating func cover(_ printing: inout ScreenPrinting) {
        guard covered == nil else { return }
        covered = printing
        printing = ScreenPrinting()
        before = ScreenPrinting()
    }

    /// Has it there again.
    ///
    /// - Parameter isKept: Whether the one who is there now is the one for whom it was printed.
    mutating func uncover(_ printing: inout ScreenPrinting, isKept: Bool) {
        if let covered, isKept { printing = covered }
        covered = nil
    }
}
