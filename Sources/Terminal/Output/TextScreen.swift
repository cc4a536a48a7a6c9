// SPDX-License-Identifier: GPL-3.0-or-later

/// A full screen that has taken the terminal: what is printed meanwhile appears on it, as it sees fit.
@MainActor
public protocol TextScreen: AnyObject {
    /// Shows lines that were printed.
    func show(_ lines: [VisibleText])
    /// Shows a line that was printed on standard error.
    func showError(_ line: VisibleText)
    /// Gives the terminal away, as it was before.
    func leaveScreen()
    /// Takes the terminal again.
    func enterScreen()
}
