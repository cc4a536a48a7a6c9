// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session

/// What a store tells of accounts and sessions, in one consistent state.
///
/// It belongs to the transaction that gave it.
package protocol AccountReader {
    /// Whether there is no account.
    func isEmpty() throws -> Bool

    /// The account whose name has this key.
    func account(nameKey: String) throws -> AccountRow?

    /// The account of this user.
    func account(_ user: UserID) throws -> AccountRow?

    /// A session with its account.
    func login(_ key: SessionKey) throws -> LoginRow?

    /// The sessions of a user, by number.
    func sessions(of user: UserID) throws -> [SessionRow]

    /// What the user has the shell keep, by name.
    func preferences(of user: UserID) throws -> [String: String]

    /// The users who were removed and are remembered, by number.
    func removed() throws -> [DeletedUser]

    /// The failures that count against the names of a bucket; nil when there are none.
    func attempts(in bucket: Int) throws -> Attempts?
}

/// How a session is found.
package enum SessionKey: Hashable, Sendable {
    /// By its number, which only its user has.
    case number(Int, of: UserID)
    /// By the fingerprint of its token.
    case fingerprint([UInt8])
}
