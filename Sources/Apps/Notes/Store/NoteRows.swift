import GRDB
import Session
import Systems

/// One owner’s rows, within one transaction.
///
/// The full-text index holds the notes outside the trash. It is written by statements of its own: triggers would make
/// a bulk import four times slower.
struct NoteRows {
    private let database: Database
    private let owner: UserID

    init(_ database: Database, owner: UserID) {
        self.database = database
        self.owner = owner
    }

    var hasHadNotes: Bool {
        get throws {
            let select = try database.cachedStatement(sql: "SELECT 1 FROM note_owner WHERE owner = ?")
            return try Int.fetchOne(select, arguments: [owner.rawValue]) != nil
        }
    }

    func add(_ drafts: [NoteDraft]) throws -> [Note] {
        let select = try database.cachedStatement(sql: "SELECT last FROM note_owner WHERE owner = ?")
        let last = try Int.fetchOne(select, arguments: [owner.rawValue]) ?? 0
        let notes = drafts.enumerated().map { index, draft in
            Note(
                id: last + index + 1, content: draft.content, createdAt: draft.createdAt, modifiedAt: draft.createdAt)
        }
        for note in notes {
            try insert(note)
            try index(note)
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO note_owner (owner, last, active, trashed) VALUES (?, ?, ?, 0)
                ON CONFLICT (owner) DO UPDATE SET last = excluded.last, active = active + excluded.active
                """
        ).execute(arguments: [owner.rawValue, last + notes.count, notes.count])
        return notes
    }

    func replace(_ old: Note, with new: Note) throws {
        try unindex(old)
        try database.cachedStatement(sql: "UPDATE note SET content = ?, modified = ?, trashed = ? WHERE id = ?")
            .execute(arguments: [
                new.content, new.modifiedAt.milliseconds, new.trashedAt?.milliseconds, key(new.id),
            ])
        try index(new)
        try count(out: old, in: new)
    }

    func remove(_ note: Note) throws {
        try unindex(note)
        try database.cachedStatement(sql: "DELETE FROM note WHERE id = ?").execute(arguments: [key(note.id)])
        try count(out: note, in: nil)
    }

    func find(_ id: Int) throws -> Note? {
        let select = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM note WHERE id = ?")
        return try Row.fetchOne(select, arguments: [key(id)]).map(Self.note)
    }

    func newest(isTrashed: Bool, limit: Int) throws -> [Note] {
        let select = try database.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM note WHERE owner = ? AND trashed IS \(isTrashed ? "NOT " : "")NULL
                ORDER BY created DESC, id DESC LIMIT ?
                """)
        return try notes(select, [owner.rawValue, limit])
    }

    func find(matching match: String, limit: Int) throws -> [Note] {
        let keys = RowKey.range(owner: owner.rawValue)
        let select = try database.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM note_text JOIN note ON note.id = note_text.rowid
                WHERE note_text MATCH ? AND note_text.rowid BETWEEN ? AND ? ORDER BY note_text.rowid DESC LIMIT ?
                """)
        return try notes(select, [match, keys.lowerBound, keys.upperBound, limit])
    }

    func counts() throws -> NoteCounts {
        let select = try database.cachedStatement(sql: "SELECT active, trashed FROM note_owner WHERE owner = ?")
        let row = try Row.fetchOne(select, arguments: [owner.rawValue])
        return NoteCounts(active: row?[0] ?? 0, trashed: row?[1] ?? 0)
    }
}

extension NoteRows {
    private static let columns = "note.id, content, created, modified, note.trashed"

    private static func note(_ row: Row) -> Note {
        Note(
            id: RowKey(rawValue: row[0]).number, content: row[1], createdAt: Timestamp(milliseconds: row[2]),
            modifiedAt: Timestamp(milliseconds: row[3]),
            trashedAt: (row[4] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    private func key(_ id: Int) -> Int64 { RowKey(owner: owner.rawValue, number: id).rawValue }

    private func notes(_ select: Statement, _ arguments: StatementArguments) throws -> [Note] {
        var notes: [Note] = []
        let rows = try Row.fetchCursor(select, arguments: arguments)
        while let row = try rows.next() { notes.append(Self.note(row)) }
        return notes
    }

    private func insert(_ note: Note) throws {
        try database.cachedStatement(
            sql: "INSERT INTO note (id, owner, content, created, modified) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            key(note.id), owner.rawValue, note.content, note.createdAt.milliseconds, note.modifiedAt.milliseconds,
        ])
    }

    private func index(_ note: Note) throws {
        guard note.trashedAt == nil else { return }
        try database.cachedStatement(sql: "INSERT INTO note_text (rowid, text) VALUES (?, ?)")
            .execute(arguments: [key(note.id), SearchText.indexText(of: note.content)])
    }

    /// A contentless index forgets a row only when it is told what the row said.
    private func unindex(_ note: Note) throws {
        guard note.trashedAt == nil else { return }
        try database.cachedStatement(sql: "INSERT INTO note_text (note_text, rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [key(note.id), SearchText.indexText(of: note.content)])
    }

    private func count(out old: Note, in new: Note?) throws {
        func active(_ note: Note?) -> Int { note != nil && note?.trashedAt == nil ? 1 : 0 }
        func trashed(_ note: Note?) -> Int { note?.trashedAt != nil ? 1 : 0 }
        try database.cachedStatement(
            sql: "UPDATE note_owner SET active = active + ?, trashed = trashed + ? WHERE owner = ?"
        ).execute(arguments: [active(new) - active(old), trashed(new) - trashed(old), owner.rawValue])
    }
}
