// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
package import AtriumSession
package import AtriumStores
import AtriumSystems
import Foundation
import GRDB
import SMSLogLogic

/// The examination of the messages of all users.
enum MessageExamination {
    /// Examines the messages in a file.
    ///
    /// - Throws: `StoreFault`.
    static func findings(in system: SQLiteSystem, mends: Bool) async throws -> [StoreFinding] {
        try await system.examine(SMSLogSchema.current.sqlite, tables: "sms", checks, mends: mends)
    }

    /// Passes the key and the text of each message for the index.
    static let texts: SQLSchema.Words.Texts = { database, _, take in
        let rows = try database.cursor("SELECT moment, content, subject, parts, id FROM sms_message ORDER BY moment")
        while let row = try rows.next() {
            var text = row.text(1)
            let (moment, subject) = (row.number(0), row.optionalText(2))
            if subject != nil || row.optionalNumber(3) != nil {
                let parts = try PartRows.parts(of: row.number(4), in: database)
                text = MessageSearchText.of(text, subject, parts.filter(\.isAttachment))
            }
            try take(moment, MessageSearchText.index(of: text))
        }
    }

    private static let number = (Int64(1) << 40) - 1

    private static var checks: [StoreCheck] {
        let messageOf = { (table: String, key: String) in "sms_message WHERE sms_message.id = \(table).\(key)" }
        let homeless = "sms_message AS m WHERE NOT EXISTS (SELECT 1 FROM sms_thread WHERE id = m.thread)"
        return [
            StoreCheck(
                "conversation.missing", rows: homeless,
                // An address that another conversation has is not given twice.
                mending: """
                    INSERT INTO sms_thread(id, owner, address, kind, count, unread, leader, number)
                    SELECT m.thread, m.thread >> 40, 'lost-' || (m.thread & \(number)), 0, 0, 0, m.thread, m.thread
                    FROM \(homeless) GROUP BY m.thread
                    """),
            StoreCheck(
                "conversation.owner", rows: "sms_thread WHERE owner <> id >> 40",
                mending: "UPDATE OR IGNORE sms_thread SET owner = id >> 40 WHERE owner <> id >> 40"),
            StoreCheck(
                "conversation.leader",
                rows: """
                    sms_thread AS t WHERE NOT EXISTS (
                            SELECT 1 FROM sms_thread AS l WHERE l.id = t.leader AND l.leader = l.id)
                        OR NOT EXISTS (SELECT 1 FROM sms_thread AS n WHERE n.id = t.number)
                    """,
                mending: """
                    UPDATE sms_thread SET leader = id WHERE NOT EXISTS (
                        SELECT 1 FROM sms_thread AS l WHERE l.id = sms_thread.leader AND l.leader = l.id)
                    """,
                """
                UPDATE sms_thread SET number = id
                WHERE NOT EXISTS (SELECT 1 FROM sms_thread AS n WHERE n.id = sms_thread.number)
                """),
            StoreCheck(
                "type", rows: "sms_message WHERE typeof(content) <> 'text' OR typeof(date) <> 'integer'",
                mending: """
                    UPDATE sms_message SET content = CAST(content AS TEXT),
                        date = CASE typeof(date) WHEN 'integer' THEN date ELSE moment & \(MessageMoment.mask) END
                    """),
            sums, tally,
            StoreCheck(
                "counter",
                rows: """
                    (SELECT id >> 40 AS owner, max(id & \(number)) AS last FROM sms_message GROUP BY 1) AS s
                    LEFT JOIN sms_owner AS o USING (owner) WHERE o.last_message IS NULL OR o.last_message < s.last
                    """,
                mending: """
                    INSERT INTO sms_owner(owner, last_message, last_thread)
                    SELECT id >> 40, max(id & \(number)), 0 FROM sms_message GROUP BY 1
                    ON CONFLICT DO UPDATE SET last_message = max(last_message, excluded.last_message)
                    """,
                """
                UPDATE sms_owner SET last_thread = max(last_thread, ifnull(
                    (SELECT max(id & \(number)) FROM sms_thread WHERE owner = sms_owner.owner), 0))
                """),
            StoreCheck("index", index: "sms_text") { try texts(SQLDatabase($0), false, $1) }.making(
                "sms_text", setting: SMSLogSchema.textSettings),
            StoreCheck("part", "sms_part", without: messageOf("sms_part", "message")),
            StoreCheck("participant", "sms_participant", without: messageOf("sms_participant", "message")),
            StoreCheck("queue", "sms_queue", without: messageOf("sms_queue", "id")),
            StoreCheck("former", "sms_former", without: "sms_thread WHERE sms_thread.id = sms_former.thread"),
            StoreCheck(
                "file.missing",
                rows: """
                    sms_part AS p WHERE digest IS NOT NULL
                        AND NOT EXISTS (SELECT 1 FROM sms_data WHERE owner = p.message >> 40 AND digest = p.digest)
                    """),
            StoreCheck("file.changed", bytesOf: "sms_data") { SHA256.hash($0) },
            StoreCheck(
                "file.unused", "sms_data",
                without: "sms_part WHERE digest = sms_data.digest AND message >> 40 = sms_data.owner"),
            StoreCheck("kept", count: { try unreadable($0).count }),
            StoreCheck("journal", journal: MessageRows.journalTable) { $0.messageSteps.count == $0.lines },
        ]
    }

    /// The sums of conversations: messages, unread ones, and the newest.
    private static let sums: StoreCheck = {
        let wrong: @Sendable (Database) throws -> [Int64] = { database in
            try Int64.fetchAll(
                database,
                sql: """
                    SELECT t.id FROM sms_thread AS t LEFT JOIN (
                        SELECT l.leader AS id, count(*) AS count, sum(m.is_read = 0) AS unread, max(m.date) AS last
                        FROM sms_message AS m JOIN sms_thread AS l ON l.id = m.thread GROUP BY l.leader
                    ) AS s USING (id)
                    WHERE t.count <> ifnull(s.count, 0) OR t.unread <> ifnull(s.unread, 0)
                        OR s.count > 0 AND (t.last_date IS NOT s.last OR NOT EXISTS (
                            SELECT 1 FROM sms_message WHERE id = t.last_message AND date = s.last))
                    """)
        }
        return StoreCheck(
            "sum", count: { try wrong($0).count },
            mend: { database in
                for id in try wrong(database) { try ConversationThreads.sum(id, in: SQLDatabase(database)) }
            })
    }()

    /// The numbers of messages by their states.
    private static let tally: StoreCheck = {
        let meant = """
            SELECT id >> 40 AS owner, iif(call IS NULL, status, 100 + (call & 7)) AS status, count(*) AS count
            FROM sms_message GROUP BY 1, 2
            """
        return StoreCheck(
            "tally",
            rows: """
                (SELECT owner, status FROM (\(meant)) UNION SELECT owner, status FROM sms_tally) AS a
                LEFT JOIN (\(meant)) AS m USING (owner, status) LEFT JOIN sms_tally AS t USING (owner, status)
                WHERE ifnull(m.count, 0) <> ifnull(t.count, 0)
                """,
            mending: "DELETE FROM sms_tally",
            "INSERT INTO sms_tally(owner, status, count) \(meant)")
    }()

    /// Kept values that no version wrote.
    private static func unreadable(_ database: Database) throws -> [String] {
        let rows = try Row.fetchAll(database, sql: "SELECT kind, key, value FROM sms_kept")
        return rows.compactMap { row in
            let (kind, value) = (row.text(0), Data(row.bytes(2)))
            let isReadable =
                switch kind {
                case KeptKind.gateways.name: KeptKind.gateways.decoded(value) != nil
                case KeptKind.reading.name: NumberReading(String(decoding: value, as: UTF8.self)) != nil
                default: (try? JSONSerialization.jsonObject(with: value, options: .fragmentsAllowed)) != nil
                }
            return isReadable ? nil : "\(kind) \(row.text(1))"
        }
    }
}

extension SystemMessages {
    package func owners() async throws -> Set<UserID> {
        let own = try await Self.owners(in: system)
        switch system {
        case .memory: return own
        case .sqlite(let system):
            guard let beside = try Self.usedArchive(of: system) else { return own }
            defer { beside.close() }
            return try await own.union(Self.owners(in: .sqlite(beside)))
        case .postgreSQL(let system):
            return try await own.union(Self.owners(in: .postgreSQL(system.companion(Self.companion))))
        }
    }

    private static func owners(in system: InformationSystem) async throws -> Set<UserID> {
        try await system.owners(byNumberIn: "sms_thread", of: SMSLogSchema.current)
    }

    package func examine(mends: Bool) async throws -> [StoreFinding] {
        guard case .sqlite(let system) = system else { return [] }
        var found = try await MessageExamination.findings(in: system, mends: mends)
        guard let beside = try Self.usedArchive(of: system) else { return found }
        defer { beside.close() }
        found += try await MessageExamination.findings(in: beside, mends: mends).map {
            StoreFinding("archive." + $0.damage, count: $0.count, $0.outcome)
        }
        return found
    }

    /// The archive beside a system; `nil` if it was never used: then it is not made.
    private static func usedArchive(of system: SQLiteSystem) throws -> SQLiteSystem? {
        let path = archive(of: system)
        return FileStatus(path) == nil ? nil : try system.openCompanion(at: path)
    }
}
