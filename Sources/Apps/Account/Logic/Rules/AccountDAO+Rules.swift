// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

extension AccountReader {
    /// The owner; `nil` if there is no account.
    package func owner() throws -> UserID? { try accounts().first { $0.role == .owner }?.profile.user }

    /// The session with which later processes find a login, whether or not it has expired; `nil` if none does.
    ///
    /// - Parameter root: The login, by the number of its first session.
    package func kept(_ root: Int, of user: UserID) throws -> SessionRow? {
        try sessions(of: user).last { $0.isKept && !$0.isToken && $0.root == root }
    }
}

/// Accounts, and the passwords tried on them.
extension AccountDAO {
    /// Makes an account and its first session; the first user is the owner.
    ///
    /// - Throws: `AccountStoreFault`.
    package func create(_ draft: AccountDraft, session: SessionDraft) throws -> LoginRow {
        let account = try create(draft)
        return LoginRow(account: account, session: try insert(session, for: account.profile.user))
    }

    /// Makes an account; the first user, and one who comes while there is no owner, is the owner.
    ///
    /// - Throws: `AccountStoreFault`.
    package func create(_ draft: AccountDraft) throws -> AccountRow {
        guard try account(nameKey: draft.nameKey) == nil else {
            throw AccountStoreFault.nameTaken(key: draft.nameKey)
        }
        var draft = draft
        draft.role = try owner() == nil ? .owner : draft.role
        return try insert(draft)
    }

    /// Changes the profile of a user; returns `nil` if there is no such account.
    package func modify(_ user: UserID, _ change: ProfileChange) throws -> Profile? {
        guard var account = try account(user) else { return nil }
        try UserJournal(self, of: user).record(.profile(change, before: account.profile.present(change)))
        account.profile = account.profile.applying(change)
        try update(account)
        return account.profile
    }

    /// Stores a preference; `nil` removes it.
    package func prefer(_ name: String, _ value: String?, of user: UserID) throws {
        try UserJournal(self, of: user).record(
            .setting(name, before: preferences(of: user)[name], after: value))
        try keep(.preference, name, value, of: user)
    }

    /// Replaces `old` by a new hash of the same password.
    ///
    /// - Returns: Whether `old` was still stored; nothing is changed if it was not.
    @discardableResult
    package func rehash(_ user: UserID, from old: String, to new: String) throws -> Bool {
        guard var account = try account(user), account.passwordHash == old else { return false }
        account.passwordHash = new
        try update(account)
        return true
    }

    /// Changes the password, ends every session of the user and starts a new one.
    ///
    /// - Returns: The new session; `nil`, and nothing changed, if `old` is no longer stored.
    package func changePassword(
        of user: UserID, from old: String, to new: String, session: SessionDraft
    ) throws -> SessionRow? {
        guard try rehash(user, from: old, to: new) else { return nil }
        try endAll(of: user)
        return try insert(session, for: user)
    }

    /// Removes an account with its sessions, and remembers that other data of the user may be left; false when there is
    /// none.
    ///
    /// After the owner the first of the others is it who may log in, and has done so; without any the next new user.
    package func remove(_ user: UserID) throws -> Bool {
        guard let account = try account(user) else { return false }
        if account.role == .owner { try requireAllUsers() }
        try delete(user)
        try remember(DeletedUser(user: user, name: account.profile.name))
        let next = try accounts().first { try !$0.isDisabled && kept(.invitation, of: $0.profile.user).isEmpty }
        if account.role == .owner, var next {
            next.role = .owner
            try update(next)
        }
        return true
    }

    /// Replaces the failures by the result of `change`; `nil` forgets them.
    ///
    /// - Returns: The failures as they were.
    package func modifyAttempts(in bucket: Int, _ change: (Attempts?) -> Attempts?) throws -> Attempts? {
        let earlier = try attempts(in: bucket)
        let later = change(earlier)
        if later != earlier { try setAttempts(later, in: bucket) }
        return earlier
    }
}

/// Sessions from their start to their end.
extension AccountDAO {
    /// Starts a session, ends those it stands for, and sweeps those of the user away that expired before it starts,
    /// and those that no token finds and that were not in use after `horizon`: their process is gone.
    ///
    /// - Returns: The session; `nil` if there is no such account.
    package func start(
        _ draft: SessionDraft, for user: UserID, insteadOf numbers: Set<Int>, unusedSince horizon: Timestamp
    ) throws -> LoginRow? {
        guard let account = try account(user) else { return nil }
        let swept = try sessions(of: user).filter { session in
            numbers.contains(session.number) || session.expiresAt <= draft.startedAt
                || (!session.isKept && session.lastUsedAt <= horizon)
        }
        try deleteSessions(swept.map(\.number), of: user)
        return LoginRow(account: account, session: try insert(draft, for: user))
    }

    /// Notes that a session was in use; an earlier time than the one noted changes nothing.
    package func touch(_ number: Int, of user: UserID, at now: Timestamp) throws {
        guard var session = try login(.number(number, of: user))?.session, session.lastUsedAt < now else { return }
        session.lastUsedAt = now
        try update(session)
    }

    /// Ends every session and token of a user.
    package func endAll(of user: UserID) throws {
        try deleteSessions(try sessions(of: user).map(\.number), of: user)
    }

    /// Ends a session; false when there is none.
    package func end(_ number: Int, of user: UserID) throws -> Bool {
        guard try login(.number(number, of: user)) != nil else { return false }
        try deleteSessions([number], of: user)
        return true
    }

    /// Ends a session, and hides the login that it belongs to from later processes; its other sessions go on.
    ///
    /// That of a token goes on too: the next run of the script uses it.
    ///
    /// - Returns: The ended sessions.
    package func logOut(_ number: Int, from root: Int, of user: UserID) throws -> [SessionRow] {
        let ended = try sessions(of: user).filter {
            !$0.isToken && ($0.number == number || ($0.isKept && $0.root == root))
        }
        try deleteSessions(ended.map(\.number), of: user)
        return ended
    }

    /// Ends every session of a user but one; tokens for scripts stay.
    ///
    /// - Returns: The number of ended sessions that would have lasted after `now`.
    package func endOthers(than number: Int, of user: UserID, after now: Timestamp) throws -> Int {
        let others = try sessions(of: user).filter { $0.number != number && !$0.isToken }
        try deleteSessions(others.map(\.number), of: user)
        return others.count { $0.expiresAt > now }
    }
}
