// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import Files
import GRDB
package import Session
package import Stores
package import Systems

/// Accounts in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: it is one look-up by key or index.
package struct SQLiteAccountDAO: AccountDAO {
    private let system: SQLiteSystem
    private let feed: ChangeFeed<AccountChange>

    /// The accounts in a file, its tables made or brought up to date.
    ///
    /// - Throws: `StoreFault`.
    package init(on system: SQLiteSystem) throws {
        self.system = system
        feed = system.feed(of: "account")
        try system.prepare(SQLiteAccountSchema.current)
    }

    package func read<Result: Sendable>(_ body: @Sendable (any AccountReader) throws -> Result) throws -> Result {
        try system.read { try body(AccountRows($0)) }
    }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changes, erases) = try await system.write { database in
            let rows = AccountRows(database)
            return (try body(rows), rows.log.changes, rows.erases)
        }
        feed.post(changes)
        // The log still has the pages as they were.
        if erases { try await system.emptyLog() }
        return result
    }

    package func hasSession(_ number: Int, of user: UserID) throws -> Bool {
        // Sessions go with their account, in one transaction.
        try system.look { try AccountRows.hasSession(number, of: user, in: $0) }
    }

    package func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result {
        try await FolderLock(system.folder).held(check)
    }

    package func changes() -> ChangeObserver<AccountChange> { feed.observe() }
}
