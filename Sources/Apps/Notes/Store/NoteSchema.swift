import Systems

/// The tables of notes.
enum NoteSchema {
    /// All steps so far.
    static let all = SQLiteSchema(
        "notes",
        steps: [
            { database in
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
        ])
}
