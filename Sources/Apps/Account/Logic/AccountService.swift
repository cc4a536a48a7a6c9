// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSecrets
package import AtriumSession
package import AtriumStores
package import AtriumWorlds

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
    /// The source of texts that are shown once: secrets of second factors, recovery codes, the owner’s passwords.
    let codes: any RandomBytes
    let clock: any WallClock
    let policy: SessionPolicy
    let place: String
    /// The name by which authenticator programs know the program.
    let issuer: String

    /// A service of these parts.
    ///
    /// - Parameters:
    ///   - random: The source of tokens.
    ///   - codes: The source of codes that are shown once.
    ///   - place: The recorded place at which sessions are started.
    ///   - issuer: The name by which authenticator programs know the program.
    package init(
        _ stores: AccountStores, hasher: any PasswordHashing,
        random: any RandomBytes = SodiumRandom(), codes: any RandomBytes = SodiumRandom(), clock: any WallClock,
        policy: SessionPolicy = .standard, place: String = "", issuer: String = "Atrium"
    ) {
        accounts = stores.accounts
        lookup = stores.lookup
        tokens = stores.tokens
        self.hasher = hasher
        self.random = random
        self.codes = codes
        self.clock = clock
        self.policy = policy
        self.place = place
        self.issuer = issuer
    }

    /// The service of a world.
    ///
    /// A hash of the least cost, which protects nothing, is made anew at full cost at the next login in a world of that.
    /// Tokens are random in both; codes that are shown repeat where the world’s choices do.
    package init(_ stores: AccountStores, in world: World) {
        self.init(
            stores,
            hasher: PasswordHasher(parameters: world.passwordCost == .full ? .current : .cheap),
            codes: world.seed.map { SeededRandom(seed: $0) } ?? SodiumRandom(), clock: world.clock,
            place: world.loginPlace, issuer: world.program.name)
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
            let (now, place) = (clock.now, place)
            let entries = try await change(session) { accounts in
                let journal = UserJournal(accounts, of: session.user)
                let former = try accounts.account(session.user)?.profile.name
                let entries = try journal.perform(step) { try journal.perform(step, $0) }
                try accounts.noteRename(of: session.user, from: former, at: now, place: place)
                return entries
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
        let account = try await current(session).account
        guard try await matches(password, of: account, nameKey: account.nameKey) else {
            throw AccountFault.wrongPassword
        }
    }

    /// Checks the password that the account has, and the code of its second factor, which is used up.
    ///
    /// - Throws: `AccountFault.wrongPassword`, `.wrongCode`; `AuthenticationFault`; `StoreFault`.
    package func confirm(_ proof: IdentityProof, for session: UserSession) async throws {
        try await confirm(proof, of: try await current(session).account)
    }

    /// Checks a new password.
    ///
    /// - Throws: `AuthenticationFault` for one that breaks the rules.
    package func check(_ new: Secret, hasFactor: Bool = false, for session: UserSession) throws {
        try PasswordRules.check(
            new, forNameKey: AccountName.key(of: session.name), minimum: Self.minimum(hasFactor: hasFactor))
    }

    /// The strength of a new password that is being typed.
    package func strength(of new: Secret, hasFactor: Bool, for session: UserSession) -> PasswordStrength {
        PasswordRules.strength(
            of: new, forNameKey: AccountName.key(of: session.name), minimum: Self.minimum(hasFactor: hasFactor))
    }

    private static func minimum(hasFactor: Bool) -> Int {
        hasFactor ? PasswordRules.minimumWithFactor : PasswordRules.minimum
    }

    /// Changes the password, ends every session and token of the user and starts a new session, kept if a later process
    /// found the login of the old one.
    ///
    /// - Throws: `AccountFault.wrongPassword`, `.wrongCode`, `.samePassword`, `.outOfMemory`; `AuthenticationFault` for a
    ///   new password that breaks the rules, for a wait after failures, and when the session has ended; `StoreFault`.
    package func changePassword(
        from old: IdentityProof, to new: Secret, for session: UserSession
    ) async throws -> UserSession {
        let login = try await current(session)
        guard PasswordSpelling(old.password).bytes != PasswordSpelling(new).bytes else {
            try await confirm(old, of: login.account)
            throw AccountFault.samePassword
        }
        let hasFactor = try await accounts.read { try $0.hasFactor(session.user) }
        try check(new, hasFactor: hasFactor, for: session)
        try await confirm(old, of: login.account)
        let hash = try await hash(new)
        let isKept = try await accounts.read { try $0.kept(login.session.root, of: session.user) } != nil
        let (draft, token) = draft(kept: isKept, lasting: try await lifetime(of: session.user))
        let row = try await change(session, noting: .password) {
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
    /// - Throws: `AccountFault.confirmationDiffers`, `.wrongPassword`, `.wrongCode`; `AuthenticationFault`; `StoreFault`.
    package func delete(_ session: UserSession, proof: IdentityProof, confirmation: String) async throws {
        let login = try await current(session)
        let name = login.account.profile.name
        guard AccountName.key(of: confirmation) == AccountName.key(of: name) else {
            throw AccountFault.confirmationDiffers(name: name)
        }
        try await confirm(proof, of: login.account)
        let (now, place) = (clock.now, place)
        let kept = try await change(session, noting: .delete) { accounts in
            let sessions = try accounts.sessions(of: session.user)
            let owner = try accounts.owner()
            _ = try accounts.remove(session.user)
            if let next = try accounts.owner(), next != owner {
                try accounts.note(.owner, by: next, at: now, subject: String(next.rawValue), place: place)
            }
            return sessions
        }
        for session in kept { try await forgetToken(of: session) }
    }

    private func confirm(_ proof: IdentityProof, of account: AccountRow) async throws {
        switch try await verdict(on: proof.password, code: proof.code, of: account, nameKey: account.nameKey) {
        case .right: break
        case .wrongPassword: throw AccountFault.wrongPassword
        case .codeNeeded, .wrongCode: throw AccountFault.wrongCode
        }
    }
}

/// The proof that the user of a session is there: the password, and a code where the account has a second factor.
package struct IdentityProof: Sendable {
    package let password: Secret
    /// The code of the second factor; `nil` if none was asked for.
    package let code: Secret?

    /// A proof of these.
    package init(_ password: Secret, code: Secret? = nil) {
        self.password = password
        self.code = code
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
        let ended = try await change(session, noting: .revoke, String(number)) { accounts in
            let ended = try accounts.login(.number(number, of: session.user))?.session
            guard let ended, !ended.isToken, try accounts.end(number, of: session.user) else {
                throw AccountFault.unknownSession(number)
            }
            return ended
        }
        try await forgetToken(of: ended)
        return Int64(number) == session.id
    }

    /// Ends every session of the user except the present one.
    ///
    /// - Returns: The number of ended sessions.
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func revokeOthers(for session: UserSession) async throws -> Int {
        let (own, now, place) = (Int(session.id), clock.now, place)
        let (others, count) = try await change(session) { accounts in
            let others = try accounts.sessions(of: session.user).filter { $0.number != own && $0.expiresAt > now }
            let count = try accounts.endOthers(than: own, of: session.user, after: now)
            if count > 0 { try accounts.note(.revoke, by: session.user, at: now, subject: "others", place: place) }
            return (others, count)
        }
        for session in others { try await forgetToken(of: session) }
        return count
    }

    /// Ends every session of the user, the present one too.
    ///
    /// - Returns: The number of ended sessions.
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func revokeAll(for session: UserSession) async throws -> Int {
        let now = clock.now
        let ended = try await change(session, noting: .revoke, "all") { accounts in
            let ended = try accounts.sessions(of: session.user).filter { !$0.isToken }
            try accounts.deleteSessions(ended.map(\.number), of: session.user)
            return ended
        }
        for session in ended { try await forgetToken(of: session) }
        return ended.count { $0.expiresAt > now }
    }

    /// The most characters of a name of a session or a token.
    package static let longestLabel = 60

    static func label(_ text: String) throws(AccountFault) -> String {
        let label = String(text.trimmed(where: \.isWhitespace))
        guard label.unicodeScalars.count <= longestLabel,
            label.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .badLabel(maximum: longestLabel) }
        return label
    }

    /// Names one of the user’s sessions; an empty name removes it.
    ///
    /// - Returns: The name as it is kept.
    /// - Throws: `AccountFault.unknownSession`, `.badLabel`, `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func name(_ number: Int, _ name: String, for session: UserSession) async throws -> String {
        let label = try Self.label(name)
        try await change(session) { accounts in
            guard var row = try accounts.login(.number(number, of: session.user))?.session, !row.isToken else {
                throw AccountFault.unknownSession(number)
            }
            row.name = label
            try accounts.update(row)
            try UserJournal(accounts, of: session.user).record(lasting: String(number))
        }
        return label
    }
}

/// The content of an account’s panels, as all of it was at one moment.
package struct AccountSnapshot: Sendable {
    /// The profile of the user.
    package let profile: Profile
    /// The rights of the user.
    package let role: Role
    /// The user’s sessions, by number.
    package let logins: [Login]
    /// The user’s tokens for scripts, by number.
    package let tokens: [ScriptToken]
    /// The second factor.
    package let factor: FactorState
    /// The users, if they were asked for and the user is the owner.
    package let users: [UserEntry]
    /// The newest entries of the audit trail that the user may see, the newest first, if they were asked for.
    package let audit: [AuditRecord]
}

extension AccountService {
    /// The number of entries of the audit trail that panels show.
    package static let shownAudit = 100

    /// The account of a session, in one read.
    ///
    /// - Parameters:
    ///   - users: Whether the users are asked for.
    ///   - audit: The most entries of the audit trail.
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func snapshot(
        for session: UserSession, users: Bool = false, audit: Int = 0
    ) async throws -> AccountSnapshot {
        let now = clock.now
        return try await accounts.read { store in
            guard let login = try store.login(.number(Int(session.id), of: session.user)), login.session.expiresAt > now
            else { throw AuthenticationFault.notLoggedIn }
            let horizon = idleHorizon(with: try store.preferences(of: session.user))
            let sessions = try store.sessions(of: session.user).filter { $0.expiresAt > now }
            let logins = sessions.filter {
                !$0.isToken && ($0.isKept || Int64($0.number) == session.id || $0.lastUsedAt > horizon)
            }
            let role = login.account.role
            return AccountSnapshot(
                profile: login.account.profile, role: role, logins: logins.map { Login($0, seenFrom: session) },
                tokens: sessions.compactMap { ScriptToken($0) },
                factor: try Self.factorState(in: store, of: session.user, at: now),
                users: users && role == .owner ? try Self.users(in: store, at: now) : [],
                audit: try Self.audit(in: store, of: login.account, limit: audit))
        }
    }
}
