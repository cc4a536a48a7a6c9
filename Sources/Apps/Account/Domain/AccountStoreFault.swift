// SPDX-License-Identifier: GPL-3.0-or-later

/// What an account store refuses, as facts.
package enum AccountStoreFault: Error, Hashable, Sendable {
    /// There is an account whose name has this key.
    case nameTaken(key: String)
    /// Every number that a user can have has been given away.
    case noMoreUsers
}
