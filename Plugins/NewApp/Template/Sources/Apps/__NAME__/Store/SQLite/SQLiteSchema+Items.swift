// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Systems

extension SQLiteSchema {
    /// The tables of the app.
    ///
    /// The list of steps only grows: a file that has the first ones gets the others. The keys of items are row keys.
    static let items = SQLiteSchema(
        "__ID__",
        steps: [
            { database in
                try database.execute(
                    sql: """
                        CREATE TABLE __ID___owner (owner INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
                        CREATE TABLE __ID___item (
                            id INTEGER PRIMARY KEY, title TEXT NOT NULL, added_at INTEGER NOT NULL
                        ) STRICT;
                        """)
            }
        ])
}
