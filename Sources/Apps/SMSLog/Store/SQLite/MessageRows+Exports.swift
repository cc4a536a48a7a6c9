// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import SMSLogDomain
import Session
import Systems

/// How far exports have come, and what signs them.
extension MessageRows {
    func exportMark(of target: String) throws -> Int? {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT number FROM sms_export WHERE owner = ? AND target = ?"),
            arguments: [owner.rawValue, target])
    }

    func signingKey() throws -> [UInt8]? {
        try Data.fetchOne(
            database.cachedStatement(sql: "SELECT key FROM sms_signing WHERE owner = ?"), arguments: [owner.rawValue]
        ).map(Array.init)
    }

    func setSigningKey(_ key: [UInt8]) throws {
        try database.cachedStatement(
            sql: "INSERT INTO sms_signing(owner, key) VALUES (?, ?) ON CONFLICT DO UPDATE SET key = excluded.key"
        ).execute(arguments: [owner.rawValue, Data(key)])
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
