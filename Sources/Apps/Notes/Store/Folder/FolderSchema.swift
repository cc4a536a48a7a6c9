// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Systems

/// The tables that the index of a folder has beside those of notes.
enum FolderSchema {
    /// All steps so far.
    static let all = SQLiteSchema(
        "note folder", steps: [first, attachments, journal, named, timed, uncommitted, outlined])

    /// `note_file` is what the folder holds, `note_page` how each note is written, also one that has no file now.
    private static func first(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note_file (
                    owner INTEGER NOT NULL, path TEXT NOT NULL, note INTEGER, written INTEGER NOT NULL,
                    size INTEGER NOT NULL, number INTEGER NOT NULL, seen INTEGER NOT NULL, skipped INTEGER,
                    PRIMARY KEY (owner, path)) WITHOUT ROWID;
                CREATE INDEX note_file_by_note ON note_file (note) WHERE note IS NOT NULL;
                CREATE INDEX note_file_by_name ON note_file (owner, path COLLATE NOCASE);
                CREATE INDEX note_file_skipped ON note_file (owner) WHERE skipped IS NOT NULL;
                CREATE TABLE note_page (
                    note INTEGER PRIMARY KEY, owner INTEGER NOT NULL, path TEXT NOT NULL, head TEXT NOT NULL,
                    lead TEXT NOT NULL, tail TEXT NOT NULL, titled INTEGER NOT NULL, missing INTEGER NOT NULL);
                CREATE INDEX note_page_missing ON note_page (owner, path) WHERE missing;
                """)
    }

    /// `note_journal` is the last change of several files that is whole, `note_reader` who has opened the folder.
    private static func journal(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note_journal (token TEXT PRIMARY KEY) WITHOUT ROWID;
                CREATE TABLE note_reader (owner INTEGER PRIMARY KEY);
                INSERT INTO note_reader (owner) SELECT owner FROM note_owner;
                """)
    }

    /// A file’s name is the note’s, and all files are read again.
    ///
    /// `titled` means nothing any more: what stood before the text is in the front matter.
    private static func named(_ database: Database) throws {
        try database.execute(sql: "UPDATE note_file SET size = -1")
    }

    /// What files say of times and of what is done again is read.
    private static func timed(_ database: Database) throws {
        try database.execute(sql: "UPDATE note_file SET size = -1")
    }

    /// What pages of Logseq’s say of themselves is read.
    private static func outlined(_ database: Database) throws {
        try database.execute(sql: "UPDATE note_file SET size = -1")
    }

    /// `note_uncommitted` is what git does not have yet.
    private static func uncommitted(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note_uncommitted (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, owner INTEGER NOT NULL, command TEXT NOT NULL,
                    note INTEGER NOT NULL, name TEXT NOT NULL, old TEXT NOT NULL, path TEXT NOT NULL);
                """)
    }

    /// `note_attachment_file` is which attachments lie in the folder, and where.
    private static func attachments(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note_attachment_file (
                    note INTEGER NOT NULL, number INTEGER NOT NULL, owner INTEGER NOT NULL, path TEXT NOT NULL,
                    written INTEGER NOT NULL, size INTEGER NOT NULL, inode INTEGER NOT NULL, seen INTEGER NOT NULL,
                    PRIMARY KEY (note, number)) WITHOUT ROWID;
                CREATE INDEX note_attachment_file_by_path ON note_attachment_file (owner, path);
                """)
    }
}
