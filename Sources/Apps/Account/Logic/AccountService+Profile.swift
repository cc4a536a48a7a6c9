// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import AccountStore
package import Session

extension AccountService {
    /// What the account says of the user of a session.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func profile(for session: UserSession) async throws -> Profile {
        try await current(session).account.profile
    }

    /// Changes a field; an empty value takes the old one away.
    ///
    /// - Throws: `AccountFault.badValue`, `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func set(_ field: ProfileField, to value: String, for session: UserSession) async throws -> Profile {
        let change = try field.change(to: value)
        guard let profile = try await self.change(session, { try $0.modify(session.user, change) }) else {
            throw AuthenticationFault.notLoggedIn
        }
        return profile
    }

    /// Checks the password that the account has.
    ///
    /// - Throws: `AccountFault.wrongPassword`, `AuthenticationFault`, `StoreFault`.
    package func confirm(_ password: Secret, for session: UserSession) async throws {
        try await confirm(password, of: try await current(session).account)
    }

    /// Checks a password that somebody wants to have.
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
        let isKept = try await accounts.kept(login.session.root, of: session.user) != nil
        let (draft, token) = draft(kept: isKept)
        let row = try await change(session) {
            try $0.changePassword(
                of: session.user, from: login.account.passwordHash, to: hash, session: draft)
        }
        // Nil: somebody else changed it meanwhile, so the old one is no longer the account’s.
        guard let row else { throw AccountFault.wrongPassword }
        try await keep(token, of: row)
        return try await userSession(LoginRow(account: login.account, session: row))
    }

    /// Deletes the account with its sessions, for good.
    ///
    /// What other apps hold of this user is out of reach by that, and is kept in mind until it is deleted too: see
    /// `unfinishedDeletions`.
    ///
    /// - Parameter confirmation: the account’s name, typed again; its spelling in capitals does not matter.
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
        guard try await match(password, of: account, nameKey: key) != nil else { throw AccountFault.wrongPassword }
    }
}
