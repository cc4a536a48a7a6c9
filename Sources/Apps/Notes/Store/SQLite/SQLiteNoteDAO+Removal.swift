// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Session
import Systems

/// Removing all that an owner has.
extension SQLiteNoteDAO {
    /// How many notes are removed in one transaction: others wait for no more than these.
    private static let step = 200

    /// Removes some notes with everything that belongs to them; 0 where none is left.
    func removeSome(of owner: UserID) async throws -> Int {
        try await system.write { database in
            let rows = NoteRows(database, owner: owner)
            let keys = RowKey.range(owner: owner.rawValue)
            let ids = try Int64.fetchAll(
                database.cachedStatement(sql: "SELECT id FROM note WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"),
                arguments: [keys.lowerBound, keys.upperBound, Self.step])
            for id in ids {
                if let note = try rows.find(RowKey(rawValue: id).number) { try rows.remove(note) }
            }
            return ids.count
        }
    }

    /// Removes what an owner without notes has: drafts, queries, keys, labels, counts, bytes that nothing needs.
    func removeRest(of owner: UserID) async throws {
        try await system.write { database in
            let keys = RowKey.range(owner: owner.rawValue)
            for table in ["note_owner", "note_query", "note_key", "note_label", "note_blob"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner.rawValue])
            }
            for (table, column) in [("note_unfinished", "id"), ("note_version", "note"), ("note_attachment", "note")] {
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE \(column) BETWEEN ? AND ?",
                    arguments: [keys.lowerBound, keys.upperBound])
            }
            try database.eraseRemovedWords(in: "note_text")
        }
        // The log still has the pages as they were.
        try await system.emptyLog()
    }
}
