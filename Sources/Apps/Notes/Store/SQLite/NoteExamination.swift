// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
package import AtriumSession
package import AtriumStores
package import AtriumSystems
import GRDB
import NotesLogic

/// The examination of the notes of all users.
package enum NoteExamination {
    /// Examines the notes in a system.
    ///
    /// - Throws: `StoreFault`.
    package static func findings(in system: SQLiteSystem, mends: Bool) async throws -> [StoreFinding] {
        try await system.examine(NoteSchema.current.sqlite, tables: "note", checks, mends: mends)
    }

    /// The users with notes in a system.
    ///
    /// - Throws: `StoreFault`.
    package static func owners(in system: InformationSystem) async throws -> Set<UserID> {
        try await system.owners(byNumberIn: "note", of: NoteSchema.current)
    }

    private static let number = (Int64(1) << 40) - 1

    private static var checks: [StoreCheck] {
        let noteOf = { (table: String, key: String) in "note WHERE note.id = \(table).\(key)" }
        return [
            StoreCheck("owner", rows: "note WHERE owner <> id >> 40", mending: "UPDATE note SET owner = id >> 40"),
            StoreCheck(
                "type", rows: "note WHERE typeof(content) <> 'text' OR typeof(created) <> 'integer'",
                mending: """
                    UPDATE note SET content = CAST(content AS TEXT),
                        created = CASE typeof(created) WHEN 'integer' THEN created ELSE modified END
                    """),
            headings, counts, labels.making("note_label"), aliases.making("note_alias"),
            StoreCheck("index", index: "note_text") { try texts(SQLDatabase($0), false, $1) }.making("note_text"),
            StoreCheck("version", "note_version", without: noteOf("note_version", "note")),
            StoreCheck("attachment", "note_attachment", without: noteOf("note_attachment", "note")),
            StoreCheck(
                "file.missing",
                rows: "note_attachment WHERE NOT EXISTS (SELECT 1 FROM note_blob WHERE id = note_attachment.blob)"),
            StoreCheck("file.changed", bytesOf: "note_blob") { SHA256.hash($0) },
            StoreCheck(
                "file.size", rows: "note_blob WHERE size <> length(bytes)",
                mending: "UPDATE note_blob SET size = length(bytes)"),
            StoreCheck("file.unused", "note_blob", without: "note_attachment WHERE blob = note_blob.id"),
            StoreCheck(
                "draft", rows: "note_unfinished WHERE typeof(content) <> 'text'",
                mending: """
                    UPDATE note_unfinished SET content = CAST(content AS TEXT)
                    """),
            StoreCheck(
                "key",
                rows: """
                    (SELECT DISTINCT owner FROM note WHERE sealed IS NOT NULL) AS sealing WHERE NOT EXISTS (
                        SELECT 1 FROM note_key WHERE note_key.owner = sealing.owner AND length(salt) = 16
                            AND passes BETWEEN 1 AND 64 AND memory BETWEEN 8192 AND 1 << 30 AND length(sealed) > 41)
                    """),
            // Whether the rest is as it was written, only the key can tell.
            StoreCheck(
                "sealed",
                rows: """
                    (SELECT sealed FROM note UNION ALL SELECT sealed FROM note_version
                        UNION ALL SELECT sealed FROM note_attachment) AS sealing WHERE length(sealed) < \(Sealer.overhead)
                    """),
            StoreCheck(
                "query", rows: "note_query WHERE name = '' OR query = ''",
                mending: "DELETE FROM note_query WHERE name = '' OR query = ''"),
            StoreCheck("journal", journal: NoteRows.journalTable) { $0.noteSteps.count == $0.lines },
        ]
    }

    /// The keys of titles, by which links find notes.
    private static let headings = StoreCheck(
        "title",
        count: { database in
            var count = 0
            try notes(in: SQLDatabase(database)) { note, _, heading in
                if NameKey.of(note.title) != heading { count += 1 }
            }
            return count
        },
        mend: { database in
            var wrong: [(Int64, String)] = []
            try notes(in: SQLDatabase(database)) { note, owner, heading in
                let key = NameKey.of(note.title)
                if key != heading { wrong.append((RowKey(owner: owner.rawValue, number: note.id).rawValue, key)) }
            }
            for (id, key) in wrong {
                try database.execute(sql: "UPDATE note SET heading = ? WHERE id = ?", arguments: [key, id])
            }
        })

    /// The numbers of notes, and the highest number that was ever given.
    private static let counts: StoreCheck = {
        let all = """
            (SELECT owner FROM note UNION SELECT owner FROM note_owner) AS a
            LEFT JOIN (
                SELECT owner, count(*) - count(trashed) AS active, count(trashed) AS trashed, max(id & \(number)) AS last
                FROM note GROUP BY owner
            ) AS s USING (owner)
            LEFT JOIN note_owner AS o USING (owner)
            """
        return StoreCheck(
            "count",
            rows: """
                \(all) WHERE o.active IS NOT ifnull(s.active, 0) OR o.trashed IS NOT ifnull(s.trashed, 0)
                    OR o.last < ifnull(s.last, 0) OR typeof(o.last) <> 'integer'
                """,
            mending: """
                INSERT OR REPLACE INTO note_owner (owner, last, active, trashed)
                SELECT a.owner, max(ifnull(s.last, 0), CASE typeof(o.last) WHEN 'integer' THEN o.last ELSE 0 END),
                    ifnull(s.active, 0), ifnull(s.trashed, 0)
                FROM \(all)
                """)
    }()

    /// The counts of tags and notebooks.
    private static let labels: StoreCheck = {
        let meant: @Sendable (Database) throws -> [LabelKey: (name: String, count: Int)] = { database in
            var all: [LabelKey: (name: String, count: Int)] = [:]
            try notes(in: SQLDatabase(database)) { note, owner, _ in
                guard note.trashedAt == nil else { return }
                let parsed = ParsedNote(note)
                for kind in NoteLabel.Kind.allCases {
                    for name in parsed.labels(kind) {
                        let key = LabelKey(owner: owner.rawValue, kind: kind.rawValue, key: NameKey.of(name))
                        all[key, default: (name, 0)].count += 1
                    }
                }
            }
            return all
        }
        let wrong: @Sendable (Database) throws -> (wrong: Int, meant: [LabelKey: (name: String, count: Int)]) = {
            var left = try meant($0).mapValues(\.count)
            var wrong = 0
            let rows = try Row.fetchCursor(
                $0, sql: "SELECT owner, kind, key, count FROM note_label WHERE kind <> \(NoteRows.lockKind)")
            while let row = try rows.next() {
                let key = LabelKey(owner: row.number(0), kind: row.count(1), key: row.text(2))
                if left.removeValue(forKey: key) != row.count(3) { wrong += 1 }
            }
            return (wrong + left.count, try meant($0))
        }
        return StoreCheck(
            "label", count: { try wrong($0).wrong },
            mend: { database in
                let all = try wrong(database).meant
                let names = try Row.fetchAll(
                    database, sql: "SELECT owner, kind, key, name FROM note_label WHERE kind <> \(NoteRows.lockKind)")
                let spelled = Dictionary(
                    names.map { (LabelKey(owner: $0.number(0), kind: $0.count(1), key: $0.text(2)), $0.text(3)) },
                    uniquingKeysWith: { first, _ in first })
                try database.execute(sql: "DELETE FROM note_label WHERE kind <> \(NoteRows.lockKind)")
                for (key, label) in all {
                    let name = spelled[key].flatMap { NameKey.of($0) == key.key ? $0 : nil } ?? label.name
                    try database.execute(
                        sql: "INSERT INTO note_label (owner, kind, key, name, count) VALUES (?, ?, ?, ?, ?)",
                        arguments: [key.owner, key.kind, key.key, name, label.count])
                }
            })
    }()

    private struct LabelKey: Hashable, Sendable {
        let owner: Int64
        let kind: Int
        let key: String
    }

    /// The further names of notes.
    private static let aliases: StoreCheck = {
        let meant: @Sendable (Database) throws -> Set<AliasKey> = { database in
            var all: Set<AliasKey> = []
            try notes(in: SQLDatabase(database)) { note, owner, _ in
                for name in note.otherNames {
                    all.insert(
                        AliasKey(
                            owner: owner.rawValue, key: NameKey.of(name),
                            note: RowKey(owner: owner.rawValue, number: note.id).rawValue))
                }
            }
            return all
        }
        return StoreCheck(
            "alias",
            count: { database in
                let rows = try Row.fetchAll(database, sql: "SELECT owner, key, note FROM note_alias")
                let said = rows.map { AliasKey(owner: $0.number(0), key: $0.text(1), note: $0.number(2)) }
                return try meant(database).symmetricDifference(said).count
            },
            mend: { database in
                let all = try meant(database)
                try database.execute(sql: "DELETE FROM note_alias")
                for alias in all {
                    try database.execute(
                        sql: "INSERT INTO note_alias (owner, key, note) VALUES (?, ?, ?)",
                        arguments: [alias.owner, alias.key, alias.note])
                }
            })
    }()

    private struct AliasKey: Hashable, Sendable {
        let owner: Int64
        let key: String
        let note: Int64
    }

    /// Passes the key and the text of each note that the index has.
    static let texts: SQLSchema.Words.Texts = { database, isForServer, take in
        try notes(in: database) { note, owner, _ in
            guard let text = NoteRows.indexText(of: ParsedNote(note)) else { return }
            let key =
                isForServer
                ? RowKey(owner: owner.rawValue, number: note.id).rawValue : DatedKey(note, owner: owner).rawValue
            try take(key, text)
        }
    }

    /// Passes every note, its owner, and the key of its title as it is stored.
    private static func notes(in database: SQLDatabase, _ body: (Note, UserID, String) throws -> Void) throws {
        let rows = try database.cursor("SELECT \(NoteRows.columns), heading FROM note ORDER BY id")
        while let row = try rows.next() {
            let owner = UserID(rawValue: RowKey(rawValue: row.number(0)).owner)
            try body(NoteRows.note(row), owner, row.text(NoteRows.columnCount))
        }
    }
}
