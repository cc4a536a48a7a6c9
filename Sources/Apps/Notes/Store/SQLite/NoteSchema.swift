// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Systems

/// The tables of notes.
enum NoteSchema {
    /// All steps so far.
    static let all = SQLiteSchema(
        "notes",
        steps: [
            first, organised, sealed, attached, foreign, titled, ordered, dated, twinned, named, found, recurring,
            linked,
        ])

    private static func first(_ database: Database) throws {
        // `id` is a RowKey: owner and number in one. `note_owner` counts, so that no number is used twice and
        // that neither the sidebar nor a first start has to count rows.
        try database.execute(
            sql: """
                CREATE TABLE note (
                    id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, content TEXT NOT NULL,
                    created INTEGER NOT NULL, modified INTEGER NOT NULL, trashed INTEGER);
                CREATE INDEX note_by_date ON note (owner, created, id) WHERE trashed IS NULL;
                CREATE INDEX note_in_trash ON note (owner, created, id) WHERE trashed IS NOT NULL;
                CREATE TABLE note_owner (
                    owner INTEGER PRIMARY KEY, last INTEGER NOT NULL, active INTEGER NOT NULL,
                    trashed INTEGER NOT NULL);
                CREATE VIRTUAL TABLE note_text USING fts5 (text, content = '', tokenize = 'ascii');
                """)
    }

    /// Notebooks, tags, tasks, links, versions, unfinished texts and saved queries.
    ///
    /// `note_version` has the versions that were replaced; the present one is in `note`. `note_label` counts, so that
    /// a list of tags does not read all notes. The index is made by a later step.
    private static func organised(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE note ADD COLUMN heading TEXT NOT NULL DEFAULT '';
                ALTER TABLE note ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
                ALTER TABLE note ADD COLUMN notebook TEXT NOT NULL DEFAULT '';
                ALTER TABLE note ADD COLUMN tags TEXT NOT NULL DEFAULT '';
                ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE note ADD COLUMN todo INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE note ADD COLUMN due TEXT;
                ALTER TABLE note ADD COLUMN done INTEGER;
                ALTER TABLE note ADD COLUMN origin TEXT;
                CREATE INDEX note_by_heading ON note (owner, heading, id) WHERE trashed IS NULL;
                CREATE INDEX note_by_origin ON note (owner, origin) WHERE origin IS NOT NULL;
                CREATE TABLE note_version (
                    note INTEGER NOT NULL, number INTEGER NOT NULL, saved INTEGER NOT NULL, content TEXT NOT NULL,
                    PRIMARY KEY (note, number)) WITHOUT ROWID;
                CREATE TABLE note_label (
                    owner INTEGER NOT NULL, kind INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
                    count INTEGER NOT NULL, PRIMARY KEY (owner, kind, key)) WITHOUT ROWID;
                CREATE TABLE note_unfinished (
                    id INTEGER PRIMARY KEY, content TEXT NOT NULL, saved INTEGER NOT NULL);
                CREATE TABLE note_query (
                    owner INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL,
                    PRIMARY KEY (owner, key)) WITHOUT ROWID;
                """)
        try forEachKey(in: database) { try NoteRows.organise($0, in: database) }
    }

    /// The words of titles came into the index, which `linked` makes anew.
    private static func titled(_ database: Database) throws {}

    /// The rows of the index got a `DatedKey`; `linked` makes it anew.
    private static func dated(_ database: Database) throws {}

    /// The names of notes that have some of their own, and titles that have lost the signs of headings.
    ///
    /// `note_alias` has the names beside the first one.
    private static func named(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE note ADD COLUMN path TEXT NOT NULL DEFAULT '';
                ALTER TABLE note ADD COLUMN aliases TEXT NOT NULL DEFAULT '';
                CREATE TABLE note_alias (
                    owner INTEGER NOT NULL, key TEXT NOT NULL, note INTEGER NOT NULL,
                    PRIMARY KEY (owner, key, note)) WITHOUT ROWID;
                """)
        try forEachKey(in: database) { try NoteRows.name($0, in: database) }
    }

    /// More came into the index, which `linked` makes anew: the words of names, pictures, the tags above a tag, properties,
    /// and whether there are tags, links and tasks.
    private static func found(_ database: Database) throws {}

    /// The index anew, with the links in properties, and other names that are properties of Logseq’s in any order.
    private static func linked(_ database: Database) throws {
        try database.execute(
            sql: """
                DROP TABLE note_text;
                CREATE VIRTUAL TABLE note_text USING fts5 (text, content = '', tokenize = 'ascii');
                """)
        try forEachKey(in: database) { try NoteRows.index($0, in: database) }
    }

    /// How often a task is to be done again, and when it was done before; of a task, `due` may have a time by now.
    private static func recurring(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE note ADD COLUMN repeats TEXT;
                ALTER TABLE note ADD COLUMN completed TEXT;
                """)
    }

    /// The oldest notes first, as the index likes them.
    ///
    /// The keys are read first: a cursor over the table must not meet its own changes.
    private static func forEachKey(in database: Database, _ body: (RowKey) throws -> Void) throws {
        let keys = try Int64.fetchAll(database, sql: "SELECT id FROM note ORDER BY owner, created, id")
        for key in keys { try body(RowKey(rawValue: key)) }
    }

    /// What lists in other orders than by date need, so that they read no more than they show.
    private static func ordered(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX note_by_change ON note (owner, modified, id) WHERE trashed IS NULL;
                CREATE INDEX note_by_due ON note (owner, COALESCE(due, '~'), id) WHERE trashed IS NULL;
                """)
    }

    /// What protected notes need.
    ///
    /// Of those `content` is the title, and `sealed` all of it. A key is wrapped under its owner’s password.
    private static func sealed(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE note ADD COLUMN sealed BLOB;
                ALTER TABLE note_version ADD COLUMN sealed BLOB;
                CREATE TABLE note_key (
                    owner INTEGER PRIMARY KEY, salt BLOB NOT NULL, passes INTEGER NOT NULL, memory INTEGER NOT NULL,
                    sealed BLOB NOT NULL);
                """)
    }

    /// What tells of the notes of one date which may be equal to one that comes in: `NoteDraft.twin` of the text.
    ///
    /// Notes of before have none, and are compared as a whole.
    private static func twinned(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE note ADD COLUMN twin INTEGER;
                CREATE INDEX note_by_twin ON note (owner, created, twin);
                """)
    }

    /// What belongs to notes.
    ///
    /// `note_blob` has each owner’s bytes once, behind everything else in the row, so that no other column’s reader
    /// walks over them; the index of blobs tells whether anything still needs one.
    private static func attached(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note_blob (
                    id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, digest BLOB NOT NULL, size INTEGER NOT NULL,
                    bytes BLOB NOT NULL, UNIQUE (owner, digest));
                CREATE TABLE note_attachment (
                    note INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
                    blob INTEGER NOT NULL, sealed BLOB, PRIMARY KEY (note, number)) WITHOUT ROWID;
                CREATE INDEX note_attachment_by_blob ON note_attachment (blob);
                """)
    }

    /// What other programs say of a note, which is kept for them.
    private static func foreign(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE note ADD COLUMN others TEXT NOT NULL DEFAULT ''")
    }
}
