// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
public import AtriumStores
import Foundation
import GRDB

/// One owner’s journal in a table of a store, within one transaction.
public struct JournalRows {
    private let database: SQLDatabase
    private let table: String
    private let owner: Int64
    private static let entriesPerRemoval = 64

    /// The journal of an owner in the table of this name, which `schema(of:)` has made.
    public init(_ database: SQLDatabase, table: String, owner: Int64) {
        self.database = database
        self.table = table
        self.owner = owner
    }

    /// The statements that make a table.
    public static func schema(of table: String) -> String {
        """
        CREATE TABLE \(table) (
            owner INTEGER NOT NULL, id INTEGER NOT NULL, run TEXT NOT NULL, command TEXT NOT NULL, time INTEGER NOT NULL,
            process INTEGER NOT NULL, state INTEGER NOT NULL, lasting INTEGER NOT NULL, changes BLOB NOT NULL,
            PRIMARY KEY (owner, id)) WITHOUT ROWID;

        """
    }

    /// The entries, the newest first, `limit` at most.
    ///
    /// - Throws: `DatabaseError`, of which the system makes a `StoreFault`; as all functions here.
    public func entries(limit: Int) throws -> [JournalEntry] {
        // Before each change: to plan it each time would take longer.
        let rows = try database.plannedRows(
            sql: """
                SELECT id, run, command, time, process, state, lasting, changes FROM \(table) WHERE owner = ?
                ORDER BY id DESC LIMIT ?
                """, arguments: [owner, min(limit, Journal.mostEntries)], byOnePlan: true)
        return rows.map { row in
            let origin = Origin(
                command: row.text(2), time: Timestamp(milliseconds: row.number(3)),
                process: Int32(truncatingIfNeeded: row.number(4)), run: row.text(1))
            return JournalEntry(
                id: row.count(0), origin: origin, state: JournalEntry.State(rawValue: row.count(5)) ?? .passed,
                isLasting: row.number(6) != 0, changes: row.bytes(7))
        }
    }

    /// Keeps an entry; see `JournalKeeping.put(_:)`.
    public func put(_ entry: JournalEntry) throws {
        let id = entry.id
        // Not each time, which would write one more page: entries beyond the limit are never read.
        if id > Journal.mostEntries, id % Self.entriesPerRemoval == 0 {
            // With a lower bound: without one a server expects a third of all rows, and reads the whole table.
            try database.run(
                "DELETE FROM \(table) WHERE owner = ? AND id BETWEEN 0 AND ?", [owner, id - Journal.mostEntries])
        }
        try database.run(
            """
            REPLACE INTO \(table) (owner, id, run, command, time, process, state, lasting, changes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                owner, id, entry.origin.run, entry.origin.command, entry.origin.time.milliseconds, entry.origin.process,
                entry.state.rawValue, entry.isLasting, Data(entry.changes),
            ])
        // Only large entries make the journal large.
        if entry.changes.count > 1 << 16 { try shorten(before: id) }
    }

    private func shorten(before id: Int) throws {
        try database.run(
            """
            DELETE FROM \(table) WHERE owner = ?1 AND id < ?2 AND id <= (
                SELECT id FROM (
                    SELECT id, sum(length(changes)) OVER (ORDER BY id DESC) AS bytes FROM \(table) WHERE owner = ?1) AS sums
                WHERE bytes > ?3 ORDER BY id DESC LIMIT 1)
            """, [owner, id, Journal.mostBytes])
    }

    /// Removes all entries.
    public func removeAll() throws {
        try database.execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner])
    }
}
