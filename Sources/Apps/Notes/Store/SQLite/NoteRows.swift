// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSession
package import AtriumSystems
import Foundation
package import NotesLogic

/// One owner’s rows, within one transaction.
///
/// The full-text index holds the notes outside the trash. It is written by statements of its own: triggers would make
/// a bulk import four times slower.
package struct NoteRows: NoteDAO {
    let database: SQLDatabase
    let owner: UserID
    /// The log of changes; `nil` if they are not collected.
    package var log: NoteChangeLog?
    package var files: (any NoteFiles)?
    package var fileChanges: (any NoteFileChanges)?
    /// Called before attachments are read: files may be newer than rows.
    package var willReadAttachments: ((ClosedRange<Int>) throws -> Void)?

    package init(_ database: SQLDatabase, owner: UserID, log: NoteChangeLog? = nil) {
        self.database = database
        self.owner = owner
        self.log = log
    }

    package func insert(_ drafts: [NoteDraft], numbers: [Int] = []) throws -> [Note] {
        var last = try lastNumber()
        var notes: [Note] = []
        var texts: [(key: Int64, text: String)] = []
        notes.reserveCapacity(drafts.count)
        for (place, draft) in drafts.enumerated() {
            last = place < numbers.count ? numbers[place] : last + 1
            let note = Note(id: last, draft)
            let parsed = ParsedNote(note)
            try insert(parsed, origin: draft.origin?.key)
            try countLabels(out: nil, in: parsed)
            if let text = Self.indexText(of: parsed) { texts.append((indexKey(of: note), text)) }
            log?.add(.note(last, .added))
            notes.append(note)
        }
        try words.insert(texts)
        let active = notes.count { $0.trashedAt == nil }
        try database.run(
            """
            INSERT INTO note_owner (owner, last, active, trashed) VALUES (?, ?, ?, ?)
            ON CONFLICT (owner) DO UPDATE SET
                last = excluded.last, active = note_owner.active + excluded.active,
                trashed = note_owner.trashed + excluded.trashed
            """, [owner.rawValue, last, active, notes.count - active])
        return notes
    }

    /// The highest number that a note ever had; if that is unknown or impossible, the highest number in use.
    private func lastNumber() throws -> Int {
        let row = try database.row(
            """
            SELECT (SELECT last FROM note_owner WHERE owner = ?), (SELECT max(id) FROM note WHERE id BETWEEN ? AND ?)
            """, [owner.rawValue, key(1), key(DatedKey.largestNumber)])
        let (said, found) = (row?.number(0) ?? 0, row?.number(1) ?? 0)
        return max((0...Int64(DatedKey.largestNumber)).contains(said) ? Int(said) : 0, RowKey(rawValue: found).number)
    }

    package func update(_ old: Note, to new: Note) throws {
        log?.add(old, becoming: new)
        guard old != new else { return }
        let (before, after) = (ParsedNote(old), ParsedNote(new))
        let (oldText, newText) = (Self.indexText(of: before), Self.indexText(of: after))
        let (oldKey, newKey) = (indexKey(of: old), indexKey(of: new))
        // The place in the index is by the day too.
        let isIndexedAnew = oldText != newText || oldKey != newKey
        if isIndexedAnew, let oldText { try words.delete(oldText, at: oldKey) }
        try database.run(
            """
            UPDATE note SET content = ?, sealed = ?, created = ?, modified = ?, trashed = ?, heading = ?, version = ?,
                notebook = ?, tags = ?, pinned = ?, todo = ?, due = ?, done = ?, others = ?, path = ?, aliases = ?,
                repeats = ?, completed = ?, twin = ?
            WHERE id = ?
            """,
            [
                new.content, new.sealed.map { Data($0) }, new.createdAt.milliseconds, new.modifiedAt.milliseconds,
                new.trashedAt?.milliseconds,
            ]
                + Self.markArguments(of: new) + [after.twin, key(new.id)])
        if isIndexedAnew, let newText { try words.insert(newText, at: newKey) }
        if old.otherNames != new.otherNames {
            try dropAliases(of: old)
            try addAliases(of: new)
        }
        try countLabels(out: before, in: after)
        try count(out: old, in: new)
    }

    package func delete(_ note: Note) throws {
        log?.add(.note(note.id, .removed))
        let parsed = ParsedNote(note)
        if let text = Self.indexText(of: parsed) { try words.delete(text, at: indexKey(of: note)) }
        try database.run("DELETE FROM note WHERE id = ?", [key(note.id)])
        try dropAliases(of: note)
        try database.run("DELETE FROM note_version WHERE note = ?", [key(note.id)])
        try countLabels(out: parsed, in: nil)
        try count(out: note, in: nil)
    }

    package func counts() throws -> NoteCounts? {
        guard let said = try database.row("SELECT active, trashed FROM note_owner WHERE owner = ?", [owner.rawValue])
        else { return nil }
        if said.isCount(0), said.isCount(1) { return NoteCounts(active: said.count(0), trashed: said.count(1)) }
        // No owner can have that many: count the notes.
        let row = try database.row(
            "SELECT count(*) - count(trashed), count(trashed) FROM note WHERE owner = ?", [owner.rawValue])
        return NoteCounts(active: row?.count(0) ?? 0, trashed: row?.count(1) ?? 0)
    }
}

extension NoteRows {
    /// The columns of a note, in the order in which `note(_:)` reads them.
    static let columns = """
        note.id, content, created, modified, note.trashed, notebook, tags, pinned, todo, due, done, version, sealed,
        others, path, aliases, repeats, completed
        """
    /// The number of columns, behind which a query may ask for more.
    static let columnCount = 18

    package static func note(_ row: SQLRow) -> Note {
        let todo: Todo? =
            row.number(8) == 0
            ? nil
            : Todo(
                due: row.optionalText(9).flatMap { DueTime($0) }, doneAt: row.optionalTime(10),
                recurrence: row.width >= columnCount ? row.optionalText(16).flatMap(Recurrence.init) : nil,
                completions: row.width >= columnCount ? completions(row.optionalText(17)) : [])
        return Note(
            id: RowKey(rawValue: row.number(0)).number, content: row.text(1), createdAt: row.time(2),
            modifiedAt: row.time(3), trashedAt: row.optionalTime(4),
            marks: NoteMarks(
                notebook: row.text(5), tags: row.text(6).split(separator: "\n").map(String.init),
                isPinned: row.number(7) != 0, todo: todo, others: row.width > 13 ? row.text(13) : ""),
            version: row.count(11),
            // A row on its way from the first schema to the second has no such columns.
            sealed: row.width > 12 ? row.optionalBytes(12) : nil,
            names: row.width > 15 ? names(row) : .none)
    }

    /// Points in time in milliseconds, on lines of their own.
    private static func completions(_ text: String?) -> [Timestamp] {
        (text ?? "").split(separator: "\n").compactMap { Int64($0).map(Timestamp.init(milliseconds:)) }
    }

    private static func text(of completions: [Timestamp]) -> String? {
        completions.isEmpty ? nil : completions.map { String($0.milliseconds) }.joined(separator: "\n")
    }

    private static func names(_ row: SQLRow) -> NoteNames {
        let path = row.text(14)
        guard !path.isEmpty else { return .none }
        let aliases = row.text(15).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return NoteNames(path: path, title: aliases.first ?? "", aliases: Array(aliases.dropFirst()))
    }

    /// The names beside the path: the title, then the others, on lines of their own.
    private static func aliases(of names: NoteNames) -> String {
        names.title.isEmpty && names.aliases.isEmpty ? "" : ([names.title] + names.aliases).joined(separator: "\n")
    }

    package func key(_ id: Int) -> Int64 { RowKey(owner: owner.rawValue, number: id).rawValue }

    package func notes(_ select: SQLStatement, _ arguments: SQLArguments) throws -> [Note] {
        try SQLRow.fetchCursor(select, arguments: arguments).map(Self.note)
    }
}

extension NoteRows {
    /// The text of an index row: the words, and the other tokens; `nil` for a note in the trash.
    static func indexText(of parsed: ParsedNote) -> String? {
        guard parsed.note.trashedAt == nil else { return nil }
        return SearchText.indexText(of: parsed.note.searched, .pictures) + " "
            + parsed.tokens.joined(separator: " ")
    }

    private static func markArguments(of note: Note) -> SQLArguments {
        [
            NameKey.of(note.title), note.version, note.marks.notebook, note.marks.tags.joined(separator: "\n"),
            note.marks.isPinned, note.marks.todo != nil, note.marks.todo?.due?.text,
            note.marks.todo?.doneAt?.milliseconds, note.marks.others, note.names.path, aliases(of: note.names),
            note.marks.todo?.recurrence?.text, text(of: note.marks.todo?.completions ?? []),
        ]
    }

    private func insert(_ parsed: ParsedNote, origin: String?) throws {
        let note = parsed.note
        try database.run(
            """
            INSERT INTO note (id, owner, content, created, modified, trashed, heading, version, notebook, tags,
                pinned, todo, due, done, others, path, aliases, repeats, completed, origin, twin)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key(note.id), owner.rawValue, note.content, note.createdAt.milliseconds,
                note.modifiedAt.milliseconds, note.trashedAt?.milliseconds,
            ] + Self.markArguments(of: note) + [origin, parsed.twin])
        try addAliases(of: note)
    }

    private func addAliases(of note: Note) throws {
        // Most notes have none, and pay for none.
        for name in note.otherNames {
            try database.run(
                "INSERT OR IGNORE INTO note_alias (owner, key, note) VALUES (?, ?, ?)",
                [owner.rawValue, NameKey.of(name), key(note.id)])
        }
    }

    private func dropAliases(of note: Note) throws {
        for name in note.otherNames {
            try database.run(
                "DELETE FROM note_alias WHERE owner = ? AND key = ? AND note = ?",
                [owner.rawValue, NameKey.of(name), key(note.id)])
        }
    }

    var words: SQLTextIndex { SQLTextIndex(database, NoteSchema.words) }

    /// The key of a note in the index: in SQLite’s the order of keys is the only one.
    private func indexKey(of note: Note) -> Int64 {
        database.isServer ? key(note.id) : DatedKey(note, owner: owner).rawValue
    }

    private func count(out old: Note, in new: Note?) throws {
        func active(_ note: Note?) -> Int { note != nil && note?.trashedAt == nil ? 1 : 0 }
        func trashed(_ note: Note?) -> Int { note?.trashedAt != nil ? 1 : 0 }
        let difference = (active: active(new) - active(old), trashed: trashed(new) - trashed(old))
        guard difference != (0, 0) else { return }
        try database.run(
            "UPDATE note_owner SET active = active + ?, trashed = trashed + ? WHERE owner = ?",
            [difference.active, difference.trashed, owner.rawValue])
    }
}

/// Finds notes by their keys.
extension NoteRows {
    package func notes(_ key: NoteKey, limit: Int) throws -> [Note] {
        let select = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM note WHERE \(Self.condition(key)) ORDER BY note.id LIMIT ?4")
        var arguments: [(any SQLValue)?] = [owner.rawValue, nil, nil, limit]
        switch key {
        case .number(let id): arguments[1] = self.key(id)
        case .numbers(let ids): arguments[1] = "[\(ids.map { "\(self.key($0))" }.joined(separator: ","))]"
        case .above(let id):
            let keys = RowKey.range(owner: owner.rawValue)
            arguments[1] = id <= 0 ? keys.lowerBound : self.key(id)
            arguments[2] = keys.upperBound
        case .title(let title): arguments[1] = title
        case .alias(let name): arguments[1] = name
        case .origin(let origin): arguments[1] = origin
        case .twin(let twin, let dates):
            arguments[1] = dates.lowerBound.milliseconds
            arguments[2] = twin
            if dates.lowerBound < dates.upperBound { arguments.append(dates.upperBound.milliseconds) }
        case .sealed: break
        }
        return try notes(select, SQLArguments(arguments))
    }

    /// The condition for the notes of a key, whose values are the parameters 1, the owner, to 3, and 5.
    package static func condition(_ key: NoteKey) -> String {
        switch key {
        case .number: "note.id = ?2"
        case .numbers: "note.id IN (SELECT value FROM json_each(?2))"
        case .above: "note.id > ?2 AND note.id <= ?3"
        case .title: "owner = ?1 AND heading = ?2 AND trashed IS NULL"
        case .alias:
            "note.id IN (SELECT note FROM note_alias WHERE owner = ?1 AND key = ?2) AND trashed IS NULL"
        case .origin: "owner = ?1 AND origin = ?2"
        case .sealed: "owner = ?1 AND sealed IS NOT NULL"
        case .twin(_, let dates):
            dates.lowerBound < dates.upperBound
                ? "owner = ?1 AND created BETWEEN ?2 AND ?5 AND twin = ?3" : "owner = ?1 AND created = ?2 AND twin = ?3"
        }
    }
}

/// Finds notes by the beginning of a number or a title.
extension NoteRows {
    package func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle] {
        if query.digits != nil { return try titles(numbered: query.numbers, limit: limit) }
        guard let words = query.words else { return try notes(NoteQuery(limit: limit)).map(NoteTitle.init) }
        if database.isServer { return try plannedTitles(words, limit: limit) }
        guard let match = words.match(of: IndexToken.title) else { return [] }
        if let prefix = words.shortestPrefix,
            let found = try walked(
                along: Self.newestFirst, shortestPrefix: prefix, limit: limit,
                where: { words.finds(NoteTitle($0).names) })
        {
            return found.map(NoteTitle.init)
        }
        return try newest(match, limit: limit).map(NoteTitle.init)
    }

    private func titles(numbered ranges: [ClosedRange<Int>], limit: Int) throws -> [NoteTitle] {
        var found: [NoteTitle] = []
        for numbers in ranges where found.count < limit {
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM note WHERE id BETWEEN ? AND ? AND trashed IS NULL
                    ORDER BY id LIMIT ?
                    """)
            found += try notes(select, [key(numbers.lowerBound), key(numbers.upperBound), limit - found.count])
                .map(NoteTitle.init)
        }
        return found
    }
}

/// Points in time of a row, also of an invalid one.
extension StoredColumns {
    /// A time in nanoseconds since 1970, small enough for the difference of two.
    package func nanoseconds(_ index: Int) -> Int64 { number(index, within: -(1 << 62)...1 << 62) }

    /// A point in time, within the years from 1 to 9999.
    func time(_ index: Int) -> Timestamp {
        Timestamp(milliseconds: number(index, within: -62_135_596_800_000...253_402_300_799_999))
    }

    /// A point in time; `nil` for NULL.
    func optionalTime(_ index: Int) -> Timestamp? { optionalNumber(index).map { _ in time(index) } }
}
