// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import SMSLogLogic

/// Inserts messages into their table, and their texts into the index.
///
/// Rows wait until there are enough for one statement: for each run SQLite opens the table and all its indices, which
/// is a third of what a row by itself costs. Texts wait until the end.
final class MessageInsertion {
    private static let columns = """
        id, thread, date, moment, direction, status, is_read, kind, content, raw_address, imported_name, parts, hash, sender,
        handover, sent, sim, centre, locked, delivered, network_id, subject, call, failure, undated, dated
        """
    private static let width = Int32(columns.split(separator: ",").count)
    /// The number of rows in a statement; with more of them there is nothing left to gain.
    private static let many = 32
    private static let one = sql(rows: 1)
    private static let several = sql(rows: many)

    /// A moment that is taken is no error.
    private static func sql(rows: Int) -> String {
        let row = "(" + repeatElement("?", count: Int(width)).joined(separator: ", ") + ")"
        return "INSERT \(rows > 1 ? "OR IGNORE " : "")INTO sms_message(\(columns)) VALUES "
            + repeatElement(row, count: rows).joined(separator: ", ")
    }

    private let database: SQLDatabase
    private let moments: MessageMoment
    private let one: BulkStatement
    private var several: BulkStatement?
    private var waiting: [Row] = []
    private var texts: [(key: Int64, text: String)] = []
    /// Whether all of them are of new rows.
    private var areNew = true
    /// The moments that messages of one date took last: the search for a free one goes on there.
    private var displaced: [Int64: Int64] = [:]

    init(_ database: SQLDatabase, _ moments: MessageMoment) throws {
        self.database = database
        self.moments = moments
        one = try BulkStatement(database, sql: Self.one)
    }

    /// A message with its key in the store.
    private struct Row {
        let draft: MessageDraft
        let key: Int64
        let thread: Int64
        let parts: Int64?
        /// The moment of its date.
        let wished: Int64

        var hash: Int64 { ContentHash.of(draft.content, parts: parts, sender: draft.sender?.text) }
    }

    /// Adds a message, which may not be in the table before `run()`.
    func add(_ draft: MessageDraft, key: Int64, thread: Int64) throws {
        let row = Row(
            draft: draft, key: key, thread: thread,
            parts: draft.parts.isEmpty ? nil : ContentHash.of(draft.attachments), wished: moments.key(of: draft.date))
        waiting.append(row)
        if waiting.count == Self.many { try run() }
    }

    /// Inserts a text into the index.
    ///
    /// - Parameter isNew: Whether its row had none before.
    func index(_ text: String, at moment: Int64, isNew: Bool = true) {
        if !isNew { areNew = false }
        texts.append((moment, MessageSearchText.index(of: text)))
    }

    /// Writes the rows that wait; readers of the table call it.
    func run() throws {
        defer { waiting.removeAll(keepingCapacity: true) }
        guard waiting.count == Self.many else { return try waiting.forEach(insert) }
        let statement = try several ?? BulkStatement(database, sql: Self.several)
        several = statement
        var (moments, given, last) = ([Int64](), Set<Int64>(), [Int64: Int64]())
        for (number, row) in waiting.enumerated() {
            var moment = (last[row.wished] ?? displaced[row.wished]).map { $0 + 1 } ?? row.wished
            while !given.insert(moment).inserted { moment += 1 }
            if moment != row.wished { last[row.wished] = moment }
            moments.append(moment)
            bind(row, at: moment, to: statement, after: Int32(number) * Self.width)
        }
        try statement.run()
        guard try database.changesCount() < waiting.count else { return zip(waiting, moments).forEach(settle) }
        let there = try Set(
            Int64.fetchAll(
                database, "SELECT id FROM sms_message WHERE id BETWEEN ? AND ?",
                [waiting.first?.key, waiting.last?.key]))
        // Of two with one date the one that came first has the first moment: those behind one that is not there wait for it.
        let late = Set(waiting.filter { !there.contains($0.key) }.map(\.wished))
        for (row, moment) in zip(waiting, moments) {
            if !late.contains(row.wished) {
                settle(row, moment)
            } else if there.contains(row.key) {
                try database.run("DELETE FROM sms_message WHERE id = ?", [row.key])
            }
        }
        for row in waiting where late.contains(row.wished) { try insert(row) }
    }

    /// Inserts a row at the first free moment from its date on.
    private func insert(_ row: Row) throws {
        let wished = displaced[row.wished].map { $0 + 1 } ?? row.wished
        let moment = try MessageMoment.free(from: wished, for: row.key, in: database)
        bind(row, at: moment, to: one, after: 0)
        try one.run()
        settle(row, moment)
    }

    private func settle(_ row: Row, _ moment: Int64) {
        if moment != row.wished { displaced[row.wished] = moment }
        index(MessageSearchText.of(row.draft), at: moment)
    }

    /// Writes all that waits; nothing can be added afterwards.
    func finish() throws {
        try run()
        let words = SQLTextIndex(database, SMSLogSchema.words)
        try words.insert(texts, areNew: areNew)
        // An import merges at its end.
        if !texts.isEmpty, texts.count < MessageChanges.many { try words.merge(pages: 64) }
    }

    private func bind(_ row: Row, at moment: Int64, to statement: BulkStatement, after offset: Int32) {
        let draft = row.draft
        statement.bind(row.key, at: offset + 1)
        statement.bind(row.thread, at: offset + 2)
        statement.bind(draft.date.milliseconds, at: offset + 3)
        statement.bind(moment, at: offset + 4)
        statement.bind(draft.direction.rawValue, at: offset + 5)
        statement.bind(draft.status.rawValue, at: offset + 6)
        statement.bind(draft.isRead ? 1 : 0, at: offset + 7)
        statement.bind(draft.kind.rawValue, at: offset + 8)
        statement.bind(draft.content, at: offset + 9)
        statement.bind(draft.rawAddress == draft.address.text ? nil : draft.rawAddress, at: offset + 10)
        statement.bind(draft.importedName, at: offset + 11)
        statement.bind(row.parts, at: offset + 12)
        statement.bind(moment == row.wished ? nil : row.hash, at: offset + 13)
        statement.bind(draft.sender?.text, at: offset + 14)
        statement.bind(draft.handover.rawValue, at: offset + 15)
        statement.bind(draft.details.sent?.milliseconds, at: offset + 16)
        statement.bind(draft.details.sim, at: offset + 17)
        statement.bind(draft.details.centre, at: offset + 18)
        statement.bind(draft.details.isLocked ? 1 : 0, at: offset + 19)
        statement.bind(draft.details.delivered?.milliseconds, at: offset + 20)
        statement.bind(draft.details.networkID, at: offset + 21)
        statement.bind(draft.subject, at: offset + 22)
        statement.bind(draft.call.map(MessageColumns.number(of:)), at: offset + 23)
        statement.bind(draft.failure, at: offset + 24)
        statement.bind(draft.details.isUndated ? row.hash : nil, at: offset + 25)
        statement.bind(draft.details.wasUndated ? row.hash : nil, at: offset + 26)
    }
}

/// A message’s own millisecond, unique among its owner’s messages: its date, or the next free one after it.
///
/// The full-text index answers in the order of its row numbers only. With moments for row numbers its newest answers
/// are the newest messages, whatever the order in which they came.
struct MessageMoment {
    /// 22 bits of owner and 42 of milliseconds, which last until the year 2109.
    private static let bits: Int64 = 42
    /// The number of bits below the owner.
    static let ownerShift = 42
    /// The bits of the milliseconds.
    static let mask: Int64 = 1 << bits - 1
    /// Dates beyond 2100 count as the end of it, so that moments displaced from there still have room.
    static let latest: Int64 = 4_102_444_800_000

    let owner: Int64

    /// The first choice for a date.
    func key(of date: Timestamp) -> Int64 {
        owner << Self.bits | min(max(date.milliseconds, 0), Self.latest)
    }

    /// All of the owner’s moments.
    var range: ClosedRange<Int64> {
        let first = owner << Self.bits
        return first...(first | Self.mask)
    }
}
