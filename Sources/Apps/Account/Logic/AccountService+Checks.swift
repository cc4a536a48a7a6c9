// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AccountStore
import Secrets
import Session

/// Who may do what: steps that the service’s operations share.
extension AccountService {
    /// The session and its account as they are now.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` when the session has ended.
    func current(_ session: UserSession) async throws -> LoginRow {
        guard let login = try await accounts.login(Int(session.id), of: session.user),
            login.session.expiresAt > clock.now
        else { throw AuthenticationFault.notLoggedIn }
        return login
    }

    /// Changes what is the user’s of a session, in one transaction with the look whether it still holds: what was asked
    /// before that may have taken any time.
    ///
    /// - Throws: As `current`; `StoreFault`; what the body throws.
    @discardableResult
    func change<Result: Sendable>(
        _ session: UserSession, _ body: @escaping @Sendable (any AccountTransaction) throws -> Result
    ) async throws -> Result {
        let now = clock.now
        return try await accounts.write { accounts in
            guard let login = try accounts.login(.number(Int(session.id), of: session.user)),
                login.session.expiresAt > now
            else { throw AuthenticationFault.notLoggedIn }
            return try body(accounts)
        }
    }

    /// How the password is that of the account, nil where it is not; forgets the earlier failures if it is.
    ///
    /// The try counts as a failure before the hash is computed, in the transaction that looks at the wait, so that any
    /// number of processes that try at once get no more answers than one that tries so often; they try one after the
    /// other, so that tries that are right do not count against each other. An account that is not there costs the same
    /// computation and the same look-ups as one that is.
    ///
    /// - Throws: `AuthenticationFault.backOff` before anything is looked at, while earlier failures cost a wait.
    func match(_ password: Secret, of account: AccountRow?, nameKey: String) async throws -> PasswordMatch? {
        try await accounts.oneAtATime { try await matchNow(password, of: account, nameKey: nameKey) }
    }

    private func matchNow(_ password: Secret, of account: AccountRow?, nameKey: String) async throws -> PasswordMatch? {
        let bucket = AttemptBucket.of(nameKey: nameKey)
        let now = clock.now
        let earlier = try await accounts.modifyAttempts(in: bucket) { AttemptPause.trying(after: $0, at: now) }
        let wait = AttemptPause.remaining(of: earlier, at: now)
        guard wait == .zero else { throw AuthenticationFault.backOff(wait) }
        guard let match = await verify(PasswordSpelling(password), of: account) else { return nil }
        try await accounts.modifyAttempts(in: bucket) { _ in nil }
        return match
    }

    @concurrent
    private func verify(_ password: PasswordSpelling, of account: AccountRow?) async -> PasswordMatch? {
        if verify(password.bytes, of: account) { return .settled }
        guard let typed = password.typed, verify(typed, of: account) else { return nil }
        return .asTyped
    }

    private func verify(_ bytes: [UInt8], of account: AccountRow?) -> Bool {
        if let account { return hasher.verify(bytes, against: account.passwordHash) }
        // The hash that nobody asks for: without it an unknown name would be refused sooner than a wrong password.
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

    /// A session of a user that no token finds and that was not in use after this moment has lost its process.
    ///
    /// Use is noted only now and then, so one that is in use may seem unused for as long as that.
    func idleHorizon(of user: UserID) async throws -> Timestamp {
        idleHorizon(with: try await accounts.preferences(of: user))
    }

    /// The same for a user who has the shell keep this.
    func idleHorizon(with preferences: [String: String]) -> Timestamp {
        let limit = IdleLimit.limit(preferences[IdleLimit.settingName], standard: policy.idleLimit) ?? policy.lifetime
        return clock.now + (.zero - limit - policy.touchInterval)
    }

    /// Keeps the token of a session just started; where that fails the session ends, since nobody could find it.
    func keep(_ token: Token?, of session: SessionRow) async throws {
        guard let token else { return }
        do {
            try tokens.keep(token.text)
        } catch {
            _ = try await accounts.end(session.number, of: session.user)
            throw error
        }
    }

    /// Takes the token away that is kept, if it is this session’s.
    func forgetToken(of session: SessionRow) throws {
        guard let fingerprint = session.fingerprint, let token = tokens.kept().flatMap(Token.init(text:)),
            token.matches(fingerprint: fingerprint)
        else { return }
        try tokens.forget()
    }

    /// What everyone may read of a login.
    func userSession(_ login: LoginRow) async throws -> UserSession {
        let settings = try await accounts.preferences(of: login.session.user)
        return UserSession(
            id: Int64(login.session.number), user: login.session.user, name: login.account.profile.name,
            startedAt: login.session.startedAt, expiresAt: login.session.expiresAt,
            idleLimit: IdleLimit.limit(settings[IdleLimit.settingName], standard: policy.idleLimit),
            language: login.account.profile.language, settings: settings,
            origin: login.session.origin.map(Int64.init))
    }
}

/// How a password is that of an account.
enum PasswordMatch {
    /// In the spelling in which passwords are hashed.
    case settled
    /// As it was typed, when spellings were not settled yet: it is to be hashed anew.
    case asTyped
}
