// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// The accounts of all users, with their sessions.
package typealias AccountStore = any Store<any AccountReader, any AccountDAO, AccountChange>

/// The check of the shell before every command and within every write, without a task of its own.
package protocol LoginLookup: Sendable {
    /// Whether a session of a user is there, and the user’s preferences are these, or any with `nil`.
    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool

    /// The same for the shell, whose thread does not wait: a server may be silent.
    func stillHasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) async throws -> Bool

    /// Whether there is an account of this user.
    func hasAccount(_ user: UserID) throws -> Bool

    /// Checks passwords one at a time on this system, since a check that has not ended counts as a failure for all. A
    /// check that has waited for some seconds no longer waits.
    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result
}

extension LoginLookup {
    /// At once: nothing is waited for.
    package func stillHasSession(
        _ number: Int, of user: UserID, with preferences: [String: String]?
    ) async throws -> Bool {
        try hasSession(number, of: user, with: preferences)
    }
}

/// The stores that accounts need.
package struct AccountStores: Sendable {
    /// Accounts and sessions.
    package let accounts: AccountStore
    /// Questions about a login.
    package let lookup: any LoginLookup
    /// The store of the login for later processes that use the same system.
    package let tokens: any TokenStore

    package init(accounts: AccountStore, lookup: any LoginLookup, tokens: any TokenStore) {
        self.accounts = accounts
        self.lookup = lookup
        self.tokens = tokens
    }
}

/// Keeps the token of one login for later processes of the same system user.
///
/// The store knows its fingerprint only, so the token is a secret: only that system user may read it.
package protocol TokenStore: Sendable {
    /// Keeps this token instead of any other.
    ///
    /// - Throws: `StoreFault`; the former token is then still kept.
    func keep(_ token: String) async throws
    /// The kept token; `nil` if there is none, or none that only this system user could have written.
    func kept() async -> String?
    /// Keeps no token any more.
    ///
    /// - Throws: `StoreFault`.
    func forget() async throws
}

/// Looks after the rows of all users.
package protocol AccountUpkeep: Sendable {
    /// Ends every session after a restore, and records that in the audit trail.
    ///
    /// - Throws: `StoreFault`.
    func settleRestored(at time: Timestamp, place: String) async throws

    /// Examines the rows of all users.
    ///
    /// - Parameter mends: Whether to mend what can be; otherwise nothing is changed.
    /// - Throws: `StoreFault`.
    func examine(mends: Bool) async throws -> [StoreFinding]

    /// The settings of every user.
    ///
    /// - Throws: `StoreFault`.
    func settings() async throws -> [UserID: [String: String]]

    /// The users who have an account, or whose data is being deleted with it; `nil` if there is no table of them.
    ///
    /// - Throws: `StoreFault`.
    func users() async throws -> Set<UserID>?

    /// The names of the users.
    ///
    /// - Throws: `StoreFault`.
    func names() async throws -> [UserID: String]

    /// Records an event of no user in the audit trail.
    ///
    /// - Throws: `StoreFault`.
    func note(_ event: AuditEvent, subject: String, at time: Timestamp, place: String) async throws
}
