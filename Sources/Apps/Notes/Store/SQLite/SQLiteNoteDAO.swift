// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
package import Session
package import Stores
package import Systems

/// Notes in a SQLite file.
///
/// Reading is a synchronous function that meets an asynchronous requirement: an index answers in microseconds, less
/// than a hop to another thread takes.
package struct SQLiteNoteDAO: NoteDAO {
    let system: SQLiteSystem
    private let feed: ChangeFeed<NoteChange>

    package init(_ system: SQLiteSystem) throws {
        self.system = system
        feed = system.feed(of: "note")
        try system.prepare(NoteSchema.current)
    }

    package func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any NoteReader) throws -> Result
    ) throws -> Result {
        try system.read { try body(NoteRows($0, owner: owner)) }
    }

    package func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any NoteTransaction) throws -> Result
    ) async throws -> Result {
        let (result, changes, erases) = try await system.write { database in
            let log = NoteChangeLog()
            let result = try body(NoteRows(database, owner: owner, log: log))
            return (result, log.changes, log.erases)
        }
        feed.post(changes)
        // The log still has the pages as they were.
        if erases { try await system.emptyLog() }
        return result
    }

    package func changes() -> ChangeObserver<NoteChange> { feed.observe() }

    /// Tells of changes that were written past `write`.
    func post(_ changes: Changes<NoteChange>) { feed.post(changes) }
}
