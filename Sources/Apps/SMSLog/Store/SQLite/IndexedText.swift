// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB

/// The index of texts, in which each is at the moment of its message.
enum IndexedText {
    /// Puts a text into it, as the index has texts.
    static func insert(_ words: String, at moment: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT INTO sms_text(rowid, text) VALUES (?, ?)")
            .execute(arguments: [moment, words])
    }

    /// Takes a text out of it: a table without content is told what it has to forget.
    static func delete(_ words: String, at moment: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT INTO sms_text(sms_text, rowid, text) VALUES ('delete', ?, ?)")
            .execute(arguments: [moment, words])
    }
}
