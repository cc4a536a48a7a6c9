// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Search
import Session
import Systems

/// One owner’s rows, within one transaction.
///
/// Every read is one statement that an index answers, whatever the number of messages.
struct MessageRows: MessageTransaction {
    let database: Database
    let owner: UserID
    private let reach: Int
    /// What is not written yet; nil where nothing may change.
    private let held: MessageChanges?

    /// - Parameter reach: How many messages a search may look at one by one.
    init(_ database: Database, owner: UserID, reach: Int, changes: MessageChanges? = nil) {
        self.database = database
        self.owner = owner
        self.reach = reach
        held = changes
    }

    /// What is not written yet.
    func changes() throws -> MessageChanges {
        guard let held else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
        return held
    }

    func flush() throws { try held?.flush() }

    func key(_ id: Int) -> Int64 { RowKey(owner: owner.rawValue, number: id).rawValue }
}

extension MessageRows {
    func find(_ filter: MessageFilter, limit: Int) throws -> [Message] {
        try flush()
        return try MessageFinder(database: database, owner: owner, filter: filter, limit: limit, reach: reach)
            .messages()
    }

    func conversations(_ kind: ConversationKind, after last: Conversation?, limit: Int) throws -> [Conversation] {
        try flush()
        let place: StatementArguments = last.map { [$0.last.date.milliseconds, key($0.last.id)] } ?? []
        let isAfter = last == nil ? "" : " AND (t.last_date, t.last_message) < (?, ?)"
        return try conversations(
            """
            t.count > 0\(Self.condition(kind))\(isAfter)
            ORDER BY t.last_date DESC, t.last_message DESC LIMIT ?
            """, [owner.rawValue] + place + [limit])
    }

    func conversationCounts(limit: Int) throws -> [ConversationKind: Int]? {
        try flush()
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
        return [.all: row[0], .unread: row[1], .people: row[2], .unknown: row[3], .services: row[4], .groups: row[5]]
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

    func conversation(with address: Address) throws -> Conversation? {
        try flush()
        return try conversations("t.address = ? AND t.count > 0", [owner.rawValue, address.text]).first
    }

    func contact(_ address: Address) throws -> Contact? {
        if let held { return try held.writer().contact(address) }
        return try contacts("address = ? AND name IS NOT NULL", [owner.rawValue, address.text]).first
    }

    func contacts() throws -> [Contact] {
        try flush()
        return try contacts("name IS NOT NULL ORDER BY name, address", [owner.rawValue])
    }

    func parties(startingWith prefix: String, limit: Int) throws -> [Party] {
        try flush()
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

    func unread() throws -> Int {
        try flush()
        return try Int.fetchOne(
            database.cachedStatement(
                sql: "SELECT CAST(total(unread) AS INTEGER) FROM sms_thread WHERE owner = ? AND unread > 0"),
            arguments: [owner.rawValue]) ?? 0
    }

    func tally() throws -> Tally {
        try flush()
        var tally = Tally()
        let counts = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT status, count FROM sms_tally WHERE owner = ? AND count > 0"),
            arguments: [owner.rawValue])
        while let row = try counts.next() {
            // No store has more than there are numbers for: a count of another kind must not make the sum overflow.
            let count = min(row.count(1), RowKey.largest)
            switch TallyKey(rawValue: row.count(0)) {
            case .status(let status): tally.byStatus[status] = count
            case .call(let outcome): tally.calls[outcome] = count
            case nil: break
            }
        }
        let sums = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT (SELECT count(*) FROM sms_thread WHERE owner = ?1 AND count > 0),
                        (SELECT count(*) FROM sms_thread WHERE owner = ?1 AND name IS NOT NULL),
                        (SELECT CAST(total(unread) AS INTEGER) FROM sms_thread WHERE owner = ?1 AND unread > 0),
                        (SELECT min((SELECT CAST(date AS INTEGER) FROM sms_message m WHERE m.thread = t.id
                            ORDER BY m.date LIMIT 1)) FROM sms_thread t WHERE t.owner = ?1 AND t.count > 0),
                        (SELECT CAST(max(last_date) AS INTEGER) FROM sms_thread WHERE owner = ?1 AND count > 0)
                    """), arguments: [owner.rawValue])
        guard let sums else { return tally }
        tally.conversations = sums[0]
        tally.contacts = sums[1]
        tally.unread = sums[2]
        tally.first = sums.optionalNumber(3).map(Timestamp.init(milliseconds:))
        tally.last = sums.optionalNumber(4).map(Timestamp.init(milliseconds:))
        return tally
    }

    private func conversations(_ condition: String, _ arguments: StatementArguments) throws -> [Conversation] {
        let sql = """
            SELECT \(MessageColumns.list), t.count, t.unread
            FROM sms_thread t CROSS JOIN sms_message m ON m.id = t.last_message
            WHERE t.owner = ? AND \(condition)
            """
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var conversations: [Conversation] = []
        while let row = try rows.next() {
            let last = try MessageColumns.message(row, in: database)
            conversations.append(
                Conversation(
                    address: last.address, contact: last.contact, last: last,
                    count: row.count(MessageColumns.count), unread: row.count(MessageColumns.count + 1)))
        }
        return conversations
    }

    private func contacts(_ condition: String, _ arguments: StatementArguments) throws -> [Contact] {
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
