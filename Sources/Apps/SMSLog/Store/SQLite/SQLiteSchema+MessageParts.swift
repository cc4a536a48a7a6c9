// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Search
import Systems

extension SQLiteSchema {
    /// Gives parts a table of their own; those of before come without their bytes, as they were kept.
    static func keepParts(in database: Database) throws {
        try database.execute(sql: SMSLogTables.sixth)
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT id, content, attachments, sender, moment FROM sms_message WHERE attachments IS NOT NULL")
        let insert = try database.cachedStatement(
            sql: "INSERT INTO sms_part(message, position, type, name, size) VALUES (?, ?, ?, ?, ?)")
        let update = try database.cachedStatement(
            sql: "UPDATE sms_message SET parts = ?, hash = iif(hash IS NULL, NULL, ?) WHERE id = ?")
        while let row = try rows.next() {
            let parts = FormerAttachments.parts(of: row.text(2))
            for (position, part) in parts.enumerated() {
                try insert.execute(arguments: [row.number(0), position, part.contentType, part.name, part.size])
            }
            let number = ContentHash.of(parts)
            let hash = ContentHash.of(row.text(1), parts: number, sender: row.optionalText(3))
            try update.execute(arguments: [number, hash, row.number(0)])
            // Their names are found, too.
            let text = MessageSearchText.of(row.text(1), nil, parts)
            try IndexedText.delete(SearchText.indexText(of: row.text(1)), at: row.number(4), in: database)
            try IndexedText.insert(SearchText.indexText(of: text), at: row.number(4), in: database)
        }
        try database.execute(sql: "ALTER TABLE sms_message DROP COLUMN attachments")
    }
}
