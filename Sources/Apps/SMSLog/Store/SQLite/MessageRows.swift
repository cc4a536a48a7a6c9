// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import SMSLogLogic

/// One owner’s rows, within one transaction.
///
/// Every read is one statement that an index answers, whatever the number of messages.
struct MessageRows: MessageDAO {
    let database: SQLDatabase
    let owner: UserID
    private let reach: Int
    /// The changes that are not written yet; `nil` if nothing may change.
    let held: MessageChanges?
    /// The last read facts, if nothing may change.
    let lastRead: LastRead?
    /// The facts that searches read, if nothing may change.
    private let facts: ReadFacts

    /// - Parameters:
    ///   - reach: The number of messages that a search may read one by one.
    ///   - known: The facts that earlier searches have read.
    init(
        _ database: SQLDatabase, owner: UserID, reach: Int, changes: MessageChanges? = nil, known: KnownFacts? = nil
    ) {
        self.database = database
        facts = ReadFacts(known)
        self.owner = owner
        self.reach = reach
        held = changes
        lastRead = changes == nil ? LastRead() : nil
    }

    /// The last read facts of a transaction that changes nothing: messages are requested right after the facts about a
    /// conversation.
    final class LastRead {
        var conversation: (of: Address, ConversationThreads?)?
    }

    /// The changes that are not written yet.
    func changes() throws -> MessageChanges {
        guard let held else { throw database.readOnly }
        return held
    }

    func flush() throws { try held?.flush() }

    var words: SQLTextIndex { SQLTextIndex(database, SMSLogSchema.words) }

    func key(_ id: Int) -> Int64 { RowKey(owner: owner.rawValue, number: id).rawValue }

    static let journalTable = "sms_change"

    var journalRows: JournalRows { JournalRows(database, table: Self.journalTable, owner: owner.rawValue) }

    func journal(limit: Int) throws -> [JournalEntry] { try journalRows.entries(limit: limit) }
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
            MessageFinder(
                database: database, owner: owner, filter: filter, range: $0, limit: limit, reach: reach,
                facts: facts)
        }
    }

    func tally() throws -> Tally {
        try flush()
        var tally = Tally()
        let counts = try database.cursor(
            "SELECT status, count FROM sms_tally WHERE owner = ? AND count > 0", [owner.rawValue])
        while let row = try counts.next() {
            // No store has more than there are numbers for: a count of another kind must not make the sum overflow.
            let count = min(row.count(1), RowKey.largest)
            switch TallyKey(rawValue: row.count(0)) {
            case .status(let status): tally.byStatus[status] = count
            case .call(let outcome): tally.calls[outcome] = count
            case nil: break
            }
        }
        let sums = try database.row(
            """
            SELECT (SELECT count(*) FROM sms_thread WHERE owner = ?1 AND count > 0),
                (SELECT count(*) FROM sms_thread t
                    WHERE owner = ?1 AND name IS NOT NULL AND leader = id AND \(Self.isOfOne)),
                (SELECT CAST(total(unread) AS INTEGER) FROM sms_thread
                    WHERE owner = ?1 AND unread > 0 AND marks & \(ConversationMarks.blocked.rawValue) = 0),
                (SELECT min((SELECT CAST(date AS INTEGER) FROM sms_message m WHERE m.thread = t.id
                    ORDER BY m.date LIMIT 1)) FROM sms_thread t WHERE t.owner = ?1),
                (SELECT CAST(max(last_date) AS INTEGER) FROM sms_thread WHERE owner = ?1 AND count > 0)
            """, [owner.rawValue])
        guard let sums else { return tally }
        tally.conversations = Int(sums.number(0))
        tally.contacts = Int(sums.number(1))
        tally.unread = Int(sums.number(2))
        tally.first = sums.optionalNumber(3).map(Timestamp.init(milliseconds:))
        tally.last = sums.optionalNumber(4).map(Timestamp.init(milliseconds:))
        return tally
    }

    func written() throws -> [SendStatus: Int] {
        try flush()
        let keys = RowKey.range(owner: owner.rawValue)
        return try database.rows(
            """
            SELECT status, count(*) FROM sms_message
            WHERE id BETWEEN ? AND ? AND handover <> \(Handover.foreign.rawValue) GROUP BY status
            """, [keys.lowerBound, keys.upperBound]
        ).reduce(into: [:]) { counts, row in
            if let status = SendStatus(rawValue: row.count(0)) { counts[status] = row.count(1) }
        }
    }

    /// Whether a named thread is no group’s.
    private static let isOfOne = "NOT \(isGroup)"
}

/// Finds messages by their keys.
extension MessageRows {
    private static let source =
        "sms_message m JOIN sms_thread o ON o.id = m.thread JOIN sms_thread t ON t.id = o.leader"

    func messages(_ key: MessageKey, limit: Int) throws -> [Message] {
        try flush()
        let keys = RowKey.range(owner: owner.rawValue)
        switch key {
        case .numbers(let ids):
            return try ids.prefix(limit).flatMap { try messages("\(Self.source) WHERE m.id = ?", [self.key($0)]) }
        case .above(let id):
            let start = id <= 0 ? keys.lowerBound : self.key(id)
            return try messages(
                "\(Self.source) WHERE m.id > ? AND m.id <= ? ORDER BY m.id LIMIT ?", [start, keys.upperBound, limit])
        case .reference(let reference):
            return try messages(
                "\(Self.source) WHERE m.reference = ? AND m.id BETWEEN ? AND ? ORDER BY m.id LIMIT ?",
                [reference, keys.lowerBound, keys.upperBound, limit])
        case .newest(let address, let direction):
            return try messages(with: address, Self.newestOfDirection, [direction.rawValue, limit], limit: limit)
                .reversed()
        case .page(let address, let page): return try messages(with: address, page, limit: limit)
        }
    }

    private func messages(with address: Address, _ page: Page, limit: Int) throws -> [Message] {
        switch page {
        case .newest:
            return try messages(with: address, Self.newest, [limit], limit: limit)
        case .before(let position):
            return try messages(with: address, Self.before, arguments(position, limit), limit: limit)
        case .after(let position):
            return try messages(with: address, Self.after, arguments(position, limit), limit: limit, isFromStart: true)
        }
    }

    private func arguments(_ position: MessagePosition, _ limit: Int) -> SQLArguments {
        let date = position.date.milliseconds
        return [date, date, key(position.id), limit]
    }

    private static let newest = part("ORDER BY date DESC, id DESC LIMIT ?")
    private static let newestOfDirection = part("AND direction = ? ORDER BY date DESC, id DESC LIMIT ?")
    private static let before = part("AND date <= ? AND (date < ? OR id < ?) ORDER BY date DESC, id DESC LIMIT ?")
    private static let after = part("AND date >= ? AND (date > ? OR id > ?) ORDER BY date, id LIMIT ?")

    /// The part of a thread’s messages: a number of them, the last or the first of them first.
    private static func part(_ part: String) -> String {
        "SELECT \(MessageColumns.own) FROM sms_message m WHERE thread = ? \(part)"
    }

    /// Messages of a conversation, oldest first: the last of them, or the first.
    ///
    /// Each thread has them in an index by itself, and mostly there is but one.
    ///
    /// - Parameter sql: Reads those of a thread.
    private func messages(
        with address: Address, _ sql: String, _ arguments: SQLArguments, limit: Int, isFromStart: Bool = false
    ) throws -> [Message] {
        let threads = try conversation(of: address)?.all ?? []
        var found: [Message] = []
        for (id, facts) in threads {
            found += try StoredRows(database, sql: sql, [id] + arguments)
                .map { try MessageColumns.message($0, of: facts, in: database) }
        }
        if threads.count == 1 {
            if !isFromStart { found.reverse() }
            return found
        }
        found.sort { MessagePosition($0) < MessagePosition($1) }
        return Array(isFromStart ? found.prefix(limit) : found.suffix(limit))
    }

    private func messages(_ source: String, _ arguments: SQLArguments) throws -> [Message] {
        try StoredRows(database, sql: "SELECT \(MessageColumns.list) FROM \(source)", arguments)
            .map { try MessageColumns.message($0, in: database) }
    }
}

/// The contents of a message.
extension MessageRows {
    func contents(of ids: [Int]) throws -> [Int: MessageContents] {
        guard !ids.isEmpty else { return [:] }
        try flush()
        var contents: [Int: MessageContents] = [:]
        for id in ids { contents[id] = try self.contents(of: key(id)) }
        return contents
    }

    private func contents(of key: Int64) throws -> MessageContents? {
        let rows = try StoredRows(
            database,
            sql: """
                SELECT nullif(m.raw_address, o.address), m.imported_name, m.reference,
                    m.sent, m.delivered, m.sim, m.centre, m.network_id, m.locked, m.undated, m.dated,
                    EXISTS (SELECT 1 FROM sms_part WHERE message = m.id),
                    EXISTS (SELECT 1 FROM sms_participant WHERE message = m.id)
                FROM sms_message m CROSS JOIN sms_thread o ON o.id = m.thread WHERE m.id = ?
                """, [key])
        // The row is the statement’s.
        defer { withExtendedLifetime(rows) {} }
        guard let row = try rows.next() else { return nil }
        var details = MessageDetails()
        details.sent = row.optionalNumber(3).map(Timestamp.init(milliseconds:))
        details.delivered = row.optionalNumber(4).map(Timestamp.init(milliseconds:))
        details.sim = row.optionalText(5)
        details.centre = row.optionalText(6)
        details.networkID = row.optionalText(7)
        details.isLocked = row.number(8) != 0
        details.isUndated = row.optionalNumber(9) != nil
        details.wasUndated = row.optionalNumber(10) != nil
        // Most messages have neither.
        return MessageContents(
            background: MessageBackground(
                rawAddress: row.optionalText(0), importedName: row.optionalText(1), reference: row.optionalText(2),
                details: details),
            parts: row.number(11) == 0 ? [] : try PartRows.parts(of: key, in: database),
            participants: row.number(12) == 0 ? [] : try PartRows.participants(of: key, in: database))
    }

    func bytes(of digest: Digest) throws -> [UInt8]? { try PartRows.bytes(of: digest, owner, in: database) }

    func speakers() throws -> [Address: Set<Address>] {
        try flush()
        let keys = RowKey.range(owner: owner.rawValue)
        // From one pair to the next: of many messages of a sender in a group one entry of the index is read.
        let next = try database.cachedStatement(
            sql: """
                SELECT thread, sender FROM sms_message INDEXED BY sms_message_sender
                WHERE sender IS NOT NULL AND (thread, sender) > (?, ?) AND thread <= ? ORDER BY thread, sender LIMIT 1
                """)
        let group = try database.cachedStatement(sql: "SELECT address FROM sms_thread WHERE id = ?")
        var speakers: [Address: Set<Address>] = [:]
        var last: (thread: Int64, sender: String, group: Address?) = (keys.lowerBound, "", nil)
        while let row = try SQLRow.fetchOne(next, arguments: [last.thread, last.sender, keys.upperBound]) {
            let thread = row.number(0)
            if thread != last.thread || last.group == nil {
                last.group = try String.fetchOne(group, arguments: [thread]).map(Address.init(stored:))
            }
            (last.thread, last.sender) = (thread, row.text(1))
            guard let group = last.group else { continue }
            speakers[group, default: []].insert(Address(stored: last.sender))
        }
        return speakers
    }
}

/// The moments of messages, which give their order.
extension MessageRows {
    func setDate(_ date: Timestamp, of id: Int) throws {
        try flush()
        guard let message = try message(id),
            let row = try database.row("SELECT moment, thread, parts FROM sms_message WHERE id = ?", [key(id)])
        else { return }
        let words = MessageSearchText.index(of: MessageSearchText.of(message))
        try self.words.delete(words, at: row.number(0))
        let (moment, isDisplaced) = try MessageMoment(owner: owner.rawValue).place(of: date, for: key(id), in: database)
        // One that is at the moment of its date is the only one there.
        let hash = ContentHash.of(message.content, parts: row.optionalNumber(2), sender: message.sender?.text)
        try database.run(
            """
            UPDATE sms_message SET date = ?, moment = ?, hash = ?, dated = ifnull(dated, undated), undated = NULL
            WHERE id = ?
            """, [date.milliseconds, moment, isDisplaced ? hash : nil, key(id)])
        try self.words.insert(words, at: moment)
        try ConversationThreads.sum(try leader(of: row.number(1)), in: database)
    }
}

extension MessageMoment {
    /// The moment that a message has with a date, and whether that is not the one of the date itself.
    func place(
        of date: Timestamp, for key: Int64, in database: SQLDatabase
    ) throws -> (moment: Int64, isDisplaced: Bool) {
        let wished = self.key(of: date)
        let moment = try Self.free(from: wished, for: key, in: database)
        return (moment, moment != wished)
    }

    /// The first moment from this one on that no other message has.
    static func free(from start: Int64, for key: Int64, in database: SQLDatabase) throws -> Int64 {
        // Nearly always it is this one, and a server plans a cursor each time.
        guard
            try Int64.fetchOne(database, "SELECT 1 FROM sms_message WHERE moment = ? AND id <> ?", [start, key]) != nil
        else { return start }
        var free = start
        let taken = try database.cursor(
            "SELECT moment FROM sms_message WHERE moment >= ? AND id <> ? ORDER BY moment", [start, key])
        while let row = try taken.next(), row.number(0) == free { free += 1 }
        return free
    }
}
