// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Systems

/// Texts that are kept to be sent again.
extension MessageRows {
    func templates() throws -> [MessageTemplate] {
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT name, text FROM sms_template WHERE owner = ?"),
            arguments: [owner.rawValue])
        return rows.map { MessageTemplate(name: $0.text(0), text: $0.text(1)) }.sorted { $0.name < $1.name }
    }

    func setTemplate(_ template: MessageTemplate?, named name: String) throws {
        guard let template else {
            return try database.cachedStatement(sql: "DELETE FROM sms_template WHERE owner = ? AND name = ?")
                .execute(arguments: [owner.rawValue, name])
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_template(owner, name, text) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET text = excluded.text
                """
        ).execute(arguments: [owner.rawValue, name, template.text])
    }
}
