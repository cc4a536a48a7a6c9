// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import SMSLogDomain
import Session
import Stores
import Systems

/// What is to be sent, and by what.
extension MessageRows {
    func lastNumber() throws -> Int {
        try flush()
        return try Int.fetchOne(
            database.cachedStatement(sql: "SELECT last_message FROM sms_owner WHERE owner = ?"),
            arguments: [owner.rawValue]) ?? 0
    }

    func queue(_ id: Int?) throws -> [QueuedMessage] {
        try flush()
        let keys = id.map { key($0)...key($0) } ?? RowKey.range(owner: owner.rawValue)
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT q.key, q.date, q.retry, q.failures, q.reason, q.gateway, q.id, ifnull(p.address, t.address),
                        m.handover, m.reference, m.status
                    FROM sms_queue q JOIN sms_message m ON m.id = q.id JOIN sms_thread t ON t.id = m.thread
                        LEFT JOIN sms_thread p ON p.id = t.leader
                    WHERE q.id BETWEEN ? AND ? ORDER BY q.id
                    """), arguments: [keys.lowerBound, keys.upperBound])
        return rows.map { row in
            var entry = QueueEntry(key: row.text(0), date: Timestamp(milliseconds: row.number(1)))
            entry.retry = row.optionalNumber(2).map(Timestamp.init(milliseconds:))
            entry.failures = row.count(3)
            entry.reason = row.optionalText(4)
            entry.gateway = row.optionalText(5)
            return QueuedMessage(
                id: RowKey(rawValue: row.number(6)).number, person: Address(stored: row.text(7)),
                status: SendStatus(rawValue: row.count(10)) ?? .pending,
                handover: Handover(rawValue: row.count(8)) ?? .foreign, reference: row.optionalText(9),
                entry: entry)
        }
    }

    func setQueueEntry(_ entry: QueueEntry?, of id: Int) throws {
        guard let entry else {
            try database.cachedStatement(sql: "DELETE FROM sms_queue WHERE id = ?").execute(arguments: [key(id)])
            return
        }
        try flush()
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_queue(id, key, date, retry, failures, reason, gateway) SELECT ?, ?, ?, ?, ?, ?, ?
                WHERE EXISTS (SELECT 1 FROM sms_message WHERE id = ?1)
                ON CONFLICT DO UPDATE SET key = excluded.key, date = excluded.date, retry = excluded.retry,
                    failures = excluded.failures, reason = excluded.reason, gateway = excluded.gateway
                """
        ).execute(arguments: [
            key(id), entry.key, entry.date.milliseconds, entry.retry?.milliseconds, entry.failures, entry.reason,
            entry.gateway,
        ])
    }

    func gateways() throws -> [Gateway] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT name, kind, place, position, failures, retry, trouble, user, secret, sender, sim, listen, callback,
                        signing, deaf, heard, daily, handed, day_end
                    FROM sms_gateway WHERE owner = ? ORDER BY position, name
                    """), arguments: [owner.rawValue]
        ).compactMap(Self.gateway)
    }

    /// What a row says; one of a kind that only a newer version knows is none for this one.
    private static func gateway(_ row: Row) -> Gateway? {
        GatewayKind(rawValue: row.text(1)).map { kind in
            var gateway = Gateway(
                name: row.text(0), kind: kind, place: row.text(2), user: row.optionalText(7),
                secret: (row[8] as Data?).map(Array.init), sender: row.optionalText(9),
                sim: row.optionalNumber(10).flatMap { Int(exactly: $0) })
            gateway.position = Int(row.number(3, within: -1 << 40...1 << 40))
            gateway.failures = row.count(4)
            gateway.retry = row.optionalNumber(5).map(Timestamp.init(milliseconds:))
            gateway.trouble = row.optionalText(6)
            gateway.listen = row.optionalText(11)
            gateway.callback = row.optionalText(12)
            gateway.signing = (row[13] as Data?).map(Array.init)
            gateway.deaf = row.optionalText(14)
            gateway.heard = row.optionalNumber(15).map(Timestamp.init(milliseconds:))
            gateway.limit = DailyLimit(
                most: row.optionalNumber(16).map { Int(clamping: $0) }, count: row.count(17),
                end: row.optionalNumber(18).map(Timestamp.init(milliseconds:)))
            return gateway
        }
    }

    func setGateway(_ gateway: Gateway?, named name: String) throws {
        try changes().log.add(.gateways)
        guard let gateway else {
            return try database.cachedStatement(sql: "DELETE FROM sms_gateway WHERE owner = ? AND name = ?")
                .execute(arguments: [owner.rawValue, name])
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO sms_gateway(
                    owner, name, kind, place, position, failures, retry, trouble, user, secret, sender, sim, listen,
                    callback, signing, deaf, heard, daily, handed, day_end)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET kind = excluded.kind, place = excluded.place, position = excluded.position,
                    failures = excluded.failures, retry = excluded.retry, trouble = excluded.trouble,
                    user = excluded.user, secret = excluded.secret, sender = excluded.sender, sim = excluded.sim,
                    listen = excluded.listen, callback = excluded.callback, signing = excluded.signing,
                    deaf = excluded.deaf, heard = excluded.heard, daily = excluded.daily, handed = excluded.handed,
                    day_end = excluded.day_end
                """
        ).execute(arguments: [
            owner.rawValue, name, gateway.kind.rawValue, gateway.place, gateway.position, gateway.failures,
            gateway.retry?.milliseconds, gateway.trouble, gateway.user, gateway.secret.map { Data($0) }, gateway.sender,
            gateway.sim, gateway.listen, gateway.callback, gateway.signing.map { Data($0) }, gateway.deaf,
            gateway.heard?.milliseconds, gateway.limit.most, gateway.limit.count, gateway.limit.end?.milliseconds,
        ])
    }
}

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
