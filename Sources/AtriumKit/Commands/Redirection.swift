// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a command’s plain output goes instead of the screen.
public enum Redirection: Hashable, Sendable {
    /// `> FILE`, or `>> FILE`.
    case file(String, appending: Bool)
    /// `| PROGRAM`, a line for the system’s shell.
    case program(String)
}
