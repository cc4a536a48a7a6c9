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

    /// Whether the password is that of the account; forgets the earlier failures if it is.
    ///
    /// The try counts as a failure before the hash is computed, in the transaction that looks at the wait, so that any
    /// number of processes that try at once get no more answers than one that tries so often. An account that is not
    /// there costs the same computation and the same look-ups as one that is.
    ///
    /// - Throws: `AuthenticationFault.backOff` before anything is looked at, while earlier failures cost a wait.
    func isRight(_ password: Secret, of account: AccountRow?, nameKey: String) async throws -> Bool {
        let bucket = AttemptBucket.of(nameKey: nameKey)
        let now = clock.now
        let earlier = try await accounts.modifyAttempts(in: bucket) { BackOff.trying(after: $0, at: now) }
        let wait = BackOff.remaining(of: earlier, at: now)
        guard wait == .zero else { throw AuthenticationFault.backOff(wait) }
        guard await verify(password, of: account) else { return false }
        try await accounts.modifyAttempts(in: bucket) { _ in nil }
        return true
    }

    @concurrent
    private func verify(_ password: Secret, of account: AccountRow?) async -> Bool {
        if let account { return hasher.verify(password.bytes, against: account.passwordHash) }
        // The hash that nobody asks for: without it an unknown name would be refused sooner than a wrong password.
        _ = try? hasher.hash(password.bytes)
        return false
    }

    /// The string to store for a password.
    ///
    /// - Throws: `AccountFault.outOfMemory`.
    @concurrent
    func hash(_ password: Secret) async throws -> String {
        do {
            return try hasher.hash(password.bytes)
        } catch .outOfMemory(let bytes) {
            throw AccountFault.outOfMemory(bytes: bytes)
        }
    }

    /// A session to start now, and the token with which later processes find it if it is `kept`.
    func draft(kept: Bool) -> (session: SessionDraft, token: Token?) {
        let token = kept ? Token(random: random) : nil
        let now = clock.now
        let session = SessionDraft(
            fingerprint: token?.fingerprint, startedAt: now, expiresAt: now + policy.lifetime, place: place)
        return (session, token)
    }

    /// A session that no token finds and that was not in use after this moment has lost its process.
    ///
    /// Use is noted only now and then, so one that is in use may seem unused for as long as that.
    var idleHorizon: Timestamp {
        let grace = policy.idleLimit + policy.touchInterval
        return Timestamp(milliseconds: clock.now.milliseconds - grace.milliseconds)
    }

    /// Keeps the token of a session just started; where that fails the session ends, since nobody could find it.
    func keep(_ token: Token?, of session: SessionRow) async throws {
        guard let token else { return }
        do {
            try keeper.keep(token.text)
        } catch {
            _ = try await accounts.end(session.number, of: session.user)
            throw error
        }
    }

    /// Takes the token away that is kept, if it is this session’s.
    func forgetToken(of session: SessionRow) throws {
        guard let fingerprint = session.fingerprint, let token = keeper.kept().flatMap(Token.init(text:)),
            token.matches(fingerprint: fingerprint)
        else { return }
        try keeper.forget()
    }

    /// What everyone may read of a login.
    func userSession(_ login: LoginRow) async throws -> UserSession {
        UserSession(
            id: Int64(login.session.number), user: login.session.user, name: login.account.profile.name,
            startedAt: login.session.startedAt, expiresAt: login.session.expiresAt, idleLimit: policy.idleLimit,
            language: login.account.profile.language,
            settings: try await accounts.preferences(of: login.session.user))
    }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
