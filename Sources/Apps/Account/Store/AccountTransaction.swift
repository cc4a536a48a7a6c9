// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session

/// What a store can change of accounts and sessions.
///
/// It sees its own changes, and belongs to the transaction that gave it. What may be changed is for the rules to say.
package protocol AccountTransaction: AccountReader {
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

    /// Puts a session of a user who has an account, and gives it the user’s next number, which none had before.
    func insert(_ draft: SessionDraft, for user: UserID) throws -> SessionRow

    /// Notes when a session was last in use.
    func setLastUse(of number: Int, of user: UserID, to time: Timestamp) throws

    /// Removes the sessions of these numbers.
    func deleteSessions(_ numbers: [Int], of user: UserID) throws

    /// Puts the failures that count against the names of a bucket; nil forgets them.
    func setAttempts(_ attempts: Attempts?, in bucket: Int) throws
}
