// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The changes of accounts and sessions in a transaction, which sees its own changes.
///
/// Valid until the transaction ends. The rules in `Rules` decide what may be changed.
package protocol AccountDAO: AccountReader {
    /// Inserts an account under a new user number. The number of a removed user is never given again, so that a new user
    /// cannot reach data that an old one has left in any store.
    ///
    /// - Throws: `AccountStoreFault.noMoreUsers`.
    func insert(_ draft: AccountDraft) throws -> AccountRow

    /// Replaces the account of a user, all but its number and its date; its name is free.
    func update(_ account: AccountRow) throws

    /// Removes an account with its sessions and kept values.
    func delete(_ user: UserID) throws

    /// Records that a user was removed.
    func remember(_ user: DeletedUser) throws

    /// Erases the record of a removed user from file and log on commit.
    func forget(_ user: UserID) throws

    /// Keeps a small value of a user with an account; `nil` removes it.
    func keep(_ kind: KeptKind, _ name: String, _ value: String?, of user: UserID) throws

    /// Stores an entry of a user’s journal; see `JournalKeeping.put(_:)`.
    func put(_ entry: JournalEntry, of user: UserID) throws

    /// Inserts a session of a user with an account under the user’s next number.
    func insert(_ draft: SessionDraft, for user: UserID) throws -> SessionRow

    /// Stores the last use and the name of a session; does nothing if there is none of its number.
    func update(_ session: SessionRow) throws

    /// Removes the sessions of these numbers.
    func deleteSessions(_ numbers: [Int], of user: UserID) throws

    /// Stores the failures that count against the names of a bucket; `nil` removes them.
    func setAttempts(_ attempts: Attempts?, in bucket: Int) throws

    /// Adds an entry at the end of the audit trail; nothing removes or changes one.
    func append(_ entry: AuditEntry) throws

    /// Completes the transaction before its commit, and returns its changes.
    func finish() throws -> ChangeLog<AccountChange>
}

/// The questions about accounts and sessions, in one consistent state.
///
/// Valid until the transaction ends.
package protocol AccountReader {
    /// Whether there is no account.
    func isEmpty() throws -> Bool

    /// All accounts, by number.
    func accounts() throws -> [AccountRow]

    /// The account whose name has this key.
    func account(nameKey: String) throws -> AccountRow?

    func account(_ user: UserID) throws -> AccountRow?

    /// A session with its account.
    func login(_ key: SessionKey) throws -> LoginRow?

    /// The sessions of a user, by number.
    func sessions(of user: UserID) throws -> [SessionRow]

    /// The small values of a kind that are kept for a user, by name.
    func kept(_ kind: KeptKind, of user: UserID) throws -> [String: String]

    /// The entries of a user’s journal, the newest first, `limit` at most.
    func journal(of user: UserID, limit: Int) throws -> [JournalEntry]

    /// The users who were removed and are remembered, by number.
    func removed() throws -> [DeletedUser]

    /// The failures that count against the names of a bucket; `nil` when there are none.
    func attempts(in bucket: Int) throws -> Attempts?

    /// The entries of the audit trail before one of this number, or the last ones with `nil`, the newest first, `limit`
    /// at most.
    func audit(before number: Int?, limit: Int) throws -> [AuditEntry]

    /// The last entry of the audit trail; of one that may not be seen only the number and the hash.
    func lastAudit() throws -> AuditEntry?

    /// Checks that the accounts of all users can be seen.
    ///
    /// - Throws: `StoreFault.oneUser`.
    func requireAllUsers() throws
}

extension AccountReader {
    package func lastAudit() throws -> AuditEntry? { try audit(before: nil, limit: 1).first }

    package func requireAllUsers() throws {}
}

package enum SessionKey: Hashable, Sendable {
    /// The number, which is unique for its user.
    case number(Int, of: UserID)
    /// The fingerprint of its token.
    case fingerprint([UInt8])
}

extension UserID {
    /// The last user that there can be: 22 bits stand above the 40 of a row’s number in one key.
    package static let last = UserID(rawValue: 1 << 22 - 1)
}
