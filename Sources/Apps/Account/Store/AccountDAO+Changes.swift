// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session

/// Changes of one step each; what they do is said where their rules are.
extension AccountDAO {
    /// Makes an account; see `AccountTransaction.create(_:session:)`.
    package func create(_ draft: AccountDraft, session: SessionDraft) async throws -> LoginRow {
        try await write { try $0.create(draft, session: session) }
    }

    /// Changes what an account says of its user; nil when there is no such account.
    package func modify(_ user: UserID, _ change: ProfileChange) async throws -> Profile? {
        try await write { try $0.modify(user, change) }
    }

    /// Puts a new hash of the same password in the place of `old`; does nothing when that is no longer stored.
    package func rehash(_ user: UserID, from old: String, to new: String) async throws {
        try await write { _ = try $0.rehash(user, from: old, to: new) }
    }

    /// Changes the password; see `AccountTransaction.changePassword(of:from:to:session:)`.
    package func changePassword(
        of user: UserID, from old: String, to new: String, session: SessionDraft
    ) async throws -> SessionRow? {
        try await write { try $0.changePassword(of: user, from: old, to: new, session: session) }
    }

    /// Removes an account; see `AccountTransaction.remove(_:)`.
    package func remove(_ user: UserID) async throws -> Bool { try await write { try $0.remove(user) } }

    /// Forgets that a user was removed: nothing of theirs is left.
    package func forget(_ user: UserID) async throws { try await write { try $0.forget(user) } }

    /// Keeps a preference, of which nil forgets it; does nothing when there is no such account.
    package func setPreference(_ name: String, to value: String?, of user: UserID) async throws {
        try await write { try $0.setPreference(name, to: value, of: user) }
    }

    /// Starts a session; see `AccountTransaction.start(_:for:insteadOf:unusedSince:)`.
    package func start(
        _ draft: SessionDraft, for user: UserID, insteadOf numbers: Set<Int>, unusedSince horizon: Timestamp
    ) async throws -> LoginRow? {
        try await write { try $0.start(draft, for: user, insteadOf: numbers, unusedSince: horizon) }
    }

    /// Notes that a session was in use; an earlier time than the one noted changes nothing.
    package func touch(_ number: Int, of user: UserID, at now: Timestamp) async throws {
        try await write { try $0.touch(number, of: user, at: now) }
    }

    /// Ends a session; false when there is none.
    package func end(_ number: Int, of user: UserID) async throws -> Bool {
        try await write { try $0.end(number, of: user) }
    }

    /// Ends a session, and the kept one of its login; see `AccountTransaction.logOut(_:from:of:)`.
    package func logOut(_ number: Int, from root: Int, of user: UserID) async throws -> [SessionRow] {
        try await write { try $0.logOut(number, from: root, of: user) }
    }

    /// Ends every session of a user but one; see `AccountTransaction.endOthers(than:of:after:)`.
    package func endOthers(than number: Int, of user: UserID, after now: Timestamp) async throws -> Int {
        try await write { try $0.endOthers(than: number, of: user, after: now) }
    }

    /// Puts what `change` makes of the failures in their place, before anybody else reads them.
    ///
    /// - Parameter change: called once, within the transaction.
    /// - Returns: The failures as they were.
    @discardableResult
    package func modifyAttempts(
        in bucket: Int, _ change: @escaping @Sendable (Attempts?) -> Attempts?
    ) async throws -> Attempts? {
        try await write { try $0.modifyAttempts(in: bucket, change) }
    }
}
