// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import NotesDomain
import Session
import Systems

/// Lets nothing be left of what was removed.
extension NoteRows {
    func erase(_ id: Int?) throws {
        log?.erases = true
        guard let id else { return }
        // A fingerprint of the text, with which a short one could be guessed.
        try database.cachedStatement(sql: "UPDATE note SET origin = NULL WHERE id = ?").execute(arguments: [key(id)])
        try database.eraseRemovedWords(in: "note_text")
    }

    func deleteRest() throws {
        log?.addUnknown()
        let keys = RowKey.range(owner: owner.rawValue)
        for table in ["note_owner", "note_query", "note_key", "note_label", "note_blob"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner.rawValue])
        }
        for (table, column) in [("note_unfinished", "id"), ("note_version", "note"), ("note_attachment", "note")] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE \(column) BETWEEN ? AND ?",
                arguments: [keys.lowerBound, keys.upperBound])
        }
    }
}
