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
        _ = try await current(session)
        guard let login = try await accounts.login(number, of: session.user),
            try await accounts.end(number, of: session.user)
        else { throw AccountFault.unknownSession(number) }
        try forgetToken(of: login.session)
        return Int64(number) == session.id
    }

    /// Ends every session of the user but the one that asks.
    ///
    /// - Returns: How many.
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func revokeOthers(for session: UserSession) async throws -> Int {
        let own = try await current(session).session
        let others = try await accounts.sessions(of: session.user, after: clock.now).filter { $0.number != own.number }
        let count = try await accounts.endOthers(than: own.number, of: session.user, after: clock.now)
        for session in others { try forgetToken(of: session) }
        return count
    }
}
