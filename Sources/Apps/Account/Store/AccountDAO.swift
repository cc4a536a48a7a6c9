// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session
package import Stores
package import Systems

/// A store of accounts and their sessions: transactions on them.
///
/// What an operation means is written once, for all stores, in terms of `AccountTransaction`: see the folder `Rules`. A
/// store keeps users apart, and gives users and sessions their numbers. Sessions are there until they are ended or swept
/// away: whether one has expired is for the caller to judge.
///
/// Reads answer at once on the caller’s actor, from an index; writes wait for other processes without blocking it. All
/// throw `StoreFault`, and what the body throws.
package protocol AccountDAO: Sendable {
    /// Reads one consistent state, however much of it is asked for.
    func read<Result: Sendable>(_ body: @Sendable (any AccountReader) throws -> Result) async throws -> Result

    /// Changes accounts, wholly or not at all, also when another process writes at the same time.
    ///
    /// When `body` throws, everything is as it was before.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Result
    ) async throws -> Result

    /// Whether a session of a user is there, and what the user has the shell keep is this, or anything with nil: asked
    /// before every command and within every write, so it is the least that can be asked.
    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool

    /// Whether there is an account of this user.
    func hasAccount(_ user: UserID) throws -> Bool

    /// Checks a password while nobody else checks one on this system: the tries of those who are still at it would count
    /// against everybody. Who waited for some seconds goes on all the same.
    ///
    /// - Throws: what the check throws.
    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result

    /// Somebody who hears of each change from now on, by this process or another.
    func changes() -> ChangeObserver<AccountChange>
}

/// Single questions, each of one consistent state.
extension AccountDAO {
    /// Whether there is no account.
    package func isEmpty() async throws -> Bool { try await read { try $0.isEmpty() } }

    /// The account whose name has this key.
    package func find(nameKey: String) async throws -> AccountRow? {
        try await read { try $0.account(nameKey: nameKey) }
    }

    /// The account of this user.
    package func find(_ user: UserID) async throws -> AccountRow? { try await read { try $0.account(user) } }

    /// A session of a user, with the account.
    package func login(_ number: Int, of user: UserID) async throws -> LoginRow? {
        try await read { try $0.login(.number(number, of: user)) }
    }

    /// The session whose token has this fingerprint, with the account.
    package func login(fingerprint: [UInt8]) async throws -> LoginRow? {
        try await read { try $0.login(.fingerprint(fingerprint)) }
    }

    /// The sessions of a user that expire after `now`, by number.
    package func sessions(of user: UserID, after now: Timestamp) async throws -> [SessionRow] {
        try await read { try $0.sessions(of: user).filter { $0.expiresAt > now } }
    }

    /// The session with which later processes find a login, whether or not it has expired; nil where none does.
    ///
    /// - Parameter root: the login, by the number of its first session.
    package func kept(_ root: Int, of user: UserID) async throws -> SessionRow? {
        try await read { try $0.sessions(of: user).last { $0.isKept && $0.root == root } }
    }

    /// What the user has the shell keep, by name.
    package func preferences(of user: UserID) async throws -> [String: String] {
        try await read { try $0.preferences(of: user) }
    }

    /// The users who were removed, until `forget` is called for them.
    package func removed() async throws -> [DeletedUser] { try await read { try $0.removed() } }
}

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
        try await write { try $0.prefer(name, value, of: user) }
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

/// The account stores: one for each information system.
package enum UserStore {
    /// The accounts of a system, their tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package static func open(on system: InformationSystem) throws -> any AccountDAO {
        switch system {
        case .memory(let memory): MemoryAccountDAO(on: memory)
        case .sqlite(let sqlite): try SQLiteAccountDAO(on: sqlite)
        }
    }

    /// Where a login is kept for later processes that use the same system.
    package static func tokens(on system: InformationSystem) -> any TokenStore {
        switch system {
        case .memory(let memory): MemoryTokenStore(on: memory)
        case .sqlite(let sqlite): FileTokenStore(path: sqlite.folder + "/login")
        }
    }
}
