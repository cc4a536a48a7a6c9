// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Systems

extension SQLiteSchema {
    /// What addresses look like, `AddressForm`: by that it is told of which kind a conversation is.
    static func keepForms(in database: Database) throws {
        try database.execute(sql: "ALTER TABLE sms_thread ADD COLUMN form INTEGER NOT NULL DEFAULT 0")
        let update = try database.cachedStatement(sql: "UPDATE sms_thread SET form = ? WHERE id = ?")
        for row in try Row.fetchAll(database, sql: "SELECT id, address FROM sms_thread") {
            try update.execute(arguments: [Address(stored: row.text(1)).form.rawValue, row.number(0)])
        }
    }
}
