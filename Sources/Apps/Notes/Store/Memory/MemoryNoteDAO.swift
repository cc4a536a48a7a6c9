// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session
package import Stores
package import Systems

/// Notes in plain Swift collections: the specification that every other DAO is held against.
package struct MemoryNoteDAO: NoteDAO {
    private let table: MemoryTable<[UserID: MemoryNotes]>
    private let feed: ChangeFeed<NoteChange>

    package init(_ system: MemorySystem) {
        feed = system.feed(of: "note")
        table = system.table("note", empty: [:])
    }

    package func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) throws -> Result {
        try body(MemoryNoteTransaction(table.read { $0[owner] ?? MemoryNotes() }))
    }

    package func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) throws -> Result {
        let (result, changes) = try table.write { rows in
            let transaction = MemoryNoteTransaction(rows[owner] ?? MemoryNotes())
            let result = try body(transaction)
            rows[owner] = transaction.rows
            return (result, transaction.log.changes)
        }
        feed.post(changes)
        return result
    }

    package func changes() -> ChangeObserver<NoteChange> { feed.observe() }
}
