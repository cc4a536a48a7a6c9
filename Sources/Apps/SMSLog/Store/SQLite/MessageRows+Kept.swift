// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import SMSLogLogic

/// The queue and the gateways.
extension MessageRows {
    func queue(_ id: Int?) throws -> [QueuedMessage] {
        try flush()
        let keys = id.map { key($0)...key($0) } ?? RowKey.range(owner: owner.rawValue)
        let rows = try database.rows(
            """
            SELECT q.key, q.date, q.retry, q.failures, q.reason, q.gateway, q.id, ifnull(p.address, t.address),
                m.handover, m.reference, m.status
            FROM sms_queue q JOIN sms_message m ON m.id = q.id JOIN sms_thread t ON t.id = m.thread
                LEFT JOIN sms_thread p ON p.id = t.leader
            WHERE q.id BETWEEN ? AND ? ORDER BY q.id
            """, [keys.lowerBound, keys.upperBound])
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
            try database.run("DELETE FROM sms_queue WHERE id = ?", [key(id)])
            return
        }
        try flush()
        try database.run(
            """
            INSERT OR REPLACE INTO sms_queue(id, key, date, retry, failures, reason, gateway)
            SELECT ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM sms_message WHERE id = ?1)
            """,
            [
                key(id), entry.key, entry.date.milliseconds, entry.retry?.milliseconds, entry.failures, entry.reason,
                entry.gateway,
            ])
    }
}

/// Values of which there are a few.
extension MessageRows {
    func kept<Value>(_ kind: KeptKind<Value>) throws -> [String: Value] {
        let rows = try database.cursor(
            "SELECT key, value FROM sms_kept WHERE owner = ? AND kind = ?", [owner.rawValue, kind.name])
        var values: [String: Value] = [:]
        while let row = try rows.next() { values[row.text(0)] = kind.decoded(Data(row.bytes(1))) }
        return values
    }

    func put<Value>(_ value: Value?, _ kind: KeptKind<Value>, _ key: String) throws {
        // The writer knows how numbers are read.
        try flush()
        try changes().log.add(kind.notice)
        guard let value else {
            return try database.run(
                "DELETE FROM sms_kept WHERE owner = ? AND kind = ? AND key = ?", [owner.rawValue, kind.name, key])
        }
        try database.run(
            "INSERT OR REPLACE INTO sms_kept(owner, kind, key, value) VALUES (?, ?, ?, ?)",
            [owner.rawValue, kind.name, key, try kind.encoded(value)])
    }
}
