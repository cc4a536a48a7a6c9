// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import AccountStore
package import Session

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

    /// Ends every session of the user but the one that asks.
    ///
    /// - Returns: How many.
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
