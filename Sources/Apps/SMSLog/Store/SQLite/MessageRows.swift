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
    let held: MessageChanges?
    /// What was read last, where nothing may change.
    let lastRead: LastRead?

    /// - Parameter reach: How many messages a search may look at one by one.
    init(_ database: Database, owner: UserID, reach: Int, changes: MessageChanges? = nil) {
        self.database = database
        self.owner = owner
        self.reach = reach
        held = changes
        lastRead = changes == nil ? LastRead() : nil
    }

    /// What a transaction that changes nothing has read last: its messages are asked for right behind what is known of a
    /// conversation.
    final class LastRead {
        var conversation: (of: Address, ConversationThreads?)?
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
    func find(_ filter: MessageFilter, after last: Message?, limit: Int) throws -> [Message] {
        try flush()
        return try finder(filter, after: last, limit: limit)?.messages() ?? []
    }

    func count(_ filter: MessageFilter, limit: Int) throws -> Int {
        try flush()
        return try finder(filter, limit: limit)?.count() ?? 0
    }

    private func finder(_ filter: MessageFilter, after last: Message? = nil, limit: Int) throws -> MessageFinder? {
        try MessageFinder.range(of: filter, after: last, owner, in: database).map {
            MessageFinder(database: database, owner: owner, filter: filter, range: $0, limit: limit, reach: reach)
        }
    }

    func parties(startingWith prefix: String, limit: Int) throws -> [Party] {
        try flush()
        // No address goes on with the last of all characters.
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT o.address, t.name FROM sms_thread o CROSS JOIN sms_thread t ON t.id = o.leader
                    WHERE o.owner = ? AND o.address >= ? AND o.address < ?
                    AND iif(o.leader = o.id, o.count > 0 OR o.name IS NOT NULL,
                        EXISTS (SELECT 1 FROM sms_message WHERE thread = o.id)) ORDER BY o.address LIMIT ?
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
                sql: """
                    SELECT CAST(total(unread) AS INTEGER) FROM sms_thread
                    WHERE owner = ? AND unread > 0 AND marks & \(ConversationMarks.silent.rawValue) = 0
                    """),
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
                        (SELECT count(*) FROM sms_thread t
                            WHERE owner = ?1 AND name IS NOT NULL AND leader = id AND \(Self.isOfOne)),
                        (SELECT CAST(total(unread) AS INTEGER) FROM sms_thread
                            WHERE owner = ?1 AND unread > 0 AND marks & \(ConversationMarks.blocked.rawValue) = 0),
                        (SELECT min((SELECT CAST(date AS INTEGER) FROM sms_message m WHERE m.thread = t.id
                            ORDER BY m.date LIMIT 1)) FROM sms_thread t WHERE t.owner = ?1),
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

    /// Whether a named thread is no group’s.
    private static let isOfOne = "NOT \(isGroup)"
}
