// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import AccountStore
package import Session

/// What panels show of an account, as all of it was at one moment.
package struct AccountSnapshot: Sendable {
    /// Who the user is.
    package let profile: Profile
    /// The user’s sessions, by number.
    package let logins: [Login]
}

extension AccountService {
    /// The account of a session, in one read.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `StoreFault`.
    package func snapshot(for session: UserSession) async throws -> AccountSnapshot {
        let now = clock.now
        return try await accounts.read { store in
            guard let login = try store.login(.number(Int(session.id), of: session.user)), login.session.expiresAt > now
            else { throw AuthenticationFault.notLoggedIn }
            let horizon = idleHorizon(with: try store.preferences(of: session.user))
            let logins = try store.sessions(of: session.user).filter {
                $0.expiresAt > now && ($0.isKept || Int64($0.number) == session.id || $0.lastUsedAt > horizon)
            }
            return AccountSnapshot(
                profile: login.account.profile, logins: logins.map { Login($0, seenFrom: session) })
        }
    }
}
