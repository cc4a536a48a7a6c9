// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import AccountStore
package import Secrets
package import Session
package import Stores
package import Worlds

/// The rules of accounts and logins; everything that changes an account passes here.
///
/// Has no state but the store’s, so any number of services, in one process or several, agree. Passwords are hashed off
/// the caller’s actor.
package struct AccountService: Sendable {
    let accounts: any AccountDAO
    let tokens: any TokenStore
    let hasher: any PasswordHashing
    let random: any RandomBytes
    let clock: any WallClock
    let policy: SessionPolicy
    let place: String

    /// A service of these parts.
    ///
    /// - Parameters:
    ///   - tokens: where a login is kept for later processes.
    ///   - random: where tokens come from.
    ///   - place: where sessions are said to be started.
    package init(
        accounts: any AccountDAO, tokens: any TokenStore, hasher: any PasswordHashing,
        random: any RandomBytes = SodiumRandom(), clock: any WallClock, policy: SessionPolicy = .standard,
        place: String = ""
    ) {
        self.accounts = accounts
        self.tokens = tokens
        self.hasher = hasher
        self.random = random
        self.clock = clock
        self.policy = policy
        self.place = place
    }

    /// The service of a world.
    ///
    /// A hash of the least cost, which protects nothing, is made anew at full cost at the next login in a world of that.
    /// Tokens are random in both: nobody sees them, so nothing has to repeat.
    ///
    /// - Throws: `StoreFault`.
    package init(in world: World) throws {
        self.init(
            accounts: try UserStore.open(on: world.system), tokens: UserStore.tokens(on: world.system),
            hasher: PasswordHasher(parameters: world.passwordCost == .full ? .current : .cheap), clock: world.clock,
            place: world.loginPlace)
    }

    /// Somebody who hears of each change of accounts and sessions from now on, by this process or another.
    package func changes() -> ChangeObserver<AccountChange> { accounts.changes() }
}
