// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Session
import Systems

/// How far exports have come.
extension MessageRows {
    func exportMark(of target: String) throws -> Int? {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT number FROM sms_export WHERE owner = ? AND target = ?"),
            arguments: [owner.rawValue, target])
    }

    func setExportMark(_ number: Int, of target: String) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_export(owner, target, number) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET number = excluded.number
                """
        ).execute(arguments: [owner.rawValue, target, number])
    }
}
