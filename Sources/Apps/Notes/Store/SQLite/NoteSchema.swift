// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSystems

/// The tables of notes.
package enum NoteSchema {
    package static let current = SQLSchema(
        "notes", sql: notes + versions + labels + text + attachments + keys + journal,
        words: .init(words, texts: NoteExamination.texts))

    /// The index of words.
    static let words = "note_text"

    /// The notes, with the current version.
    ///
    /// `id` is a `RowKey`: owner and number in one. `heading` is the key of the title, `path` and `aliases` are the
    /// names of a note that has its own. `twin` (`NoteDraft.twin`) narrows the notes of one date to those that may equal
    /// an imported one. `others` keeps the properties that only other programs understand. The content of a protected
    /// note is its title, and `sealed` all of it.
    ///
    /// `note_owner` counts, so that no number is used twice and neither the sidebar nor a first start counts rows.
    /// The indexes by change and by due date let lists in these orders read no more than they show.
    private static let notes = """
        CREATE TABLE note (
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, content TEXT NOT NULL, created INTEGER NOT NULL,
            modified INTEGER NOT NULL, trashed INTEGER, heading TEXT NOT NULL, version INTEGER NOT NULL,
            notebook TEXT NOT NULL, tags TEXT NOT NULL, pinned INTEGER NOT NULL, todo INTEGER NOT NULL, due TEXT,
            done INTEGER, origin TEXT, sealed BLOB, others TEXT NOT NULL, twin INTEGER NOT NULL, path TEXT NOT NULL,
            aliases TEXT NOT NULL, repeats TEXT, completed TEXT);
        CREATE INDEX note_by_date ON note (owner, created, id) WHERE trashed IS NULL;
        CREATE INDEX note_in_trash ON note (owner, created, id) WHERE trashed IS NOT NULL;
        CREATE INDEX note_by_heading ON note (owner, heading, id) WHERE trashed IS NULL;
        CREATE INDEX note_by_origin ON note (owner, origin) WHERE origin IS NOT NULL;
        CREATE INDEX note_by_change ON note (owner, modified, id) WHERE trashed IS NULL;
        CREATE INDEX note_by_due ON note (owner, COALESCE(due, '~'), id) WHERE trashed IS NULL;
        CREATE INDEX note_by_twin ON note (owner, created, twin);
        CREATE INDEX note_sealed ON note (owner, id) WHERE sealed IS NOT NULL;
        CREATE TABLE note_owner (
            owner INTEGER PRIMARY KEY, last INTEGER NOT NULL, active INTEGER NOT NULL, trashed INTEGER NOT NULL);

        """

    /// The replaced versions, and unfinished texts.
    private static let versions = """
        CREATE TABLE note_version (
            note INTEGER NOT NULL, number INTEGER NOT NULL, saved INTEGER NOT NULL, content TEXT NOT NULL, sealed BLOB,
            PRIMARY KEY (note, number)) WITHOUT ROWID;
        CREATE TABLE note_unfinished (id INTEGER PRIMARY KEY, content TEXT NOT NULL, saved INTEGER NOT NULL);

        """

    /// Tags and notebooks with their counts, so that a list of tags does not read all notes, and protected notebooks; further names of notes;
    /// saved queries.
    private static let labels = """
        CREATE TABLE note_label (
            owner INTEGER NOT NULL, kind INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
            count INTEGER NOT NULL, PRIMARY KEY (owner, kind, key)) WITHOUT ROWID;
        CREATE TABLE note_alias (
            owner INTEGER NOT NULL, key TEXT NOT NULL, note INTEGER NOT NULL,
            PRIMARY KEY (owner, key, note)) WITHOUT ROWID;
        CREATE TABLE note_query (
            owner INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL,
            PRIMARY KEY (owner, key)) WITHOUT ROWID;

        """

    /// The index of words and of `IndexToken`s; a row’s number is a `DatedKey`.
    private static let text = """
        CREATE VIRTUAL TABLE note_text USING fts5 (text, content = '', tokenize = 'ascii');

        """

    /// The files of notes.
    ///
    /// `note_blob` has each owner’s bytes once, behind the other columns, whose readers so never walk over them; the
    /// index of blobs finds those that no note needs.
    private static let attachments = """
        CREATE TABLE note_blob (
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, digest BLOB NOT NULL, size INTEGER NOT NULL,
            bytes BLOB NOT NULL, UNIQUE (owner, digest));
        CREATE TABLE note_attachment (
            note INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
            blob INTEGER NOT NULL, sealed BLOB, place TEXT, PRIMARY KEY (note, number)) WITHOUT ROWID;
        CREATE INDEX note_attachment_by_blob ON note_attachment (blob);

        """

    /// The changes of commands.
    private static let journal = JournalRows.schema(of: NoteRows.journalTable)

    /// The keys of protected notes, each wrapped under its owner’s password.
    private static let keys = """
        CREATE TABLE note_key (
            owner INTEGER PRIMARY KEY, salt BLOB NOT NULL, passes INTEGER NOT NULL, memory INTEGER NOT NULL,
            sealed BLOB NOT NULL);
        """
}
