// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession
import AtriumStores

/// Tokens with which scripts log in: each for some apps, until a day.
extension AccountService {
    /// The longest time that a token lasts.
    package static let longestToken = 365
    /// The days that a token lasts if the user does not say.
    package static let tokenDays = 90

    /// The user’s tokens, by number.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func tokens(for session: UserSession) async throws -> [ScriptToken] {
        try await snapshot(for: session).tokens
    }

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - name: The name to revoke it by.
    ///   - apps: The names of the apps that it is for, at least one.
    ///   - days: The days that it lasts.
    /// - Returns: The token, and its text, which is known nowhere else.
    /// - Throws: `AccountFault.badLabel`, `.tokenNameTaken`; `AuthenticationFault`; `StoreFault`.
    package func addToken(
        _ name: String, apps: [String], days: Int, for session: UserSession
    ) async throws -> (token: ScriptToken, text: String) {
        let label = try Self.label(name)
        guard !label.isEmpty else { throw AccountFault.badLabel(maximum: Self.longestLabel) }
        let token = Token(random: random)
        let (now, place) = (clock.now, place)
        let draft = SessionDraft(
            fingerprint: token.fingerprint, startedAt: now, expiresAt: now + .seconds(days * 86_400), place: place,
            origin: nil, name: label, apps: apps)
        let made = try await change(session) { accounts in
            let sessions = try accounts.sessions(of: session.user)
            guard !sessions.contains(where: { $0.isToken && $0.name == label && $0.expiresAt > now }) else {
                throw AccountFault.tokenNameTaken(label)
            }
            // One that has expired gives its name away.
            try accounts.deleteSessions(
                sessions.filter { $0.isToken && $0.expiresAt <= now }.map(\.number), of: session.user)
            let row = try accounts.insert(draft, for: session.user)
            try accounts.note(.tokenMade, by: session.user, at: now, subject: label, place: place)
            return ScriptToken(row)
        }
        guard let made else { throw AuthenticationFault.notLoggedIn }
        return (made, token.text)
    }

    /// Revokes a token.
    ///
    /// - Throws: `AccountFault.unknownToken`; `AuthenticationFault`; `StoreFault`.
    package func revokeToken(_ name: String, for session: UserSession) async throws {
        let (now, place) = (clock.now, place)
        try await change(session) { accounts in
            let token = try accounts.sessions(of: session.user).first { $0.isToken && $0.name == name }
            guard let token else { throw AccountFault.unknownToken(name) }
            try accounts.deleteSessions([token.number], of: session.user)
            try accounts.note(.tokenRevoked, by: session.user, at: now, subject: token.name, place: place)
        }
    }
}
