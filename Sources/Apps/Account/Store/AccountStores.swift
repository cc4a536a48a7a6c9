// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountLogic
import AtriumSession
import AtriumStores
package import AtriumSystems

extension AccountStores {
    static let name = "account"

    /// The stores of a system.
    ///
    /// - Parameter keyring: The keyring for logins that are kept; `nil`: they are kept in files.
    /// - Throws: `StoreFault`.
    package init(on system: InformationSystem, keyring: Keyring? = nil) throws {
        switch system {
        case .memory(let memory):
            let store = MemoryStore<MemoryAccounts, any AccountReader, any AccountDAO, AccountChange>(
                on: memory, named: Self.name, of: UserID(rawValue: 0), empty: MemoryAccounts()
            ) { rows in
                let accounts = MemoryAccountDAO(rows)
                return .init(reader: accounts, writer: accounts) { (rows: accounts.rows, log: accounts.log) }
            }
            self.init(
                accounts: store, lookup: MemoryLoginLookup(accounts: store), tokens: MemoryTokenStore(on: memory))
        case .sqlite(let sqlite):
            let isPassing = sqlite.refusal != nil
            let store = try SQLiteStore<any AccountReader, any AccountDAO, AccountChange>(
                on: sqlite, named: Self.name, schema: AccountSchema.current.sqlite,
                reader: { AccountRows(SQLDatabase($0)) },
                writer: { AccountRows(SQLDatabase($0), isPassing: isPassing) },
                finish: { try $0.finish() })
            self.init(
                accounts: store, lookup: SQLiteLoginLookup(on: sqlite),
                tokens: KeyringTokenStore(keyring: keyring, file: FileTokenStore(path: sqlite.folder + "/login")))
        case .postgreSQL(let server):
            let store = try PostgreSQLStore<any AccountReader, any AccountDAO, AccountChange>(
                on: server, named: Self.name, of: nil, schema: AccountSchema.current, reader: { AccountRows($0) },
                writer: { AccountRows($0) }, finish: { try $0.finish() })
            self.init(
                accounts: store, lookup: PostgreSQLLoginLookup(on: server),
                tokens: KeyringTokenStore(keyring: keyring, file: FileTokenStore(path: server.folder + "/login")))
        }
    }
}
