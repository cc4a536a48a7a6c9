// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores
import Systems
import __NAME__Domain

/// Items in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: an index answers in microseconds, less
/// than a hop to another thread takes.
struct SQLiteItemDAO: ItemDAO {
    private let system: SQLiteSystem
    private let feed: ChangeFeed<ItemChange>

    init(_ system: SQLiteSystem) throws {
        self.system = system
        feed = system.feed(of: "__ID__")
        try system.prepare(.items)
    }

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any ItemReader) throws -> Result
    ) throws -> Result {
        try system.read { try body(SQLiteItemTransaction($0, owner: owner)) }
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any ItemTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changes) = try await system.write { database in
            let transaction = SQLiteItemTransaction(database, owner: owner)
            let result = try body(transaction)
            return (result, transaction.log.changes)
        }
        feed.post(changes)
        // The log still has the pages as they were.
        if changes.mayHave(\.isRemoval) { try await system.emptyLog() }
        return result
    }

    func changes() -> ChangeObserver<ItemChange> { feed.observe() }
}
