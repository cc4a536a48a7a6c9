// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import GRDB
import Session
import Systems

/// Messages in a SQLite file.
///
/// Every read is one statement that an index answers, whatever the number of messages.
final class SQLiteMessageDAO: MessageDAO {
    let system: SQLiteSystem
    private let reach: Int

    /// The messages in this file; `reach` is how many of them a search may look at one by one.
    init(_ system: SQLiteSystem, reach: Int = 4096) throws {
        self.system = system
        self.reach = reach
        try system.prepare(.smsLog)
    }

    func changes() -> AsyncStream<Void> {
        InformationSystem.sqlite(system).changes(of: ["sms_message", "sms_thread"])
    }
}

// Reads
extension SQLiteMessageDAO {
    private static let source = "sms_message m JOIN sms_thread t ON t.id = m.thread"
    /// CROSS JOIN keeps this order: the thread is one row, and its messages come out of the index in their order.
    private static let threadSource = "sms_thread t CROSS JOIN sms_message m ON m.thread = t.id"

    func message(_ id: Int, of owner: UserID) throws -> Message? {
        try system.read { try Self.message(id, of: owner, in: $0) }
    }

    static func message(_ id: Int, of owner: UserID, in database: Database) throws -> Message? {
        try messages(
            database, "SELECT \(MessageColumns.list) FROM \(source) WHERE m.id = ?",
            [RowKey(owner: owner.rawValue, number: id).rawValue]
        ).first
    }

    func message(reference: String, of owner: UserID) throws -> Message? {
        let range = RowKey.range(owner: owner.rawValue)
        return try system.read { database in
            try Self.messages(
                database,
                """
                SELECT \(MessageColumns.list) FROM \(Self.source)
                WHERE m.reference = ? AND m.id BETWEEN ? AND ? ORDER BY m.id LIMIT 1
                """, [reference, range.lowerBound, range.upperBound]
            ).first
        }
    }

    func messages(with address: Address, of owner: UserID, page: Page, limit: Int) throws -> [Message] {
        let start = "SELECT \(MessageColumns.list) FROM \(Self.threadSource) WHERE t.owner = ? AND t.address = ?"
        return try system.read { database in
            switch page {
            case .newest:
                return try Self.messages(
                    database, "\(start) ORDER BY m.date DESC, m.id DESC LIMIT ?",
                    [owner.rawValue, address.text, limit]
                ).reversed()
            case .before(let position):
                return try Self.messages(
                    database,
                    """
                    \(start) AND m.date <= ? AND (m.date < ? OR m.id < ?) ORDER BY m.date DESC, m.id DESC LIMIT ?
                    """, Self.arguments(owner, address, position, limit)
                ).reversed()
            case .after(let position):
                return try Self.messages(
                    database, "\(start) AND m.date >= ? AND (m.date > ? OR m.id > ?) ORDER BY m.date, m.id LIMIT ?",
                    Self.arguments(owner, address, position, limit))
            }
        }
    }

    private static func arguments(
        _ owner: UserID, _ address: Address, _ position: MessagePosition, _ limit: Int
    ) -> StatementArguments {
        let date = position.date.milliseconds
        return [
            owner.rawValue, address.text, date, date, RowKey(owner: owner.rawValue, number: position.id).rawValue,
            limit,
        ]
    }

    func find(_ query: SearchQuery, of owner: UserID, limit: Int) throws -> [Message] {
        try system.read { database in
            try MessageFinder(database: database, owner: owner, query: query, limit: limit, reach: reach).messages()
        }
    }

    func conversations(of owner: UserID, _ kind: ConversationKind, after last: Conversation?, limit: Int) throws
        -> [Conversation]
    {
        let place: StatementArguments =
            last.map {
                [$0.last.date.milliseconds, RowKey(owner: owner.rawValue, number: $0.last.id).rawValue]
            } ?? []
        let isAfter = last == nil ? "" : " AND (t.last_date, t.last_message) < (?, ?)"
        return try system.read { database in
            try Self.conversations(
                database,
                """
                t.count > 0\(Self.condition(kind))\(isAfter)
                ORDER BY t.last_date DESC, t.last_message DESC LIMIT ?
                """, [owner.rawValue] + place + [limit])
        }
    }

    func conversationCounts(of owner: UserID, limit: Int) throws -> [ConversationKind: Int]? {
        try system.read { database in
            // Each row is looked at once, and sorted in at once.
            let row = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT count(*), ifnull(sum(unread > 0), 0), ifnull(sum(kind = 'people'), 0),
                            ifnull(sum(kind = 'unknown'), 0), ifnull(sum(kind = 'services'), 0),
                            ifnull(sum(kind = 'groups'), 0)
                        FROM (SELECT t.unread, \(Self.kind) AS kind FROM sms_thread t
                            WHERE t.owner = ? AND t.count > 0 LIMIT ?)
                        """), arguments: [owner.rawValue, limit + 1])
            guard let row, row[0] <= limit else { return nil }
            return [
                .all: row[0], .unread: row[1], .people: row[2], .unknown: row[3], .services: row[4], .groups: row[5],
            ]
        }
    }

    /// What `ConversationKind` and `Address` say of a row of `sms_thread`.
    private static let kind = """
        CASE WHEN t.address NOT GLOB '*[^0-9+]*' AND length(t.address) < 7 THEN 'services'
            WHEN instr(t.address, '~') > 0 THEN 'groups'
            WHEN t.address GLOB '*[^0-9+]*' AND instr(t.address, '@') = 0 AND t.address <> '\(Address.unknown)'
                THEN 'services'
            WHEN t.name IS NULL THEN 'unknown' ELSE 'people' END
        """

    private static func condition(_ kind: ConversationKind) -> String {
        switch kind {
        case .all: ""
        case .unread: " AND t.unread > 0"
        case .people, .unknown, .services, .groups: " AND \(self.kind) = '\(kind.rawValue)'"
        }
    }

    func conversation(with address: Address, of owner: UserID) throws -> Conversation? {
        try system.read { database in
            try Self.conversations(database, "t.address = ? AND t.count > 0", [owner.rawValue, address.text]).first
        }
    }

    func contact(_ address: Address, of owner: UserID) throws -> Contact? {
        try system.read { database in
            try Self.contacts(database, "address = ? AND name IS NOT NULL", [owner.rawValue, address.text]).first
        }
    }

    func contacts(of owner: UserID) throws -> [Contact] {
        try system.read { database in
            try Self.contacts(database, "name IS NOT NULL ORDER BY name, address", [owner.rawValue])
        }
    }

    func parties(startingWith prefix: String, of owner: UserID, limit: Int) throws -> [Party] {
        try system.read { database in
            // No address goes on with the last of all characters.
            let rows = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT address, name FROM sms_thread WHERE owner = ? AND address >= ? AND address < ?
                        AND (count > 0 OR name IS NOT NULL) ORDER BY address LIMIT ?
                        """), arguments: [owner.rawValue, prefix, prefix + "\u{10FFFF}", limit])
            var parties: [Party] = []
            while let row = try rows.next() {
                parties.append(Party(address: Address(stored: row.text(0)), name: row.optionalText(1)))
            }
            return parties
        }
    }

    func unread(of owner: UserID) throws -> Int {
        try system.read { database in
            try Int.fetchOne(
                database.cachedStatement(
                    sql: "SELECT CAST(total(unread) AS INTEGER) FROM sms_thread WHERE owner = ? AND unread > 0"),
                arguments: [owner.rawValue]) ?? 0
        }
    }

    func tally(of owner: UserID) throws -> Tally {
        try system.read { database in
            var tally = Tally()
            let counts = try Row.fetchCursor(
                database.cachedStatement(sql: "SELECT status, count FROM sms_tally WHERE owner = ? AND count > 0"),
                arguments: [owner.rawValue])
            while let row = try counts.next() {
                // No store has more than there are numbers for: a count of another kind must not make the sum overflow.
                if let status = SendStatus(rawValue: row.count(0)) {
                    tally.byStatus[status] = min(row.count(1), RowKey.largest)
                }
            }
            let range = Moment(owner: owner.rawValue).range
            let sums = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT (SELECT count(*) FROM sms_thread WHERE owner = ?1 AND count > 0),
                            (SELECT count(*) FROM sms_thread WHERE owner = ?1 AND name IS NOT NULL),
                            (SELECT CAST(total(unread) AS INTEGER) FROM sms_thread WHERE owner = ?1 AND unread > 0),
                            (SELECT CAST(date AS INTEGER) FROM sms_message WHERE moment BETWEEN ?2 AND ?3
                                ORDER BY moment LIMIT 1),
                            (SELECT CAST(max(last_date) AS INTEGER) FROM sms_thread WHERE owner = ?1 AND count > 0)
                        """), arguments: [owner.rawValue, range.lowerBound, range.upperBound])
            guard let sums else { return tally }
            tally.conversations = sums[0]
            tally.contacts = sums[1]
            tally.unread = sums[2]
            tally.first = sums.optionalNumber(3).map(Timestamp.init(milliseconds:))
            tally.last = sums.optionalNumber(4).map(Timestamp.init(milliseconds:))
            return tally
        }
    }

    private static func messages(_ database: Database, _ sql: String, _ arguments: StatementArguments) throws
        -> [Message]
    {
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var messages: [Message] = []
        while let row = try rows.next() { messages.append(MessageColumns.message(row)) }
        return messages
    }

    private static func conversations(_ database: Database, _ condition: String, _ arguments: StatementArguments) throws
        -> [Conversation]
    {
        let sql = """
            SELECT \(MessageColumns.list), t.count, t.unread
            FROM sms_thread t CROSS JOIN sms_message m ON m.id = t.last_message
            WHERE t.owner = ? AND \(condition)
            """
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var conversations: [Conversation] = []
        while let row = try rows.next() {
            let last = MessageColumns.message(row)
            conversations.append(
                Conversation(
                    address: last.address, contact: last.contact, last: last,
                    count: row.count(MessageColumns.count), unread: row.count(MessageColumns.count + 1)))
        }
        return conversations
    }

    private static func contacts(_ database: Database, _ condition: String, _ arguments: StatementArguments) throws
        -> [Contact]
    {
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT address, name, kind, work FROM sms_thread WHERE owner = ? AND \(condition)"),
            arguments: arguments)
        var contacts: [Contact] = []
        while let row = try rows.next() {
            if let contact = MessageColumns.contact(row, at: 1, address: Address(stored: row.text(0))) {
                contacts.append(contact)
            }
        }
        return contacts
    }
}
