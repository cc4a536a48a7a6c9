// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import GRDB
import NotesLogic
import NotesStore

/// One owner’s rows on files, within one transaction.
struct FolderRows {
    let database: SQLDatabase
    let owner: UserID

    /// Iterates over all files; the body must not change any.
    func eachFile(_ body: (FolderFile) throws -> Void) throws {
        let rows = try database.cursor("SELECT \(Self.columns) FROM note_file WHERE owner = ?", [owner.rawValue])
        while let row = try rows.next() { try body(Self.file(row)) }
    }

    /// The file of this name.
    func file(_ path: String) throws -> FolderFile? {
        try database.row(
            "SELECT \(Self.columns) FROM note_file WHERE owner = ? AND path = ?", [owner.rawValue, path]
        ).map(Self.file)
    }

    func file(of note: Int) throws -> FolderFile? {
        try database.row("SELECT \(Self.columns) FROM note_file WHERE note = ?", [key(note)]).map(Self.file)
    }

    /// Whether there is a file of this name, in capitals or not: some file systems make no difference.
    func isTaken(_ path: String) throws -> Bool {
        try Int.fetchOne(
            database, "SELECT 1 FROM note_file WHERE owner = ? AND path = ? COLLATE NOCASE LIMIT 1",
            [owner.rawValue, path]) != nil
    }

    /// The files other than notes, by name.
    func skipped() throws -> [SkippedFile] {
        try database.rows(
            "SELECT path, skipped FROM note_file WHERE owner = ? AND skipped IS NOT NULL ORDER BY path",
            [owner.rawValue]
        ).compactMap { row in
            SkippedFile.Reason(rawValue: row.count(1)).map { SkippedFile(path: row.text(0), reason: $0) }
        }
    }

    /// The users who have opened the folder.
    static func readers(_ database: SQLDatabase) throws -> [UserID] {
        guard try database.hasTable("note_reader") else { return [] }
        return try database.rows("SELECT owner FROM note_reader").map { UserID(rawValue: $0.number(0)) }
    }

    /// Notes that the owner has opened the folder.
    func keepReader() throws {
        try database.run("INSERT OR IGNORE INTO note_reader (owner) VALUES (?)", [owner.rawValue])
    }

    /// Records in the index that a change is complete, once it is committed; earlier records become useless.
    ///
    /// - Parameter isMore: Whether the token belongs to the same change as the one before.
    func keep(token: String, isMore: Bool = false) throws {
        if !isMore { try database.run("DELETE FROM note_journal") }
        try database.run("INSERT INTO note_journal (token) VALUES (?)", [token])
    }

    /// Whether a change is whole.
    func isWhole(token: String) throws -> Bool {
        try Int.fetchOne(database, "SELECT 1 FROM note_journal WHERE token = ?", [token]) != nil
    }

    func keep(_ file: FolderFile) throws {
        try database.run(
            """
            REPLACE INTO note_file (owner, path, note, written, size, number, seen, skipped, changed, digest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                owner.rawValue, file.path, file.note.map(key), file.stamp.written, file.stamp.size, file.stamp.number,
                file.seen, file.skipped?.rawValue, file.stamp.changed, file.digest.map { Data($0.bytes) },
            ])
    }

    /// Records the time of change of a file that is in its place now, of a note or of an attachment.
    func keep(changed: Int64, of path: String) throws {
        for table in ["note_file", "note_attachment_file"] {
            try database.run(
                "UPDATE \(table) SET changed = ? WHERE owner = ? AND path = ?", [changed, owner.rawValue, path])
        }
    }

    /// The number of notes with a file.
    func noteFileCount() throws -> Int {
        try Int.fetchOne(
            database, "SELECT count(*) FROM note_file WHERE owner = ? AND note IS NOT NULL", [owner.rawValue]) ?? 0
    }

    func forget(_ path: String) throws {
        try database.run("DELETE FROM note_file WHERE owner = ? AND path = ?", [owner.rawValue, path])
    }

    private static let columns = "path, note, written, size, number, seen, skipped, changed, digest"

    private static func file(_ row: SQLRow) -> FolderFile {
        FolderFile(
            path: row.text(0), note: row.isNull(1) ? nil : RowKey(rawValue: row.number(1)).number,
            stamp: FileStamp(
                written: row.nanoseconds(2), size: row.number(3), number: row.number(4), changed: row.nanoseconds(7)),
            seen: row.nanoseconds(5), skipped: SkippedFile.Reason(rawValue: row.count(6)),
            digest: row.optionalBytes(8).map { Digest(bytes: $0) })
    }

    func key(_ note: Int) -> Int64 { RowKey(owner: owner.rawValue, number: note).rawValue }
}

// MARK: - Pages

extension FolderRows {
    /// The layout of a note, and the present or last name of its file.
    func page(of note: Int) throws -> (page: FolderPage, path: String)? {
        try database.row("SELECT head, lead, tail, path FROM note_page WHERE note = ?", [key(note)]).map {
            (FolderPage(head: $0.text(0), lead: $0.text(1), tail: $0.text(2)), $0.text(3))
        }
    }

    /// The note in the trash whose file had this name when it went, there or here; the latest of several.
    func missingNote(_ path: String) throws -> Int? {
        try Int64.fetchOne(
            database, "SELECT max(note) FROM note_page WHERE owner = ? AND path = ? AND missing",
            [owner.rawValue, path]
        ).map { RowKey(rawValue: $0).number }
    }

    /// - Parameter isMissing: Whether the note is in the trash, and out of it when its file is back.
    func keep(_ page: FolderPage, of note: Int, path: String, isMissing: Bool = false) throws {
        try database.run(
            """
            REPLACE INTO note_page (note, owner, path, head, lead, tail, missing)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, [key(note), owner.rawValue, path, page.head, page.lead, page.tail, isMissing])
    }

    func setMissing(_ note: Int, _ isMissing: Bool) throws {
        try database.run("UPDATE note_page SET missing = ? WHERE note = ?", [isMissing, key(note)])
    }

    func forgetPage(of note: Int) throws {
        try database.run("DELETE FROM note_page WHERE note = ?", [key(note)])
    }
}

/// The rows on files of attachments.
extension FolderRows {
    /// The files of notes with these numbers, with the numbers of their notes.
    func noteFiles(_ ids: ClosedRange<Int>) throws -> [(note: Int, path: String)] {
        let keys = RowKey.range(owner: owner.rawValue)
        let last = ids.upperBound == .max ? keys.upperBound : key(ids.upperBound)
        return try database.rows(
            "SELECT note, path FROM note_file WHERE note BETWEEN ? AND ? AND skipped IS NULL",
            [key(max(0, ids.lowerBound)), last]
        ).map {
            (RowKey(rawValue: $0.number(0)).number, $0.text(1))
        }
    }

    /// The files of a note’s attachments.
    func attachmentFiles(of note: Int) throws -> [AttachmentFile] {
        try database.rows(
            """
            SELECT number, path, written, size, inode, seen, changed, digest FROM note_attachment_file
            WHERE note = ? ORDER BY number
            """, [key(note)]
        ).map {
            AttachmentFile(
                number: $0.count(0), path: $0.text(1),
                stamp: FileStamp(
                    written: $0.nanoseconds(2), size: $0.number(3), number: $0.number(4), changed: $0.nanoseconds(6)),
                seen: $0.nanoseconds(5), digest: $0.optionalBytes(7).map { Digest(bytes: $0) })
        }
    }

    /// Whether a file is known as an attachment’s, of any note.
    func isAttachmentFile(_ path: String) throws -> Bool {
        try Int.fetchOne(
            database, "SELECT 1 FROM note_attachment_file WHERE owner = ? AND path = ? LIMIT 1", [owner.rawValue, path])
            != nil
    }

    /// The names of the note files directly or deeper in a folder.
    func noteFiles(in folder: String) throws -> [String] {
        // “0” follows “/”.
        return try String.fetchAll(
            database, "SELECT path FROM note_file WHERE owner = ? AND path > ? AND path < ?",
            [owner.rawValue, folder + "/", folder + "0"])
    }

    func keep(_ file: AttachmentFile, of note: Int) throws {
        try database.run(
            """
            REPLACE INTO note_attachment_file
                (note, number, owner, path, written, size, inode, seen, changed, digest)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key(note), file.number, owner.rawValue, file.path, file.stamp.written, file.stamp.size,
                file.stamp.number, file.seen, file.stamp.changed, file.digest.map { Data($0.bytes) },
            ])
    }

    func forgetAttachmentFile(_ number: Int, of note: Int) throws {
        try database.run("DELETE FROM note_attachment_file WHERE note = ? AND number = ?", [key(note), number])
    }
}

/// A file of the folder, as the index knows it.
struct FolderFile: Hashable, Sendable {
    /// Its name below the folder.
    var path: String
    /// The note that it holds; `nil` for a file that never was one.
    var note: Int?
    var stamp: FileStamp
    /// The time when the stamp was read, in nanoseconds since 1970.
    var seen: Int64
    /// The reason why its present content is not a note; `nil` if it is one.
    var skipped: SkippedFile.Reason?
    /// The digest of its bytes, as the index has read or written them; `nil` if it has not.
    var digest: Digest?

    /// Whether it surely is as it was, by its stamp alone.
    func isSurely(_ other: FileStamp) -> Bool { stamp == other && !stamp.isRacy(seen: seen) }
}

/// The file of an attachment, as the index knows it.
struct AttachmentFile: Hashable, Sendable {
    /// The attachment’s number within its note.
    let number: Int
    /// Its name below the folder.
    let path: String
    let stamp: FileStamp
    /// The time when the stamp was read, in nanoseconds since 1970.
    let seen: Int64
    /// The digest of its bytes.
    let digest: Digest?

    /// Whether it surely is as it was, by its stamp alone.
    func isSurely(_ other: FileStamp?) -> Bool { stamp == other && !stamp.isRacy(seen: seen) }
}

/// The tables of a folder’s index beside those of notes.
///
/// `note_file` has the files of the folder; `note_page` the layout of each note, also of a note without a file now;
/// `note_attachment_file` the attachments in the folder, and their paths. `note_journal` is the last complete change
/// of files, `note_reader` the users who have opened the folder, `note_uncommitted` the files that git lacks.
enum FolderSchema {
    static let current = SQLiteSchema("note folder", steps: [{ try $0.execute(sql: tables) }])

    private static let tables = """
        CREATE TABLE note_file (
            owner INTEGER NOT NULL, path TEXT NOT NULL, note INTEGER, written INTEGER NOT NULL, size INTEGER NOT NULL,
            number INTEGER NOT NULL, seen INTEGER NOT NULL, skipped INTEGER, changed INTEGER NOT NULL, digest BLOB,
            PRIMARY KEY (owner, path)) WITHOUT ROWID;
        CREATE INDEX note_file_by_note ON note_file (note) WHERE note IS NOT NULL;
        CREATE INDEX note_file_by_name ON note_file (owner, path COLLATE NOCASE);
        CREATE INDEX note_file_skipped ON note_file (owner) WHERE skipped IS NOT NULL;
        CREATE TABLE note_page (
            note INTEGER PRIMARY KEY, owner INTEGER NOT NULL, path TEXT NOT NULL, head TEXT NOT NULL,
            lead TEXT NOT NULL, tail TEXT NOT NULL, missing INTEGER NOT NULL);
        CREATE INDEX note_page_missing ON note_page (owner, path) WHERE missing;
        CREATE TABLE note_attachment_file (
            note INTEGER NOT NULL, number INTEGER NOT NULL, owner INTEGER NOT NULL, path TEXT NOT NULL,
            written INTEGER NOT NULL, size INTEGER NOT NULL, inode INTEGER NOT NULL, seen INTEGER NOT NULL,
            changed INTEGER NOT NULL, digest BLOB, PRIMARY KEY (note, number)) WITHOUT ROWID;
        CREATE INDEX note_attachment_file_by_path ON note_attachment_file (owner, path);
        CREATE TABLE note_journal (token TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE note_reader (owner INTEGER PRIMARY KEY);
        CREATE TABLE note_uncommitted (
            number INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL, command TEXT NOT NULL,
            note INTEGER NOT NULL, name TEXT NOT NULL, old TEXT NOT NULL, path TEXT NOT NULL);
        """
}
