// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session
package import Stores
package import Systems

/// The accounts of all users, with their sessions.
package typealias AccountStore = any Store<any AccountReader, any AccountTransaction, AccountChange>

/// What the shell asks before every command and within every write, without a task of its own.
package protocol LoginLookup: Sendable {
    /// Whether a session of a user is there, and the user’s preferences are these, or any with `nil`.
    func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) throws -> Bool

    /// Whether there is an account of this user.
    func hasAccount(_ user: UserID) throws -> Bool

    /// Checks a password while nobody else checks one on this system: tries that are still at it would count against
    /// everybody. A check that has waited for some seconds goes on all the same.
    func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result
}

/// The stores of an information system that accounts need.
package struct AccountStores: Sendable {
    /// Accounts and sessions.
    package let accounts: AccountStore
    /// Questions about a login.
    package let lookup: any LoginLookup
    /// Where a login is kept for later processes that use the same system.
    package let tokens: any TokenStore

    private static let name = "account"

    /// The stores of a system.
    ///
    /// - Throws: `StoreFault`.
    package init(on system: InformationSystem) throws {
        switch system {
        case .memory(let memory):
            let store = MemoryStore<MemoryAccounts, any AccountReader, any AccountTransaction, AccountChange>(
                on: memory, named: Self.name, of: UserID(rawValue: 0), empty: MemoryAccounts()
            ) { rows in
                let accounts = MemoryAccountTransaction(rows)
                return .init(reader: accounts, writer: accounts) { (rows: accounts.rows, log: accounts.log) }
            }
            accounts = store
            lookup = MemoryLoginLookup(accounts: store)
            tokens = MemoryTokenStore(on: memory)
        case .sqlite(let sqlite):
            accounts = try SQLiteStore<any AccountReader, any AccountTransaction, AccountChange>(
                on: sqlite, named: Self.name, schema: AccountSchema.current, reader: { AccountRows($0) },
                writer: { AccountRows($0) }, finish: { try $0.finish() })
            lookup = SQLiteLoginLookup(on: sqlite)
            tokens = FileTokenStore(path: sqlite.folder + "/login")
        }
    }
}
