// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import GRDB
import Session
import Systems

/// Finds the newest messages of a query, in the way that costs least for it.
///
/// The index gives the messages of a word newest first at no cost, but has to collect all those of a prefix before the
/// first one: 400 ms for a common prefix among 1,000,000 messages. Where what is found is dense, the newest messages
/// themselves are looked at instead, which are few then. Every way gives the same messages.
struct MessageFinder {
    let database: Database
    let owner: UserID
    let query: SearchQuery
    let limit: Int
    /// How many messages may be looked at one by one where that is known to find enough.
    let reach: Int

    /// The newest messages that are found, newest first.
    func messages() throws -> [Message] {
        guard let match = query.match, let wholeWords = query.wholeWordMatch, limit > 0 else { return [] }
        guard let prefix = query.shortestPrefix else { return try indexed(match).map(\.message) }
        if let found = try amongWhole() { return found }
        let whole = try indexed(wholeWords)
        if whole.count == limit, let last = whole.last {
            // All that is found is not older than what whole words find.
            if try isWithinReach(last.moment) { return try scanned(from: last.moment, atMost: reach) }
        } else if prefix <= 2 {
            let found = try scanned(from: range.lowerBound, atMost: reach / 8)
            if found.count == limit { return found }
        }
        return try indexed(match).map(\.message)
    }

    /// Those that the whole words of the query find, of which the messages themselves tell whether they have a word that
    /// starts with the last one; nil where there are no whole words, or too few of what they find have such a word.
    ///
    /// The index would collect all messages of all words that start with the last one.
    private func amongWhole() throws -> [Message]? {
        guard let whole = query.whole?.match else { return nil }
        let rows = try indexedRows(whole, limit: reach + 1)
        let sample = max(reach / 32, 1)
        var found: [Message] = []
        var count = 0
        while let row = try rows.next() {
            if let message = try self.found(row) { found.append(message) }
            if found.count == limit { return found }
            count += 1
            if count > reach || count == sample && found.count * reach < limit * sample { return nil }
        }
        return found
    }

    /// The message of a row, if the query finds it.
    private func found(_ row: Row) throws -> Message? {
        if row.optionalNumber(MessageColumns.parts) == nil, row.optionalText(MessageColumns.subject) == nil {
            return query.finds(row.text(MessageColumns.content)) ? try MessageColumns.message(row, in: database) : nil
        }
        let message = try MessageColumns.message(row, in: database)
        return query.finds(SearchedText.of(message)) ? message : nil
    }

    private var range: ClosedRange<Int64> { Moment(owner: owner.rawValue).range }

    /// The newest messages that the full-text index finds.
    private func indexed(_ match: String) throws -> [(moment: Int64, message: Message)] {
        let rows = try indexedRows(match, limit: limit)
        var found: [(moment: Int64, message: Message)] = []
        while let row = try rows.next() {
            found.append((row.number(MessageColumns.count), try MessageColumns.message(row, in: database)))
        }
        return found
    }

    private func indexedRows(_ match: String, limit: Int) throws -> RowCursor {
        // CROSS JOIN keeps this order: the index first, then the messages one by one.
        try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT \(MessageColumns.list), m.moment FROM sms_text
                    CROSS JOIN sms_message m ON m.moment = sms_text.rowid CROSS JOIN sms_thread t ON t.id = m.thread
                    WHERE sms_text MATCH ? AND sms_text.rowid BETWEEN ? AND ? ORDER BY sms_text.rowid DESC LIMIT ?
                    """), arguments: [match, range.lowerBound, range.upperBound, limit])
    }

    /// Whether at most `reach` messages are as new as this moment.
    private func isWithinReach(_ moment: Int64) throws -> Bool {
        let count = try Int.fetchOne(
            database.cachedStatement(
                sql: "SELECT count(*) FROM (SELECT 1 FROM sms_message WHERE moment BETWEEN ? AND ? LIMIT ?)"),
            arguments: [moment, range.upperBound, reach + 1])
        return (count ?? 0) <= reach
    }

    /// Those of the newest messages, none older than `moment`, that the query finds: at most `limit`.
    private func scanned(from moment: Int64, atMost count: Int) throws -> [Message] {
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT \(MessageColumns.list) FROM sms_message m CROSS JOIN sms_thread t ON t.id = m.thread
                    WHERE m.moment BETWEEN ? AND ? ORDER BY m.moment DESC LIMIT ?
                    """), arguments: [moment, range.upperBound, count])
        var found: [Message] = []
        while found.count < limit, let row = try rows.next() {
            if let message = try self.found(row) { found.append(message) }
        }
        return found
    }
}
