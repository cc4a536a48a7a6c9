// SPDX-License-Identifier: GPL-3.0-or-later

import Secrets
package import Session
import Stores

extension AccountService: Authenticator {
    package func isEmpty() async throws -> Bool { try await accounts.read { try $0.isEmpty() } }

    package func check(name: String) async throws {
        let name = try AccountName(name)
        guard try await accounts.read({ try $0.account(nameKey: name.key) }) == nil else {
            throw AuthenticationFault.nameTaken(name.text)
        }
    }

    package func check(_ password: Secret, forName name: String) throws {
        try PasswordRules.check(password, forNameKey: AccountName.key(of: name))
    }

    package func register(name: String, password: Secret) async throws -> UserSession {
        try await check(name: name)
        try check(password, forName: name)
        let name = try AccountName(name)
        let draft = AccountDraft(
            name: name.text, nameKey: name.key, passwordHash: try await hash(password), createdAt: clock.now)
        do {
            let session = self.draft(kept: false).session
            return try await userSession(accounts.write { try $0.create(draft, session: session) })
        } catch AccountStoreFault.nameTaken {
            throw AuthenticationFault.nameTaken(name.text)
        }
    }

    package func logIn(name: String, password: Secret, keep: Bool) async throws -> UserSession {
        let key = AccountName.key(of: name)
        let account = try await accounts.read { try $0.account(nameKey: key) }
        guard try await matches(password, of: account, nameKey: key), let account else {
            throw AuthenticationFault.refused
        }
        return try await start(draft(kept: keep), for: account, with: password, insteadOf: [])
    }

    package func resume() async throws -> UserSession? {
        guard let text = tokens.kept() else { return nil }
        guard let token = Token(text: text),
            let login = try await accounts.read({ try $0.login(.fingerprint(token.fingerprint)) }),
            isInForce(login.session)
        else {
            // A token that opens nothing may stay if the folder cannot be written.
            try? tokens.forget()
            return nil
        }
        return try await userSession(login)
    }

    package func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        let account = try await accounts.read { try $0.account(session.user) }
        let key = AccountName.key(of: session.name)
        guard try await matches(password, of: account, nameKey: key), let account else {
            throw AuthenticationFault.refused
        }
        let root = Int(session.origin ?? session.id)
        let kept = try await accounts.read { try $0.kept(root, of: session.user) }
        if let kept, isInForce(kept) {
            // Other processes share it, and go on in it: this one leaves it for a session of its own.
            return try await start(
                draft(kept: false, origin: root), for: account, with: password,
                insteadOf: Set([Int(session.id)]).subtracting([kept.number]))
        }
        return try await start(
            draft(kept: kept != nil, origin: kept.map(\.root)), for: account, with: password,
            insteadOf: Set([Int(session.id)] + (kept.map { [$0.number] } ?? [])))
    }

    package func logOut(_ session: UserSession) async throws {
        // The rows first: a token without one opens nothing.
        let ended = try await accounts.write {
            try $0.logOut(Int(session.id), from: Int(session.origin ?? session.id), of: session.user)
        }
        for session in ended { try forgetToken(of: session) }
    }

    package func leave(_ session: UserSession) async throws {
        guard let login = try await row(of: session), !login.session.isKept else {
            return
        }
        _ = try await accounts.write { try $0.end(login.session.number, of: session.user) }
    }

    package func holds(_ session: UserSession) async throws -> Bool {
        try lookup.hasSession(Int(session.id), of: session.user, with: session.settings)
    }

    package func isThere(_ session: UserSession) throws -> Bool {
        try lookup.hasSession(Int(session.id), of: session.user, with: nil)
    }

    package func hasAccount(_ user: UserID) throws -> Bool { try lookup.hasAccount(user) }

    package func refreshed(_ session: UserSession) async throws -> UserSession? {
        guard let login = try await row(of: session),
            login.session.expiresAt > clock.now
        else { return nil }
        await touch(login.session)
        return try await userSession(login)
    }

    package func unfinishedDeletions() async throws -> [DeletedUser] { try await accounts.read { try $0.removed() } }

    package func finishDeletion(of user: UserID) async throws {
        try await accounts.write { try $0.forget(user) }
    }

    package func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession {
        _ = try await change(session) { try $0.modify(session.user, .language(language)) }
        return try await userSession(current(session))
    }

    package func setPreference(
        _ name: String, to value: String?, of session: UserSession
    ) async throws -> UserSession {
        try await change(session) { try $0.prefer(name, value, of: session.user) }
        return try await userSession(current(session))
    }
}

extension AccountService {
    private func start(
        _ new: (session: SessionDraft, token: Token?), for account: AccountRow, with password: Secret,
        insteadOf numbers: Set<Int>
    ) async throws -> UserSession {
        let user = account.profile.user
        let horizon = idleHorizon(with: try await accounts.read { try $0.preferences(of: user) })
        let login = try await accounts.write {
            try $0.start(new.session, for: user, insteadOf: numbers, unusedSince: horizon)
        }
        guard let login else {
            // Removed while the password was being checked.
            throw AuthenticationFault.refused
        }
        try await keep(new.token, of: login.session)
        if hasher.needsRehash(account.passwordHash), let new = try? await hash(password) {
            // The login holds whether or not this works; the next one tries again.
            _ = try? await accounts.write { try $0.rehash(user, from: account.passwordHash, to: new) }
        }
        return try await userSession(login)
    }

    /// Whether a kept session may be found again: it has not expired, nor does it start in the future, which it does
    /// when the clock was set back by more than clocks are corrected by and would make it last longer than it may.
    private func isInForce(_ session: SessionRow) -> Bool {
        let now = clock.now
        return session.expiresAt > now && session.startedAt <= now + .seconds(5 * 60)
    }

    private func touch(_ session: SessionRow) async {
        let now = clock.now
        guard now >= session.lastUsedAt + policy.touchInterval else { return }
        // A full disk must not end a login, and readers do not wait for writers.
        await Waiting.$isOver.withValue(true) {
            try? await accounts.write { try $0.touch(session.number, of: session.user, at: now) }
        }
    }
}

/// The permissions: steps that the service’s operations share.
extension AccountService {
    /// The row of a session, with its account; `nil` if it has ended.
    func row(of session: UserSession) async throws -> LoginRow? {
        try await accounts.read { try $0.login(.number(Int(session.id), of: session.user)) }
    }

    /// The session and its account as they are now.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` when the session has ended.
    func current(_ session: UserSession) async throws -> LoginRow {
        guard let login = try await row(of: session),
            login.session.expiresAt > clock.now
        else { throw AuthenticationFault.notLoggedIn }
        return login
    }

    /// Changes the account of a session, in one transaction with the check whether the session still holds: questions
    /// before that may have taken any time.
    ///
    /// - Throws: As `current`; `StoreFault`; the errors of the body.
    @discardableResult
    func change<Result: Sendable>(
        _ session: UserSession, _ body: @escaping @Sendable (any AccountDAO) throws -> Result
    ) async throws -> Result {
        let now = clock.now
        return try await accounts.write { accounts in
            guard let login = try accounts.login(.number(Int(session.id), of: session.user)),
                login.session.expiresAt > now
            else { throw AuthenticationFault.notLoggedIn }
            return try body(accounts)
        }
    }

    /// Whether the password is that of the account; forgets the earlier failures if it is.
    ///
    /// The try counts as a failure before the hash is computed, in the transaction that looks at the wait, so that any
    /// number of processes that try at once get no more answers than one that tries so often; they try one after the
    /// other, so that tries that are right do not count against each other. An account that is not there costs the same
    /// computation and the same look-ups as one that is.
    ///
    /// - Throws: `AuthenticationFault.backOff` before anything is looked at, while earlier failures cost a wait.
    func matches(_ password: Secret, of account: AccountRow?, nameKey: String) async throws -> Bool {
        try await lookup.oneAtATime { try await matchesNow(password, of: account, nameKey: nameKey) }
    }

    private func matchesNow(_ password: Secret, of account: AccountRow?, nameKey: String) async throws -> Bool {
        let bucket = AttemptBucket.of(nameKey: nameKey)
        let now = clock.now
        let earlier = try await accounts.write { accounts in
            try accounts.modifyAttempts(in: bucket) { AttemptPause.trying(after: $0, at: now) }
        }
        let wait = AttemptPause.remaining(of: earlier, at: now)
        guard wait == .zero else { throw AuthenticationFault.backOff(wait) }
        guard await verify(PasswordSpelling(password).bytes, of: account) else { return false }
        try await accounts.write { _ = try $0.modifyAttempts(in: bucket) { _ in nil } }
        return true
    }

    @concurrent
    private func verify(_ bytes: [UInt8], of account: AccountRow?) async -> Bool {
        if let account { return hasher.verify(bytes, against: account.passwordHash) }
        // A hash without use: without it an unknown name would be refused sooner than a wrong password.
        _ = try? hasher.hash(bytes)
        return false
    }

    /// The string to store for a password.
    ///
    /// - Throws: `AccountFault.outOfMemory`.
    @concurrent
    func hash(_ password: Secret) async throws -> String {
        do {
            return try hasher.hash(PasswordSpelling(password).bytes)
        } catch .outOfMemory(let bytes) {
            throw AccountFault.outOfMemory(bytes: bytes)
        }
    }

    /// A session to start now, and the token with which later processes find it if it is `kept`.
    ///
    /// - Parameter origin: the login with `--keep` that it goes on from.
    func draft(kept: Bool, origin: Int? = nil) -> (session: SessionDraft, token: Token?) {
        let token = kept ? Token(random: random) : nil
        let now = clock.now
        let session = SessionDraft(
            fingerprint: token?.fingerprint, startedAt: now, expiresAt: now + policy.lifetime, place: place,
            origin: origin)
        return (session, token)
    }

    /// The moment after which a session without a token must have been in use, or else its process is gone.
    ///
    /// Use is noted only now and then, so a session that is in use may seem unused for as long as that.
    func idleHorizon(with preferences: [String: String]) -> Timestamp {
        let limit = IdleLimit.limit(preferences[IdleLimit.settingName], standard: policy.idleLimit) ?? policy.lifetime
        return clock.now + (.zero - limit - policy.touchInterval)
    }

    /// Keeps the token of a session just started; if that fails the session ends, since no process could find it.
    func keep(_ token: Token?, of session: SessionRow) async throws {
        guard let token else { return }
        do {
            try tokens.keep(token.text)
        } catch {
            _ = try await accounts.write { try $0.end(session.number, of: session.user) }
            throw error
        }
    }

    /// Removes the kept token, if it is this session’s.
    func forgetToken(of session: SessionRow) throws {
        guard let fingerprint = session.fingerprint, let token = tokens.kept().flatMap(Token.init(text:)),
            token.matches(fingerprint: fingerprint)
        else { return }
        try tokens.forget()
    }

    /// The public facts of a login.
    func userSession(_ login: LoginRow) async throws -> UserSession {
        let settings = try await accounts.read { try $0.preferences(of: login.session.user) }
        return UserSession(
            id: Int64(login.session.number), user: login.session.user, name: login.account.profile.name,
            startedAt: login.session.startedAt, expiresAt: login.session.expiresAt,
            idleLimit: IdleLimit.limit(settings[IdleLimit.settingName], standard: policy.idleLimit),
            language: login.account.profile.language, settings: settings,
            origin: login.session.origin.map(Int64.init))
    }
}
