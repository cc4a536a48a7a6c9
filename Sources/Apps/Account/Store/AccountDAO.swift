// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session
package import Stores

/// Reads and writes accounts and their sessions.
///
/// Every operation is atomic: it happens wholly or not at all, also when another process writes at the same time.
/// What belongs to a user is reached through that user alone. Sessions are there until they are ended or swept away:
/// whether one has expired is for the caller to judge. All throw `StoreFault`. Operations may be called from any
/// isolation; those that only read answer on the caller’s thread, from an index.
package protocol AccountDAO: Sendable {
    /// Whether there is no account.
    func isEmpty() async throws -> Bool

    /// Makes an account and its first session.
    ///
    /// The user’s number is new: one that was removed does not come back, so that nothing which is left of the old
    /// user in any store can be reached by the new one.
    ///
    /// - Throws: `AccountStoreFault`.
    func create(_ draft: AccountDraft, session: SessionDraft) async throws -> LoginRow

    /// The account whose name has this key.
    func find(nameKey: String) async throws -> AccountRow?

    /// The account of this user.
    func find(_ user: UserID) async throws -> AccountRow?

    /// Changes what an account says of its user; nil when there is no such account.
    func modify(_ user: UserID, _ change: ProfileChange) async throws -> Profile?

    /// Puts a new hash of the same password in the place of `old`; does nothing when that is no longer stored.
    func rehash(_ user: UserID, from old: String, to new: String) async throws

    /// Changes the password, ends every session of the user and starts a new one.
    ///
    /// - Returns: The new session; nil, and nothing changed, when `old` is no longer stored.
    func changePassword(
        of user: UserID, from old: String, to new: String, session: SessionDraft
    ) async throws -> SessionRow?

    /// Removes an account with its sessions, and keeps that other data of the user may be left; false when there is none.
    func remove(_ user: UserID) async throws -> Bool

    /// The users who were removed, until `forget` is called for them.
    func removed() async throws -> [DeletedUser]

    /// Forgets that a user was removed: nothing of theirs is left.
    func forget(_ user: UserID) async throws

    /// What the user has the shell keep, by name.
    func preferences(of user: UserID) async throws -> [String: String]

    /// Keeps one of them; nil forgets it. Does nothing when there is no such account.
    func setPreference(_ name: String, to value: String?, of user: UserID) async throws

    /// Starts a session, ends the one it stands for, and sweeps those of the user away that expired before it starts,
    /// and those that no token finds and that were not in use after `horizon`: their process is gone.
    ///
    /// - Returns: The session; nil when there is no such account.
    func start(
        _ draft: SessionDraft, for user: UserID, insteadOf number: Int?, unusedSince horizon: Timestamp
    ) async throws -> LoginRow?

    /// Whether a session of a user is there, which is the least that can be asked of it.
    func hasSession(_ number: Int, of user: UserID) async throws -> Bool

    /// A session of a user, with the account.
    func login(_ number: Int, of user: UserID) async throws -> LoginRow?

    /// The session whose token has this fingerprint, with the account.
    func login(fingerprint: [UInt8]) async throws -> LoginRow?

    /// The sessions of a user that expire after `now`, by number.
    func sessions(of user: UserID, after now: Timestamp) async throws -> [SessionRow]

    /// Notes that a session was in use; an earlier time than the one noted changes nothing.
    func touch(_ number: Int, of user: UserID, at now: Timestamp) async throws

    /// Ends a session; false when there is none.
    func end(_ number: Int, of user: UserID) async throws -> Bool

    /// Ends every session of a user but one.
    ///
    /// - Returns: How many it ended that would have lasted after `now`.
    func endOthers(than number: Int, of user: UserID, after now: Timestamp) async throws -> Int

    /// The failures that count against the names of a bucket; nil when there are none.
    func attempts(in bucket: Int) async throws -> Attempts?

    /// Puts what `change` makes of the failures in their place, nil forgetting them, before anybody else reads them.
    ///
    /// - Parameter change: called once, within the transaction.
    /// - Returns: The failures as they were.
    @discardableResult
    func modifyAttempts(
        in bucket: Int, _ change: @escaping @Sendable (Attempts?) -> Attempts?
    ) async throws -> Attempts?

    /// Checks a password while nobody else checks one on this system: the tries of those who are still at it would count
    /// against everybody. Who waited for some seconds goes on all the same.
    ///
    /// - Throws: what the check throws.
    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result

    /// Somebody who hears of each change from now on, by this process or another.
    func changes() -> ChangeObserver<AccountChange>
}
