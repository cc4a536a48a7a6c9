// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Systems

/// The tables that the index of a folder has beside those of notes.
///
/// `note_file` is what the folder holds; `note_page` how each note is written, also a note without a file now;
/// `note_attachment_file` which attachments lie in the folder, and where. `note_journal` is the last change of
/// files that is whole, `note_reader` the users who have opened the folder, `note_uncommitted` what git lacks.
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
