// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession
import AtriumStores

extension AccountService: Authenticator {
    package func isEmpty() async throws -> Bool { try await accounts.read { try $0.isEmpty() } }

    package func check(name: String) async throws {
        let name = try AccountName(name)
        let isTaken = try await accounts.read { accounts in
            try accounts.requireAllUsers()
            return try accounts.account(nameKey: name.key) != nil
        }
        guard !isTaken else {
            throw AuthenticationFault.nameTaken(name.text)
        }
    }

    package func check(_ password: Secret, forName name: String) throws {
        try PasswordRules.check(password, forNameKey: AccountName.key(of: name))
    }

    package func strength(of password: Secret, forName name: String) -> PasswordStrength {
        PasswordRules.strength(of: password, forNameKey: AccountName.key(of: name))
    }

    package func register(name: String, password: Secret) async throws -> UserSession {
        try await check(name: name)
        try check(password, forName: name)
        let name = try AccountName(name)
        let draft = AccountDraft(
            name: name.text, nameKey: name.key, passwordHash: try await hash(password), createdAt: clock.now)
        do {
            let (session, now, place) = (self.draft(kept: false, lasting: policy.lifetime).session, clock.now, place)
            let login = try await accounts.write { accounts in
                let login = try accounts.create(draft, session: session)
                try accounts.note(.register, by: login.session.user, at: now, place: place)
                return login
            }
            return try await userSession(login)
        } catch AccountStoreFault.nameTaken {
            throw AuthenticationFault.nameTaken(name.text)
        }
    }

    package func logIn(name: String, password: Secret, code: Secret?, keep: Bool) async throws -> UserSession {
        do {
            return try await newLogin(name: name, password: password, code: code, keep: keep)
        } catch StoreFault.full(let path) {
            // Each attempt is counted in the store before its password is looked at.
            throw AccountFault.notStored(path: path)
        }
    }

    private func newLogin(name: String, password: Secret, code: Secret?, keep: Bool) async throws -> UserSession {
        let account = try await admitted(name: name, password: password, code: code)
        if let invitation = try await invitation(of: account) {
            throw invitation.until > clock.now.milliseconds
                ? AuthenticationFault.passwordNeeded : AuthenticationFault.invitationOver
        }
        let lifetime = try await lifetime(of: account.profile.user)
        return try await start(
            draft(kept: keep, lasting: lifetime), .login, for: account, with: password, insteadOf: [])
    }

    package func redeem(name: String, password: Secret, new: Secret) async throws -> UserSession {
        try check(new, forName: name)
        guard PasswordSpelling(password).bytes != PasswordSpelling(new).bytes else { throw AccountFault.samePassword }
        var account = try await admitted(name: name, password: password, code: nil)
        guard let invitation = try await invitation(of: account), invitation.until > clock.now.milliseconds else {
            throw AuthenticationFault.invitationOver
        }
        let (old, hash) = (account.passwordHash, try await hash(new))
        let (user, now, place) = (account.profile.user, clock.now, place)
        try await accounts.write { accounts in
            guard try accounts.rehash(user, from: old, to: hash) else { throw AuthenticationFault.refused }
            try accounts.keep(.invitation, Invitation?.none, of: user)
            try accounts.note(.password, by: user, at: now, place: place)
        }
        account.passwordHash = hash
        return try await start(
            draft(kept: false, lasting: try await lifetime(of: user)), .login, for: account, with: new, insteadOf: [])
    }

    package func logIn(token: Secret) async throws -> UserSession {
        let token = Token(text: String(decoding: token.bytes, as: UTF8.self))
        let found = try await accounts.read { accounts in
            try token.flatMap { try accounts.login(.fingerprint($0.fingerprint)) }
        }
        guard let login = found, login.session.isToken, isInForce(login.session), !login.account.isDisabled else {
            try await noteRefusal(of: found?.session)
            throw AuthenticationFault.badToken
        }
        let (session, now, place) = (login.session, clock.now, place)
        // The first use is noted even right after the token was made: it is used then.
        if now >= session.lastUsedAt + policy.touchInterval || session.lastUsedAt <= session.startedAt {
            try await accounts.write { accounts in
                try accounts.touch(session.number, of: session.user, at: max(now, session.startedAt + .milliseconds(1)))
                try accounts.note(
                    .login, by: session.user, at: now, subject: "token \(session.name)", place: place)
            }
        }
        return try await userSession(login)
    }

    package func resume() async throws -> UserSession? {
        guard let text = await tokens.kept() else { return nil }
        guard let token = Token(text: text) else {
            // A token that opens nothing may stay if the folder cannot be written.
            try? await tokens.forget()
            return nil
        }
        // One that is unknown may be of another store that this home uses.
        guard let login = try await accounts.read({ try $0.login(.fingerprint(token.fingerprint)) }) else { return nil }
        guard isInForce(login.session), !login.session.isToken else {
            try? await tokens.forget()
            return nil
        }
        return try await userSession(login)
    }

    package func ownSession(of session: UserSession) async throws -> UserSession {
        guard let login = try await row(of: session), login.session.isKept, !login.session.isToken,
            login.session.expiresAt > clock.now
        else { return session }
        let kept = login.session
        let draft = SessionDraft(
            fingerprint: nil, startedAt: clock.now, expiresAt: kept.expiresAt, place: place, origin: kept.root)
        let row = try await change(session) { accounts in
            try accounts.touch(kept.number, of: kept.user, at: draft.startedAt)
            return try accounts.insert(draft, for: kept.user)
        }
        return try await userSession(LoginRow(account: login.account, session: row))
    }

    package func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        let account = try await accounts.read { try $0.account(session.user) }
        let key = AccountName.key(of: session.name)
        guard try await matches(password, of: account, nameKey: key), let account, !account.isDisabled else {
            throw AuthenticationFault.refused
        }
        let root = Int(session.origin ?? session.id)
        let kept = try await accounts.read { try $0.kept(root, of: session.user) }
        let lifetime = try await lifetime(of: session.user)
        if let kept, isInForce(kept) {
            // Other processes share it, and go on in it: this one leaves it for a session of its own.
            return try await start(
                draft(kept: false, lasting: lifetime, origin: root), .unlock, for: account, with: password,
                insteadOf: Set([Int(session.id)]).subtracting([kept.number]))
        }
        return try await start(
            draft(kept: kept != nil, lasting: lifetime, origin: kept.map(\.root)), .unlock, for: account,
            with: password, insteadOf: Set([Int(session.id)] + (kept.map { [$0.number] } ?? [])))
    }

    package func logOut(_ session: UserSession) async throws {
        // The rows first: a token without one opens nothing.
        let (now, place) = (clock.now, place)
        let ended = try await accounts.write { accounts in
            let ended = try accounts.logOut(
                Int(session.id), from: Int(session.origin ?? session.id), of: session.user)
            if !ended.isEmpty {
                try accounts.note(.logout, by: session.user, at: now, subject: String(session.id), place: place)
            }
            return ended
        }
        for session in ended { try await forgetToken(of: session) }
    }

    package func leave(_ session: UserSession) async throws {
        guard let login = try await row(of: session), !login.session.isKept else {
            return
        }
        _ = try await accounts.write { try $0.end(login.session.number, of: session.user) }
    }

    package func holds(_ session: UserSession) async throws -> Bool {
        try await lookup.stillHasSession(Int(session.id), of: session.user, with: session.settings)
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

    package func failures(before session: UserSession) async throws -> FailedLogins? {
        let stored: StoredFailures? = try await accounts.read { try $0.value(.failures, of: session.user) }
        guard let stored, stored.session == Int(session.id), stored.count > 0 else { return nil }
        return FailedLogins(count: stored.count, since: Timestamp(milliseconds: stored.since))
    }

    package func record(_ action: AuditedAction, _ command: String, by session: UserSession) async throws {
        let (now, place) = (clock.now, place)
        try await accounts.write {
            try $0.note(AuditEvent(action), by: session.user, at: now, subject: command, place: place)
        }
    }

    package func isOwner(_ session: UserSession) async throws -> Bool {
        try await row(of: session)?.account.role == .owner
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
    /// The account of a name, password and code that are right.
    ///
    /// - Throws: `AuthenticationFault`.
    private func admitted(name: String, password: Secret, code: Secret?) async throws -> AccountRow {
        let key = AccountName.key(of: name)
        let account = try await accounts.read { try $0.account(nameKey: key) }
        switch try await verdict(on: password, code: code, of: account, nameKey: key) {
        case .right: break
        case .wrongPassword: throw AuthenticationFault.refused
        case .codeNeeded: throw AuthenticationFault.codeNeeded
        case .wrongCode: throw AuthenticationFault.wrongCode
        }
        guard let account else { throw AuthenticationFault.refused }
        guard !account.isDisabled else { throw AuthenticationFault.disabled }
        return account
    }

    /// Records in the audit trail that a token was refused; one that opens nothing is no user’s.
    private func noteRefusal(of session: SessionRow?) async throws {
        let (now, place) = (clock.now, place)
        let token = session.flatMap { $0.isToken ? $0 : nil }
        let subject = ["token", token?.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        try await accounts.write { accounts in
            guard try !accounts.isEmpty() else { return }
            try accounts.note(.refused, by: token?.user, at: now, subject: subject, place: place)
        }
    }

    private func invitation(of account: AccountRow) async throws -> Invitation? {
        try await accounts.read { try $0.value(.invitation, of: account.profile.user) }
    }

    private func start(
        _ new: (session: SessionDraft, token: Token?), _ event: AuditEvent, for account: AccountRow,
        with password: Secret, insteadOf numbers: Set<Int>
    ) async throws -> UserSession {
        let (user, now, place) = (account.profile.user, clock.now, place)
        let horizon = idleHorizon(with: try await accounts.read { try $0.preferences(of: user) })
        let login = try await accounts.write { accounts in
            let login = try accounts.start(new.session, for: user, insteadOf: numbers, unusedSince: horizon)
            if let login {
                try accounts.reportFailures(to: login.session)
                try accounts.note(
                    event, by: user, at: now, subject: String(login.session.number), place: place)
            }
            return login
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

/// The verdict on a password, and on a code where the account has a second factor.
enum Verdict: Hashable, Sendable {
    case right
    case wrongPassword
    /// The password is right, and no code was given.
    case codeNeeded
    /// The password is right.
    case wrongCode
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
    /// - Throws: As `current`; `AuthenticationFault.tokenChangesNothing`; `StoreFault`; the errors of the body.
    @discardableResult
    func change<Result: Sendable>(
        _ session: UserSession, _ body: @escaping @Sendable (any AccountDAO) throws -> Result
    ) async throws -> Result {
        let now = clock.now
        return try await accounts.write { accounts in
            guard let login = try accounts.login(.number(Int(session.id), of: session.user)),
                login.session.expiresAt > now
            else { throw AuthenticationFault.notLoggedIn }
            guard !login.session.isToken else { throw AuthenticationFault.tokenChangesNothing }
            return try body(accounts)
        }
    }

    /// Changes the account of a session as `change`, and records it in the audit trail.
    @discardableResult
    func change<Result: Sendable>(
        _ session: UserSession, noting event: AuditEvent, _ subject: String = "",
        _ body: @escaping @Sendable (any AccountDAO) throws -> Result
    ) async throws -> Result {
        let (now, place) = (clock.now, place)
        return try await change(session) { accounts in
            let result = try body(accounts)
            try accounts.note(event, by: session.user, at: now, subject: subject, place: place)
            return result
        }
    }

    /// Whether the password is that of the account, without a code; forgets the earlier failures if it is.
    ///
    /// - Throws: As `verdict`.
    func matches(_ password: Secret, of account: AccountRow?, nameKey: String) async throws -> Bool {
        try await lookup.oneAtATime {
            try await verdictNow(on: password, code: nil, of: account, nameKey: nameKey, needsCode: false) == .right
        }
    }

    /// The verdict on a password, and a code; forgets the earlier failures if all is right, and uses up the code.
    ///
    /// The try counts as a failure before the hash is computed, in the transaction that looks at the wait, so that any
    /// number of processes that try at once get no more answers than one that tries so often; they try one after the
    /// other, so that tries that are right do not count against each other. An account that is not there costs the same
    /// computation and the same look-ups as one that is. A right password whose code is still to come counts neither
    /// way: otherwise it would forget wrong codes.
    ///
    /// - Throws: `AuthenticationFault.backOff` before anything is looked at, while earlier failures cost a wait.
    func verdict(
        on password: Secret, code: Secret?, of account: AccountRow?, nameKey: String
    ) async throws -> Verdict {
        try await lookup.oneAtATime {
            try await verdictNow(on: password, code: code, of: account, nameKey: nameKey, needsCode: true)
        }
    }

    private func verdictNow(
        on password: Secret, code: Secret?, of account: AccountRow?, nameKey: String, needsCode: Bool
    ) async throws -> Verdict {
        let bucket = AttemptBucket.of(nameKey: nameKey)
        let (now, place, user) = (clock.now, place, account?.profile.user)
        let earlier = try await accounts.write { accounts in
            try accounts.modifyAttempts(in: bucket) { AttemptPause.trying(after: $0, at: now) }
        }
        let wait = AttemptPause.remaining(of: earlier, at: now)
        guard wait == .zero else { throw AuthenticationFault.backOff(wait) }
        guard await verify(PasswordSpelling(password).bytes, of: account), let user else {
            try await accounts.write { try $0.noteFailure(of: user, at: now, place: place) }
            return .wrongPassword
        }
        return try await accounts.write { accounts in
            if needsCode, try accounts.hasFactor(user) {
                guard let code else {
                    _ = try accounts.modifyAttempts(in: bucket) { _ in earlier }
                    return .codeNeeded
                }
                guard let use = try accounts.use(code, of: user, at: now) else {
                    try accounts.noteFailure(of: user, at: now, place: place)
                    return .wrongCode
                }
                if case .recovery = use { try accounts.note(.recovery, by: user, at: now, place: place) }
            }
            _ = try accounts.modifyAttempts(in: bucket) { _ in nil }
            return .right
        }
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
    func draft(kept: Bool, lasting lifetime: Duration, origin: Int? = nil) -> (session: SessionDraft, token: Token?) {
        let token = kept ? Token(random: random) : nil
        let now = clock.now
        let session = SessionDraft(
            fingerprint: token?.fingerprint, startedAt: now, expiresAt: now + lifetime, place: place, origin: origin)
        return (session, token)
    }

    /// The time that a login of a user lasts.
    func lifetime(of user: UserID) async throws -> Duration {
        Lifetime.length(
            try await accounts.read { try $0.preferences(of: user) }[Lifetime.settingName], standard: policy.lifetime)
    }

    /// The moment after which a session without a token must have been in use, or else its process is gone.
    ///
    /// Use is noted only now and then, so a session that is in use may seem unused for as long as that.
    func idleHorizon(with preferences: [String: String]) -> Timestamp {
        let lifetime = Lifetime.length(preferences[Lifetime.settingName], standard: policy.lifetime)
        let limit = IdleLimit.limit(preferences[IdleLimit.settingName], standard: policy.idleLimit) ?? lifetime
        return clock.now + (.zero - limit - policy.touchInterval)
    }

    /// Keeps the token of a session just started; if that fails the session ends, since no process could find it.
    func keep(_ token: Token?, of session: SessionRow) async throws {
        guard let token else { return }
        do {
            try await tokens.keep(token.text)
        } catch {
            _ = try await accounts.write { try $0.end(session.number, of: session.user) }
            throw error
        }
    }

    /// Removes the kept token, if it is this session’s.
    func forgetToken(of session: SessionRow) async throws {
        guard let fingerprint = session.fingerprint, !session.isToken,
            let token = await tokens.kept().flatMap(Token.init(text:)), token.matches(fingerprint: fingerprint)
        else { return }
        try await tokens.forget()
    }

    /// The public facts of a login.
    func userSession(_ login: LoginRow) async throws -> UserSession {
        let settings = try await accounts.read { try $0.preferences(of: login.session.user) }
        let idleLimit =
            login.session.isToken
            ? nil : IdleLimit.limit(settings[IdleLimit.settingName], standard: policy.idleLimit)
        return UserSession(
            id: Int64(login.session.number), user: login.session.user, name: login.account.profile.name,
            startedAt: login.session.startedAt, expiresAt: login.session.expiresAt, idleLimit: idleLimit,
            language: login.account.profile.language, settings: settings,
            origin: login.session.origin.map(Int64.init), apps: login.session.apps)
    }
}
