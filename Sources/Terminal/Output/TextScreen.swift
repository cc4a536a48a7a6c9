// SPDX-License-Identifier: GPL-3.0-or-later

/// A full screen that has taken the terminal: what is printed meanwhile appears on it, as it sees fit.
@MainActor
public protocol TextScreen: AnyObject {
    /// Shows lines that were printed; they are already sanitised.
    func show(_ lines: [String])
    /// Shows a line that was printed on standard error; it is already sanitised.
    func showError(_ line: String)
    /// Gives the terminal away, as it was before.
    func leaveScreen()
    /// Takes the terminal again.
    func enterScreen()
}
