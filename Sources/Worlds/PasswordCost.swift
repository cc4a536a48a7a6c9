// SPDX-License-Identifier: GPL-3.0-or-later

/// How dear it is made to guess a password.
public enum PasswordCost: Sendable, Hashable {
    /// As dear as a login can bear.
    case full
    /// The least there is: for scripts and tests alone, whose data is worth nothing.
    case least
}
