// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores
import Systems
import __NAME__Domain

/// Items in plain collections: what every other store must do, in the simplest words.
struct MemoryItemDAO: ItemDAO {
    private let feed: ChangeFeed<ItemChange>
    private let table: MemoryTable<[UserID: MemoryItems]>

    init(_ system: MemorySystem) {
        feed = system.feed(of: "__ID__")
        table = system.table("__ID__", empty: [:])
    }

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any ItemReader) throws -> Result
    ) throws -> Result {
        try body(MemoryItemTransaction(table.read { $0[owner] ?? MemoryItems() }))
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any ItemTransaction) throws -> Result
    ) throws -> Result {
        let (result, changes) = try table.write { rows in
            let transaction = MemoryItemTransaction(rows[owner] ?? MemoryItems())
            let result = try body(transaction)
            rows[owner] = transaction.state
            return (result, transaction.log.changes)
        }
        feed.post(changes)
        return result
    }

    func changes() -> ChangeObserver<ItemChange> { feed.observe() }
}
