// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Stores

/// What a store can change of accounts and sessions.
///
/// It sees its own changes, and belongs to the transaction that gave it. What may be changed is for the rules to say.
package protocol AccountDAO: AccountReader {
    /// Puts an account, and gives its user a new number: one that was removed does not come back, so that nothing which
    /// is left of the old user in any store can be reached by the new one.
    ///
    /// - Throws: `AccountStoreFault.noMoreUsers`.
    func insert(_ draft: AccountDraft) throws -> AccountRow

    /// Puts a profile and a password’s hash in place of those that the user has.
    func update(_ account: AccountRow) throws

    /// Removes an account with its sessions and all that the user has the shell keep.
    func delete(_ user: UserID) throws

    /// Remembers that a user was removed.
    func remember(_ user: DeletedUser) throws

    /// Forgets that a user was removed, also in the log of a file once the transaction is done.
    func forget(_ user: UserID) throws

    /// Keeps a preference of a user who has an account; nil forgets it.
    func setPreference(_ name: String, to value: String?, of user: UserID) throws

    /// Keeps an entry of a user’s journal; see `JournalKeeping.put(_:)`.
    func put(_ entry: JournalEntry, of user: UserID) throws

    /// Puts a session of a user who has an account, and gives it the user’s next number, which none had before.
    func insert(_ draft: SessionDraft, for user: UserID) throws -> SessionRow

    /// Notes when a session was last in use.
    func setLastUse(of number: Int, of user: UserID, to time: Timestamp) throws

    /// Removes the sessions of these numbers.
    func deleteSessions(_ numbers: [Int], of user: UserID) throws

    /// Puts the failures that count against the names of a bucket; nil forgets them.
    func setAttempts(_ attempts: Attempts?, in bucket: Int) throws

    /// The changes of the transaction, when it is complete.
    func finish() throws -> ChangeLog<AccountChange>
}

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

    /// The entries of a user’s journal, the newest first, `limit` at most.
    func journal(of user: UserID, limit: Int) throws -> [JournalEntry]

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

extension UserID {
    /// The last user that there can be: 22 bits stand above the 40 of a row’s number in one key.
    package static let last = UserID(rawValue: 1 << 22 - 1)
}
