// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// One change of accounts and logins.
package enum AccountChange: Hashable, Sendable {
    /// What an account says of its user, or what the user has the shell keep; also that it came or went.
    case account(UserID)
    /// The sessions of a user.
    case sessions(UserID)
}
