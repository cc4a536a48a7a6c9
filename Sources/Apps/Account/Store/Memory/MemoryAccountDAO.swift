// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
package import Session
package import Stores
package import Systems

/// Accounts in memory: what every other account store must do, in the plainest words.
package struct MemoryAccountDAO: AccountDAO {
    private let feed: ChangeFeed<AccountChange>
    private let table: MemoryTable<MemoryAccounts>

    /// The accounts of a memory system.
    package init(on system: MemorySystem) {
        feed = system.feed(of: "account")
        table = system.table("accounts", empty: MemoryAccounts())
    }

    package func read<Result: Sendable>(_ body: @Sendable (any AccountReader) throws -> Result) throws -> Result {
        try body(MemoryAccountTransaction(table.read { $0 }))
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Result
    ) throws -> Result {
        let (result, changes) = try table.write { rows in
            let transaction = MemoryAccountTransaction(rows)
            let result = try body(transaction)
            rows = transaction.rows
            return (result, transaction.log.changes)
        }
        feed.post(changes)
        return result
    }

    package func hasSession(_ number: Int, of user: UserID, with preferences: [String: String]?) -> Bool {
        table.read { rows in
            rows.entries[user].map {
                $0.sessions[number] != nil && $0.preferences == preferences ?? $0.preferences
            } ?? false
        }
    }

    package func hasAccount(_ user: UserID) -> Bool { table.read { $0.entries[user] != nil } }

    /// A process that is alone with its accounts asks one person for one password.
    package func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result { try await check() }

    package func changes() -> ChangeObserver<AccountChange> { feed.observe() }
}
