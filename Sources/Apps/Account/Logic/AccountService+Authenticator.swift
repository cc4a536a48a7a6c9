// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AccountStore
import Secrets
package import Session
import Stores

extension AccountService: Authenticator {
    package func isEmpty() async throws -> Bool { try await accounts.isEmpty() }

    package func check(name: String) async throws {
        let name = try AccountName(name)
        guard try await accounts.find(nameKey: name.key) == nil else { throw AuthenticationFault.nameTaken(name.text) }
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
            return try await userSession(accounts.create(draft, session: self.draft(kept: false).session))
        } catch AccountStoreFault.nameTaken {
            throw AuthenticationFault.nameTaken(name.text)
        }
    }

    package func logIn(name: String, password: Secret, keep: Bool) async throws -> UserSession {
        let key = AccountName.key(of: name)
        let account = try await accounts.find(nameKey: key)
        guard let match = try await self.match(password, of: account, nameKey: key), let account else {
            throw AuthenticationFault.refused
        }
        return try await start(draft(kept: keep), for: account, with: password, match, insteadOf: [])
    }

    package func resume() async throws -> UserSession? {
        guard let text = tokens.kept() else { return nil }
        guard let token = Token(text: text), let login = try await accounts.login(fingerprint: token.fingerprint),
            isInForce(login.session)
        else {
            // A token that opens nothing may stay where the folder cannot be written.
            try? tokens.forget()
            return nil
        }
        return try await userSession(login)
    }

    package func renew(_ session: UserSession, password: Secret) async throws -> UserSession {
        let account = try await accounts.find(session.user)
        let key = AccountName.key(of: session.name)
        guard let match = try await self.match(password, of: account, nameKey: key), let account else {
            throw AuthenticationFault.refused
        }
        let root = Int(session.origin ?? session.id)
        let kept = try await accounts.kept(root, of: session.user)
        if let kept, isInForce(kept) {
            // Other processes share it, and go on in it: this one leaves it for a session of its own.
            return try await start(
                draft(kept: false, origin: root), for: account, with: password, match,
                insteadOf: Set([Int(session.id)]).subtracting([kept.number]))
        }
        return try await start(
            draft(kept: kept != nil, origin: kept.map(\.root)), for: account, with: password, match,
            insteadOf: Set([Int(session.id)] + (kept.map { [$0.number] } ?? [])))
    }

    package func logOut(_ session: UserSession) async throws {
        // The rows first: a token without one opens nothing.
        let ended = try await accounts.logOut(
            Int(session.id), from: Int(session.origin ?? session.id), of: session.user)
        for session in ended { try forgetToken(of: session) }
    }

    package func leave(_ session: UserSession) async throws {
        guard let login = try await accounts.login(Int(session.id), of: session.user), !login.session.isKept else {
            return
        }
        _ = try await accounts.end(login.session.number, of: session.user)
    }

    package func holds(_ session: UserSession) async throws -> Bool {
        try accounts.hasSession(Int(session.id), of: session.user, with: session.settings)
    }

    package func isThere(_ session: UserSession) throws -> Bool {
        try accounts.hasSession(Int(session.id), of: session.user, with: nil)
    }

    package func hasAccount(_ user: UserID) throws -> Bool { try accounts.hasAccount(user) }

    package func refreshed(_ session: UserSession) async throws -> UserSession? {
        guard let login = try await accounts.login(Int(session.id), of: session.user),
            login.session.expiresAt > clock.now
        else { return nil }
        await touch(login.session)
        return try await userSession(login)
    }

    package func unfinishedDeletions() async throws -> [DeletedUser] { try await accounts.removed() }

    package func finishDeletion(of user: UserID) async throws { try await accounts.forget(user) }

    package func setLanguage(_ language: Language, for session: UserSession) async throws -> UserSession {
        _ = try await change(session) { try $0.modify(session.user, .language(language)) }
        return try await userSession(current(session))
    }

    package func setPreference(
        _ name: String, to value: String?, of session: UserSession
    ) async throws -> UserSession {
        try await change(session) { try $0.setPreference(name, to: value, of: session.user) }
        return try await userSession(current(session))
    }
}

extension AccountService {
    private func start(
        _ new: (session: SessionDraft, token: Token?), for account: AccountRow, with password: Secret,
        _ match: PasswordMatch, insteadOf numbers: Set<Int>
    ) async throws -> UserSession {
        let user = account.profile.user
        let login = try await accounts.start(
            new.session, for: user, insteadOf: numbers, unusedSince: idleHorizon(of: user))
        guard let login else {
            // Removed while the password was being checked.
            throw AuthenticationFault.refused
        }
        try await keep(new.token, of: login.session)
        if match == .asTyped || hasher.needsRehash(account.passwordHash), let new = try? await hash(password) {
            // The login holds whether or not this works; the next one tries again.
            try? await accounts.rehash(user, from: account.passwordHash, to: new)
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
        // A disk that is full must not log anybody out, and nobody who reads waits for who writes.
        await Waiting.$isOver.withValue(true) {
            try? await accounts.touch(session.number, of: session.user, at: now)
        }
    }
}
