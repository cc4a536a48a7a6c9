// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumSession
import AtriumStores

/// Single questions, each of one consistent state.
extension AccountStores {
    /// Whether there is no account.
    func isEmpty() async throws -> Bool { try await accounts.read { try $0.isEmpty() } }

    /// The account whose name has this key.
    func find(nameKey: String) async throws -> AccountRow? {
        try await accounts.read { try $0.account(nameKey: nameKey) }
    }

    /// The account of this user.
    func find(_ user: UserID) async throws -> AccountRow? { try await accounts.read { try $0.account(user) } }

    /// A session of a user, with the account.
    func login(_ number: Int, of user: UserID) async throws -> LoginRow? {
        try await accounts.read { try $0.login(.number(number, of: user)) }
    }

    /// The session whose token has this fingerprint, with the account.
    func login(fingerprint: [UInt8]) async throws -> LoginRow? {
        try await accounts.read { try $0.login(.fingerprint(fingerprint)) }
    }

    /// The sessions of a user that expire after `now`, by number.
    func sessions(of user: UserID, after now: Timestamp) async throws -> [SessionRow] {
        try await accounts.read { try $0.sessions(of: user).filter { $0.expiresAt > now } }
    }

    /// The session with which later processes find a login, whether or not it has expired; nil where none does.
    ///
    /// - Parameter root: the login, by the number of its first session.
    func kept(_ root: Int, of user: UserID) async throws -> SessionRow? {
        try await accounts.read { try $0.sessions(of: user).last { $0.isKept && $0.root == root } }
    }

    /// What the user has the shell keep, by name.
    func preferences(of user: UserID) async throws -> [String: String] {
        try await accounts.read { try $0.preferences(of: user) }
    }

    /// The users who were removed, until `forget` is called for them.
    func removed() async throws -> [DeletedUser] { try await accounts.read { try $0.removed() } }
}

/// Changes of one step each; what they do is said where their rules are.
extension AccountStores {
    /// Makes an account; see `AccountDAO.create(_:session:)`.
    func create(_ draft: AccountDraft, session: SessionDraft) async throws -> LoginRow {
        try await accounts.write { try $0.create(draft, session: session) }
    }

    /// Changes what an account says of its user; nil when there is no such account.
    func modify(_ user: UserID, _ change: ProfileChange) async throws -> Profile? {
        try await accounts.write { try $0.modify(user, change) }
    }

    /// Puts a new hash of the same password in the place of `old`; does nothing when that is no longer stored.
    func rehash(_ user: UserID, from old: String, to new: String) async throws {
        try await accounts.write { _ = try $0.rehash(user, from: old, to: new) }
    }

    /// Changes the password; see `AccountDAO.changePassword(of:from:to:session:)`.
    func changePassword(
        of user: UserID, from old: String, to new: String, session: SessionDraft
    ) async throws -> SessionRow? {
        try await accounts.write { try $0.changePassword(of: user, from: old, to: new, session: session) }
    }

    /// Removes an account; see `AccountDAO.remove(_:)`.
    func remove(_ user: UserID) async throws -> Bool { try await accounts.write { try $0.remove(user) } }

    /// Forgets that a user was removed: nothing of theirs is left.
    func forget(_ user: UserID) async throws { try await accounts.write { try $0.forget(user) } }

    /// Keeps a preference, of which nil forgets it; does nothing when there is no such account.
    func setPreference(_ name: String, to value: String?, of user: UserID) async throws {
        try await accounts.write { try $0.prefer(name, value, of: user) }
    }

    /// Starts a session; see `AccountDAO.start(_:for:insteadOf:unusedSince:)`.
    func start(
        _ draft: SessionDraft, for user: UserID, insteadOf numbers: Set<Int>, unusedSince horizon: Timestamp
    ) async throws -> LoginRow? {
        try await accounts.write { try $0.start(draft, for: user, insteadOf: numbers, unusedSince: horizon) }
    }

    /// Notes that a session was in use; an earlier time than the one noted changes nothing.
    func touch(_ number: Int, of user: UserID, at now: Timestamp) async throws {
        try await accounts.write { try $0.touch(number, of: user, at: now) }
    }

    /// Ends a session; false when there is none.
    func end(_ number: Int, of user: UserID) async throws -> Bool {
        try await accounts.write { try $0.end(number, of: user) }
    }

    /// Ends a session, and the kept one of its login; see `AccountDAO.logOut(_:from:of:)`.
    func logOut(_ number: Int, from root: Int, of user: UserID) async throws -> [SessionRow] {
        try await accounts.write { try $0.logOut(number, from: root, of: user) }
    }

    /// Ends every session of a user but one; see `AccountDAO.endOthers(than:of:after:)`.
    func endOthers(than number: Int, of user: UserID, after now: Timestamp) async throws -> Int {
        try await accounts.write { try $0.endOthers(than: number, of: user, after: now) }
    }

    /// Puts what `change` makes of the failures in their place, before anybody else reads them.
    ///
    /// - Parameter change: called once, within the transaction.
    /// - Returns: The failures as they were.
    @discardableResult
    func modifyAttempts(
        in bucket: Int, _ change: @escaping @Sendable (Attempts?) -> Attempts?
    ) async throws -> Attempts? {
        try await accounts.write { try $0.modifyAttempts(in: bucket, change) }
    }
}

extension AccountStores {
    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool {
        try lookup.hasSession(number, of: user, with: preferences)
    }

    func hasAccount(_ user: UserID) throws -> Bool { try lookup.hasAccount(user) }

    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result {
        try await lookup.oneAtATime(check)
    }

    func changes() -> ChangeObserver<AccountChange> { accounts.changes() }
}
