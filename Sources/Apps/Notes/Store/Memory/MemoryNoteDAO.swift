// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Systems

/// Notes in plain Swift collections: the specification that every other DAO is held against.
package struct MemoryNoteDAO: NoteDAO {
    private let table: MemoryTable<[UserID: MemoryNotes]>
    private let system: MemorySystem

    package init(_ system: MemorySystem) {
        self.system = system
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
        try table.write { rows in
            let transaction = MemoryNoteTransaction(rows[owner] ?? MemoryNotes())
            let result = try body(transaction)
            rows[owner] = transaction.rows
            return result
        }
    }

    package func changes() -> AsyncStream<Void> { InformationSystem.memory(system).changes(of: ["note"]) }
}
