// SPDX-License-Identifier: GPL-3.0-or-later

package import Secrets
package import Session
package import Stores
package import Worlds

/// The rules of accounts and logins; everything that changes an account passes here.
///
/// Has no state but the store’s, so any number of services, in one process or several, agree. Passwords are hashed off
/// the caller’s actor.
package struct AccountService: Sendable {
    let accounts: AccountStore
    let lookup: any LoginLookup
    let tokens: any TokenStore
    let hasher: any PasswordHashing
    let random: any RandomBytes
    let clock: any WallClock
    let policy: SessionPolicy
    let place: String

    /// A service of these parts.
    ///
    /// - Parameters:
    ///   - random: The source of tokens.
    ///   - place: The recorded place at which sessions are started.
    package init(
        _ stores: AccountStores, hasher: any PasswordHashing,
        random: any RandomBytes = SodiumRandom(), clock: any WallClock, policy: SessionPolicy = .standard,
        place: String = ""
    ) {
        accounts = stores.accounts
        lookup = stores.lookup
        tokens = stores.tokens
        self.hasher = hasher
        self.random = random
        self.clock = clock
        self.policy = policy
        self.place = place
    }

    /// The service of a world.
    ///
    /// A hash of the least cost, which protects nothing, is made anew at full cost at the next login in a world of that.
    /// Tokens are random in both: no output has them, so nothing has to repeat.
    package init(_ stores: AccountStores, in world: World) {
        self.init(
            stores,
            hasher: PasswordHasher(parameters: world.passwordCost == .full ? .current : .cheap), clock: world.clock,
            place: world.loginPlace)
    }

    /// Returns an observer of all later changes of accounts and sessions, by this process or another.
    package func changes() -> ChangeObserver<AccountChange> { accounts.changes() }
}

extension AccountService {
    /// Returns the profile of the user of a session.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func profile(for session: UserSession) async throws -> Profile {
        try await current(session).account.profile
    }

    /// Changes a field; an empty value removes the old one.
    ///
    /// - Throws: `AccountFault.badValue`, `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func set(_ field: ProfileField, to value: String, for session: UserSession) async throws -> Profile {
        let change = try field.change(to: value)
        guard let profile = try await self.change(session, { try $0.modify(session.user, change) }) else {
            throw AuthenticationFault.notLoggedIn
        }
        return profile
    }

    /// The changes made by commands, the newest first.
    package func journal(of session: UserSession) async throws -> [JournalEntry] {
        try await accounts.read { try $0.journal(of: session.user, limit: Journal.mostEntries) }
    }

    /// Undoes the last change, or repeats the one that was undone last.
    ///
    /// A change that cannot be undone or repeated is passed over from then on.
    ///
    /// - Returns: The entries, none if there is nothing to do; and the session as it is now.
    /// - Throws: `JournalFault`, `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func perform(
        _ step: JournalStep, for session: UserSession
    ) async throws -> (entries: [JournalEntry], session: UserSession) {
        do {
            let entries = try await change(session) { accounts in
                let journal = UserJournal(accounts, of: session.user)
                return try journal.perform(step) { try journal.perform(step, $0) }
            }
            return (entries, try await userSession(current(session)))
        } catch let failure as JournalFailure {
            try await change(session) { try UserJournal($0, of: session.user).pass(failure) }
            throw failure.fault
        }
    }

    /// Checks the password that the account has.
    ///
    /// - Throws: `AccountFault.wrongPassword`, `AuthenticationFault`, `StoreFault`.
    package func confirm(_ password: Secret, for session: UserSession) async throws {
        try await confirm(password, of: try await current(session).account)
    }

    /// Checks a new password.
    ///
    /// - Throws: `AuthenticationFault` for one that breaks the rules.
    package func check(_ new: Secret, for session: UserSession) throws {
        try PasswordRules.check(new, forNameKey: AccountName.key(of: session.name))
    }

    /// Changes the password, ends every session of the user and starts a new one, kept if a later process found the login of the old one.
    ///
    /// - Throws: `AccountFault.wrongPassword`, `.samePassword`, `.outOfMemory`; `AuthenticationFault` for a new password
    ///   that breaks the rules, for a wait after failures, and when the session has ended; `StoreFault`.
    package func changePassword(
        from old: Secret, to new: Secret, for session: UserSession
    ) async throws -> UserSession {
        let login = try await current(session)
        try await confirm(old, of: login.account)
        guard PasswordSpelling(old).bytes != PasswordSpelling(new).bytes else { throw AccountFault.samePassword }
        try PasswordRules.check(new, forNameKey: AccountName.key(of: login.account.profile.name))
        let hash = try await hash(new)
        let isKept = try await accounts.read { try $0.kept(login.session.root, of: session.user) } != nil
        let (draft, token) = draft(kept: isKept)
        let row = try await change(session) {
            try $0.changePassword(
                of: session.user, from: login.account.passwordHash, to: hash, session: draft)
        }
        // `nil`: another process changed it meanwhile, so the old one is no longer the account’s.
        guard let row else { throw AccountFault.wrongPassword }
        try await keep(token, of: row)
        return try await userSession(LoginRow(account: login.account, session: row))
    }

    /// Deletes the account with its sessions, for good.
    ///
    /// Other apps’ data of this user are out of reach by that; they are recorded until they are deleted too: see
    /// `unfinishedDeletions`.
    ///
    /// - Parameter confirmation: The account’s name, typed again; its spelling in capitals does not matter.
    /// - Throws: `AccountFault.confirmationDiffers`, `.wrongPassword`; `AuthenticationFault`; `StoreFault`.
    package func delete(_ session: UserSession, password: Secret, confirmation: String) async throws {
        let login = try await current(session)
        let name = login.account.profile.name
        guard AccountName.key(of: confirmation) == AccountName.key(of: name) else {
            throw AccountFault.confirmationDiffers(name: name)
        }
        try await confirm(password, of: login.account)
        let kept = try await change(session) { accounts in
            let sessions = try accounts.sessions(of: session.user)
            _ = try accounts.remove(session.user)
            return sessions
        }
        for session in kept { try forgetToken(of: session) }
    }

    private func confirm(_ password: Secret, of account: AccountRow) async throws {
        let key = AccountName.key(of: account.profile.name)
        guard try await matches(password, of: account, nameKey: key) else { throw AccountFault.wrongPassword }
    }
}

extension AccountService {
    /// The sessions of the user of a session, by number.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func logins(for session: UserSession) async throws -> [Login] {
        try await snapshot(for: session).logins
    }

    /// Ends one of the user’s sessions.
    ///
    /// - Returns: Whether it was the one that asks.
    /// - Throws: `AccountFault.unknownSession`, `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func revoke(_ number: Int, for session: UserSession) async throws -> Bool {
        let ended = try await change(session) { accounts in
            let ended = try accounts.login(.number(number, of: session.user))?.session
            return try accounts.end(number, of: session.user) ? ended : nil
        }
        guard let ended else { throw AccountFault.unknownSession(number) }
        try forgetToken(of: ended)
        return Int64(number) == session.id
    }

    /// Ends every session of the user except the present one.
    ///
    /// - Returns: The number of ended sessions.
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func revokeOthers(for session: UserSession) async throws -> Int {
        let (own, now) = (Int(session.id), clock.now)
        let (others, count) = try await change(session) { accounts in
            let others = try accounts.sessions(of: session.user).filter { $0.number != own && $0.expiresAt > now }
            return (others, try accounts.endOthers(than: own, of: session.user, after: now))
        }
        for session in others { try forgetToken(of: session) }
        return count
    }
}

/// The content of an account’s panels, as all of it was at one moment.
package struct AccountSnapshot: Sendable {
    /// The profile of the user.
    package let profile: Profile
    /// The user’s sessions, by number.
    package let logins: [Login]
}

extension AccountService {
    /// The account of a session, in one read.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func snapshot(for session: UserSession) async throws -> AccountSnapshot {
        let now = clock.now
        return try await accounts.read { store in
            guard let login = try store.login(.number(Int(session.id), of: session.user)), login.session.expiresAt > now
            else { throw AuthenticationFault.notLoggedIn }
            let horizon = idleHorizon(with: try store.preferences(of: session.user))
            let logins = try store.sessions(of: session.user).filter {
                $0.expiresAt > now && ($0.isKept || Int64($0.number) == session.id || $0.lastUsedAt > horizon)
            }
            return AccountSnapshot(
                profile: login.account.profile, logins: logins.map { Login($0, seenFrom: session) })
        }
    }
}
