// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Systems

/// Notes in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: an index answers in microseconds, less
/// than a hop to another thread takes.
package struct SQLiteNoteDAO: NoteDAO {
    let system: SQLiteSystem

    package init(_ system: SQLiteSystem) throws {
        self.system = system
        try system.prepare(NoteSchema.all)
    }

    package func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) throws -> Result {
        try system.read { try body(NoteRows($0, owner: owner)) }
    }

    package func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, erases) = try await system.write { database in
            let log = NoteChangeLog()
            let result = try body(NoteRows(database, owner: owner, log: log))
            return (result, log.erases)
        }
        // The log still has the pages as they were.
        if erases { try await system.emptyLog() }
        return result
    }

    package func changes() -> AsyncStream<Void> {
        InformationSystem.sqlite(system).changes(of: ["note", "note_attachment", "note_query", "note_unfinished"])
    }
}
