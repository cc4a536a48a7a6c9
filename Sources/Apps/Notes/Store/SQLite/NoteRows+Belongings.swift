// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
package import AtriumStores
import AtriumSystems
import Foundation
package import NotesLogic

/// The belongings of notes.
extension NoteRows {
    package func put(_ attachment: Attachment, bytes: [UInt8], of id: Int) throws {
        log?.add(.note(id, .changed(.attachments)))
        let old = try blob(of: attachment.number, of: id)
        try database.run(
            """
            REPLACE INTO note_attachment (note, number, name, type, blob, sealed, place)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key(id), attachment.number, attachment.name, attachment.type, try keep(attachment.digest, bytes),
                attachment.sealed.map { Data($0) }, attachment.place,
            ])
        if let old { try dropUnused(old) }
    }

    package func delete(_ attachment: Attachment, of id: Int) throws {
        log?.add(.note(id, .changed(.attachments)))
        let blob = try blob(of: attachment.number, of: id)
        try database.run("DELETE FROM note_attachment WHERE note = ? AND number = ?", [key(id), attachment.number])
        if let blob { try dropUnused(blob) }
    }

    package func attachments(of ids: ClosedRange<Int>) throws -> [Int: [Attachment]] {
        try willReadAttachments?(ids)
        let keys = RowKey.range(owner: owner.rawValue)
        let last = ids.upperBound == .max ? keys.upperBound : key(ids.upperBound)
        let rows = try database.cursor(
            """
            SELECT note, number, name, type, size, digest, sealed, place FROM note_attachment
            JOIN note_blob ON note_blob.id = blob WHERE note BETWEEN ? AND ? ORDER BY note, number
            """, [key(max(0, ids.lowerBound)), last])
        var found: [Int: [Attachment]] = [:]
        while let row = try rows.next() {
            found[RowKey(rawValue: row.number(0)).number, default: []].append(
                Attachment(
                    number: row.count(1), name: row.text(2), type: row.text(3), size: row.count(4),
                    digest: Digest(bytes: row.bytes(5)), sealed: row.optionalBytes(6), place: row.optionalText(7)))
        }
        return found
    }

    package func bytes(of digest: Digest) throws -> [UInt8]? {
        try Data.fetchOne(
            database, "SELECT bytes FROM note_blob WHERE owner = ? AND digest = ?",
            [owner.rawValue, Data(digest.bytes)]
        ).map(Array.init)
    }

    /// The row of bytes, which may be there already.
    private func keep(_ digest: Digest, _ bytes: [UInt8]) throws -> Int64 {
        let digest = Data(digest.bytes)
        if let row = try Int64.fetchOne(
            database, "SELECT id FROM note_blob WHERE owner = ? AND digest = ?", [owner.rawValue, digest])
        {
            return row
        }
        return try database.insertedKey(
            "id", sql: "INSERT INTO note_blob (owner, digest, size, bytes) VALUES (?, ?, ?, ?)",
            arguments: [owner.rawValue, digest, bytes.count, Data(bytes)])
    }

    /// The row of an attachment’s bytes.
    private func blob(of number: Int, of id: Int) throws -> Int64? {
        try Int64.fetchOne(
            database, "SELECT blob FROM note_attachment WHERE note = ? AND number = ?", [key(id), number])
    }

    private func dropUnused(_ blob: Int64) throws {
        try database.run(
            """
            DELETE FROM note_blob WHERE id = ?
                AND NOT EXISTS (SELECT 1 FROM note_attachment WHERE blob = note_blob.id)
            """, [blob])
    }
}

/// Versions of texts.
extension NoteRows {
    package func replacedVersions(of id: Int) throws -> [NoteVersion] {
        try database.rows(
            "SELECT number, saved, content, sealed FROM note_version WHERE note = ? ORDER BY number DESC", [key(id)]
        ).map {
            NoteVersion(number: $0.count(0), savedAt: $0.time(1), content: $0.text(2), sealed: $0.optionalBytes(3))
        }
    }

    package func put(_ version: NoteVersion, of id: Int) throws {
        try database.run(
            "REPLACE INTO note_version (note, number, saved, content, sealed) VALUES (?, ?, ?, ?, ?)",
            [key(id), version.number, version.savedAt.milliseconds, version.content, version.sealed.map { Data($0) }])
    }
}

/// The counts of notebooks and tags.
extension NoteRows {
    package func labels(_ kind: NoteLabel.Kind) throws -> [NoteLabel] {
        try database.rows(
            "SELECT name, count FROM note_label WHERE owner = ? AND kind = ? ORDER BY key",
            [owner.rawValue, kind.rawValue]
        ).map {
            NoteLabel(name: $0.text(0), count: $0.count(1))
        }
    }

    /// Uncounts the old note’s labels and counts the new one’s; a note in the trash has none.
    func countLabels(out old: ParsedNote?, in new: ParsedNote?) throws {
        for kind in NoteLabel.Kind.allCases {
            let before = old?.note.trashedAt == nil ? old?.labels(kind) ?? [] : []
            let after = new?.note.trashedAt == nil ? new?.labels(kind) ?? [] : []
            guard before != after else { continue }
            for name in before { try count(kind, name, by: -1) }
            for name in after { try count(kind, name, by: 1) }
        }
    }

    private func count(_ kind: NoteLabel.Kind, _ name: String, by difference: Int) throws {
        let key = NameKey.of(name)
        try database.run(
            """
            INSERT INTO note_label (owner, kind, key, name, count) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (owner, kind, key) DO UPDATE SET count = note_label.count + excluded.count
            """, [owner.rawValue, kind.rawValue, key, name, difference])
        guard difference < 0 else { return }
        try database.run(
            "DELETE FROM note_label WHERE owner = ? AND kind = ? AND key = ? AND count <= 0",
            [owner.rawValue, kind.rawValue, key])
        try respell(kind, name, key)
    }

    /// Spells a label as one of its notes does, if no note may be left with the present spelling.
    private func respell(_ kind: NoteLabel.Kind, _ name: String, _ key: String) throws {
        let isSpelledSo = try Bool.fetchOne(
            database, "SELECT 1 FROM note_label WHERE owner = ? AND kind = ? AND key = ? AND name = ?",
            [owner.rawValue, kind.rawValue, key, name])
        let filter = kind == .tag ? NoteFilter.tag(name) : .notebook(name)
        guard isSpelledSo == true, let note = try first(filter),
            let spelling = note.labels(kind).first(where: { NameKey.of($0) == key }), spelling != name
        else { return }
        try database.run(
            "UPDATE note_label SET name = ? WHERE owner = ? AND kind = ? AND key = ?",
            [spelling, owner.rawValue, kind.rawValue, key])
    }
}

/// The other data of an owner: a key, unfinished texts and saved queries.
extension NoteRows {
    package func key() throws -> WrappedKey? {
        try database.row("SELECT salt, passes, memory, sealed FROM note_key WHERE owner = ?", [owner.rawValue])
            .map { WrappedKey(salt: $0.bytes(0), passes: $0.count(1), memory: $0.count(2), sealed: $0.bytes(3)) }
    }

    package func put(_ key: WrappedKey) throws {
        log?.add(.key)
        try database.run(
            "REPLACE INTO note_key (owner, salt, passes, memory, sealed) VALUES (?, ?, ?, ?, ?)",
            [owner.rawValue, Data(key.salt), key.passes, key.memory, Data(key.sealed)])
    }

    package func unfinished() throws -> [UnfinishedNote] {
        let keys = RowKey.range(owner: owner.rawValue)
        return try database.rows(
            """
            SELECT id, content, saved FROM note_unfinished WHERE id BETWEEN ? AND ? ORDER BY saved DESC, id DESC
            """, [keys.lowerBound, keys.upperBound]
        ).map {
            UnfinishedNote(id: RowKey(rawValue: $0.number(0)).number, content: $0.text(1), savedAt: $0.time(2))
        }
    }

    package func put(_ unfinished: UnfinishedNote?, as id: Int) throws {
        log?.add(.unfinished(id))
        guard let unfinished else {
            return try database.run("DELETE FROM note_unfinished WHERE id = ?", [key(id)])
        }
        try database.run(
            "REPLACE INTO note_unfinished (id, content, saved) VALUES (?, ?, ?)",
            [key(id), unfinished.content, unfinished.savedAt.milliseconds])
    }

    package func savedQueries() throws -> [SavedQuery] {
        try database.rows("SELECT name, query FROM note_query WHERE owner = ? ORDER BY key", [owner.rawValue])
            .map { SavedQuery(name: $0.text(0), query: $0.text(1)) }
    }

    package func put(_ query: SavedQuery?, as key: String) throws {
        log?.add(.query(key))
        guard let query else {
            return try database.run("DELETE FROM note_query WHERE owner = ? AND key = ?", [owner.rawValue, key])
        }
        try database.run(
            "REPLACE INTO note_query (owner, key, name, query) VALUES (?, ?, ?, ?)",
            [owner.rawValue, key, query.name, query.query])
    }
}

/// The protected notebooks, among the labels: these do not count notes, since such a notebook may be empty.
extension NoteRows {
    /// The kind of their rows beside those of `NoteLabel.Kind`.
    static let lockKind = 2

    package func lockedNotebooks() throws -> [String] {
        try database.rows(
            "SELECT name FROM note_label WHERE owner = ? AND kind = ? ORDER BY key", [owner.rawValue, Self.lockKind]
        ).map { $0.text(0) }
    }

    package func put(lockedNotebook name: String?, as key: String) throws {
        log?.add(.lockedNotebook(key))
        guard let name else {
            return try database.run(
                "DELETE FROM note_label WHERE owner = ? AND kind = ? AND key = ?", [owner.rawValue, Self.lockKind, key])
        }
        try database.run(
            "REPLACE INTO note_label (owner, kind, key, name, count) VALUES (?, ?, ?, ?, 1)",
            [owner.rawValue, Self.lockKind, key, name])
    }
}

/// The changes of commands.
extension NoteRows {
    static let journalTable = "note_change"

    private var journalRows: JournalRows { JournalRows(database, table: Self.journalTable, owner: owner.rawValue) }

    package func journal(limit: Int) throws -> [JournalEntry] { try journalRows.entries(limit: limit) }

    package func put(_ entry: JournalEntry) throws { try journalRows.put(entry) }
}

/// Erases removed data completely.
extension NoteRows {
    package func erase(_ id: Int?) throws {
        log?.erase()
        guard let id else { return }
        // A fingerprint of the text, with which a short one could be guessed.
        try database.run("UPDATE note SET origin = NULL WHERE id = ?", [key(id)])
        try words.eraseRemoved()
    }

    package func deleteRest() throws {
        log?.addUnknown()
        try journalRows.removeAll()
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
