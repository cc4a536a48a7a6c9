// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores
import Systems

/// Messages in plain collections: what every other store must do, in the simplest words.
///
/// Nothing is maintained that can be counted; a list is a filter and a sort.
final class MemoryMessageDAO: MessageDAO {
    private let feed: ChangeFeed<MessageChange>
    private let table: MemoryTable<[UserID: MemoryMessages]>

    /// - Parameter name: That of the table, of which a system can have several.
    init(_ system: MemorySystem, name: String = "sms") {
        feed = system.feed(of: name)
        table = system.table(name, empty: [:])
    }

    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) throws -> Result {
        try body(MemoryMessageTransaction(table.read { $0[owner] ?? MemoryMessages() }))
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageTransaction) throws -> Result
    ) throws -> Result {
        let (result, changes) = try table.write { rows in
            let transaction = MemoryMessageTransaction(rows[owner] ?? MemoryMessages())
            let result = try body(transaction)
            rows[owner] = transaction.state
            return (result, transaction.log.changes)
        }
        feed.post(changes)
        return result
    }

    func copy() throws -> any MessageDAO {
        let copy = MemoryMessageDAO(MemorySystem())
        try table.read { rows in try copy.table.write { $0 = rows } }
        return copy
    }

    func owners() -> [UserID] {
        table.read { $0.filter { !$0.value.gateways.isEmpty }.map(\.key) }.sorted { $0.rawValue < $1.rawValue }
    }

    func changes() -> ChangeObserver<MessageChange> { feed.observe() }
}
