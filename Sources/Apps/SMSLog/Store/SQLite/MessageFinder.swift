// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import Foundation
import SMSLogLogic

/// Finds the newest requested messages, in the way that costs least for their words.
///
/// The index gives the messages of a word newest first at no cost, but has to collect all those of a prefix before the
/// first one: 400 ms for a common prefix among 1,000,000 messages. If matches are dense, it reads the newest messages
/// themselves instead, which are few then. It asks the index first whether a word is common, since a reply that leaves
/// messages out asks that too. Every way gives the same messages.
struct MessageFinder {
    let database: SQLDatabase
    let owner: UserID
    let filter: MessageFilter
    /// The moments to search.
    let range: ClosedRange<Int64>
    let limit: Int
    /// The number of messages that may be read one by one if that is known to find enough.
    let reach: Int
    /// The facts that its transaction reads.
    let facts: ReadFacts

    /// The number of messages that a common word has, about as many as a reply counts.
    private var many: Int { reach / 4 }

    /// The newest messages that are found, newest first.
    func messages() throws -> [Message] {
        guard limit > 0 else { return [] }
        if database.isServer { return try planned() }
        guard let query = filter.words else {
            guard let match = filter.match(nil) else { return try withoutWords() }
            if let prefix = filter.shortestPrefixOfAlternatives, prefix <= 2 {
                // A short prefix is in so large a part of messages that the newest few have enough.
                let found = try scanned(from: range.lowerBound, atMost: reach / 8)
                if found.count == limit { return found }
            }
            return try indexed(match).map(\.message)
        }
        guard let match = query.match, let wholeWords = query.wholeWordMatch else { return [] }
        guard let prefix = query.shortestPrefix else { return try indexed(filter.match(match)).map(\.message) }
        if let found = try amongWhole(query) { return found }
        let isRare = try filter.isOfWordsAlone && !has(wholeWords, atLeast: limit)
        if filter.isOfWordsAlone, !isRare, try has(wholeWords, atLeast: max(limit, many)) {
            // One more shows that there are not enough.
            let newest = try scan(from: range.lowerBound, atMost: reach + 1)
            if let found = try sampled(atMost: reach, newest.next) { return found }
        }
        if !isRare, let last = try lastMoment(wholeWords) {
            // No result is older than those of the whole words.
            if try isWithinReach(last) { return try scanned(from: last, atMost: reach) }
        } else if prefix <= 2 {
            let found = try scanned(from: range.lowerBound, atMost: reach / 8)
            if found.count == limit { return found }
        }
        return try indexed(filter.match(match)).map(\.message)
    }

    /// Returns the matches of the query’s whole words that have a word with the last one as its prefix, as the messages
    /// themselves show; `nil` if there are no whole words, or too few of their matches have such a word.
    ///
    /// The index would collect all messages of all words that start with the last one.
    private func amongWhole(_ query: SearchQuery) throws -> [Message]? {
        guard let whole = query.whole?.match else { return nil }
        let rows = try indexedRows(filter.match(whole))
        return try sampled(atMost: reach) { try rows.next() }
    }

    /// The number of messages that show whether enough of all are requested.
    private var sample: Int { max(reach / 32, 1) }

    /// Returns the requested messages among rows, newest first; `nil` if a sample of them has too few.
    private func sampled(atMost most: Int, _ next: () throws -> (some StoredColumns)?) throws -> [Message]? {
        var found: [Message] = []
        var count = 0
        while let row = try next() {
            if let message = try self.found(row) { found.append(message) }
            if found.count == limit { return found }
            count += 1
            // As fractions: an export asks for any number.
            if count > most || count == sample && Double(found.count) / Double(sample) < Double(limit) / Double(most) {
                return nil
            }
        }
        return found
    }

    /// The first of the requested messages among rows.
    private func first(_ next: () throws -> (some StoredColumns)?) throws -> [Message] {
        var found: [Message] = []
        while found.count < limit, let row = try next() {
            if let message = try self.found(row) { found.append(message) }
        }
        return found
    }

    /// The message of a row, if it is requested.
    private func found(_ row: some StoredColumns) throws -> Message? {
        let isTextAlone = isOfTextAlone(row)
        let content = row.text(MessageColumns.content)
        if isTextAlone, !filter.mayFind(content) { return nil }
        guard let message = try message(row, content) else { return nil }
        // Its words were found already if there is nothing but the text.
        let isFound = isTextAlone ? filter.admits(message) && !filter.leavesOut(message) : filter.finds(message)
        return isFound ? message : nil
    }

    private func isOfTextAlone(_ row: some StoredColumns) -> Bool {
        row.isNull(MessageColumns.parts) && row.isNull(MessageColumns.subject)
    }

    /// The message of a row; `nil` if its thread is missing.
    ///
    /// A server sends the thread with each row.
    private func message(_ row: some StoredColumns, _ content: String) throws -> Message? {
        let facts =
            try database.isServer
            ? MessageColumns.thread(row) : self.facts.thread(of: row.number(MessageColumns.ownCount), in: database)
        return try facts.map { try MessageColumns.message(row, content: content, of: $0, in: database) }
    }

    /// The number of matches, `limit` at most.
    func count() throws -> Int {
        guard filter.isOfWordsAlone, let query = filter.words, let match = query.match else {
            return try messages().count
        }
        // Those of whole words come one by one, at the least cost in the order of the index: if they are enough, nothing
        // has to be collected.
        if query.shortestPrefix != nil, let wholeWords = query.wholeWordMatch,
            try database.isServer ? count(wholeWords) == limit : has(wholeWords, atLeast: max(limit, 1))
        {
            return limit
        }
        return try count(match) ?? messages().count
    }

    /// The newest messages on a server, which knows how many have a word, and so whether to walk along the messages or
    /// along the words.
    ///
    /// Its index, too, gives the messages of a word in their order, and has to collect those of a prefix, or of one of
    /// several words. The newest messages are looked through first, unless the index has fewer than are requested.
    private func planned() throws -> [Message] {
        if let words = filter.words, words.match == nil { return [] }
        let match = filter.match(filter.words?.match)
        if let query = filter.words, query.shortestPrefix != nil, let whole = query.whole {
            let rows = plannedRows(filter.match(whole.match), first: sample)
            if let found = try sampled(atMost: reach, rows.next) { return found }
        } else if let match, !SQLTextMatch.isInOrder(match), try limit > sample || count(match) ?? limit >= limit {
            let rows = plannedRows(nil, first: sample)
            if let found = try sampled(atMost: reach * 2, rows.next) { return found }
        }
        return try first(plannedRows(match, first: limit).next)
    }

    /// The rows on a server that meet the filter’s conditions and have words, newest first.
    ///
    /// - Parameter first: The number of rows that are probably enough.
    private func plannedRows(_ match: String?, first: Int) -> PlannedRows {
        let conditions = MessageConditions(filter)
        return PlannedRows(size: first) { size, last in
            let newest = last.map { $0 - 1 } ?? range.upperBound
            guard newest >= range.lowerBound else { return [] }
            let rest = range.lowerBound...newest
            let isPlain = conditions.sql.isEmpty
            let isWalk = isPlain && match == nil
            // LEFT JOIN keeps this order: no walk along all messages of all threads.
            var sql =
                isWalk
                ? "SELECT \(MessageColumns.ownAlone), m.moment, m.thread FROM sms_message m"
                : """
                SELECT \(MessageColumns.list), m.moment FROM sms_message m LEFT JOIN sms_thread o ON o.id = m.thread
                LEFT JOIN sms_thread t ON t.id = o.leader
                """
            sql += " WHERE m.moment BETWEEN ? AND ?\(conditions.sql)"
            var arguments: SQLArguments = [rest.lowerBound, rest.upperBound]
            arguments += conditions.arguments
            let words = match.map { SQLTextMatch($0, in: SMSLogSchema.words, key: "m.moment", within: rest) }
            let last = isPlain ? words?.last(size) : nil
            if let words {
                sql += " AND (\(last?.condition ?? words.condition))"
                arguments += SQLArguments(last?.values ?? words.values)
            }
            let rows = try database.plannedRows(
                sql: sql + " ORDER BY m.moment DESC LIMIT ?", arguments: arguments + [size],
                // A few conversations are looked through sooner by themselves.
                isInOrder: last == nil && !conditions.isOfFewThreads && match.map(SQLTextMatch.isInOrder) ?? true,
                byOnePlan: last != nil || isWalk)
            guard isWalk else { return rows.map { PlannedRow(message: $0, thread: nil) } }
            // Few of these are found, and their threads would cost more than they do.
            let threads = try threads(
                of: rows.filter { !isOfTextAlone($0) || filter.mayFind($0.text(MessageColumns.content)) })
            return rows.map { PlannedRow(message: $0, thread: threads[$0.number(MessageColumns.count + 1)]) }
        }
    }

    /// The columns of the threads of messages, whose keys stand behind their moments.
    private func threads(of messages: [SQLRow]) throws -> [Int64: SQLRow] {
        let keys = Set(messages.map { $0.number(MessageColumns.count + 1) })
        guard !keys.isEmpty else { return [:] }
        let rows = try SQLRow.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(ThreadFacts.list), o.id FROM sms_thread o LEFT JOIN sms_thread t ON t.id = o.leader
                    WHERE o.id = ANY (CAST(? AS bigint[]))
                    """), arguments: ["{\(keys.map(String.init).joined(separator: ","))}"])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.number(ThreadFacts.count), $0) })
    }

    /// The number of matches in the index, `limit` at most; `nil` if a server has to look at the texts themselves.
    private func count(_ match: String) throws -> Int? {
        guard !database.isServer else {
            return try SQLTextMatch(match, in: SMSLogSchema.words, within: range).count(in: database, limit: limit)
        }
        return try Int.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT count(*) FROM (
                        SELECT 1 FROM sms_text WHERE sms_text MATCH ? AND sms_text.rowid BETWEEN ? AND ? LIMIT ?)
                    """), arguments: [match, range.lowerBound, range.upperBound, limit])
    }

    /// The moments of the owner to search; `nil` if there are none.
    ///
    /// Those of a span of dates, and some beyond its end for messages that share a date; of these, those
    /// before a message’s.
    static func range(
        of filter: MessageFilter, after last: Message?, _ owner: UserID, in database: SQLDatabase
    ) throws -> ClosedRange<Int64>? {
        let moment = MessageMoment(owner: owner.rawValue)
        var (first, end) = (moment.range.lowerBound, moment.range.upperBound)
        if let dates = filter.dates {
            let messages = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT last_message FROM sms_owner WHERE owner = ?"),
                arguments: [owner.rawValue])
            first = moment.key(of: dates.lowerBound)
            end = min(moment.key(of: dates.upperBound) + (messages ?? 0), end)
        }
        if let last {
            let own = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT moment FROM sms_message WHERE id = ?"),
                arguments: [RowKey(owner: owner.rawValue, number: last.id).rawValue])
            end = min(end, (own ?? moment.key(of: last.date)) - 1)
        }
        return first <= end ? first...end : nil
    }

    /// The columns of a row in SQLite.
    private static let columns = "\(MessageColumns.own), m.thread, m.moment"
    /// The column of the moment in them.
    private static let moment = MessageColumns.ownCount + 1

    /// The newest messages that the full-text index finds.
    private func indexed(_ match: String?) throws -> [(moment: Int64, message: Message)] {
        let rows = try indexedRows(match)
        var found: [(moment: Int64, message: Message)] = []
        while found.count < limit, let row = try rows.next() {
            guard let message = try message(row, row.text(MessageColumns.content)), filter.admits(message),
                !filter.leavesOut(message)
            else { continue }
            found.append((row.number(Self.moment), message))
        }
        return found
    }

    /// The moment of the last of as many messages as are requested, of those that the index finds; `nil` if there are
    /// fewer.
    private func lastMoment(_ match: String) throws -> Int64? {
        guard filter.isOfWordsAlone else {
            let found = try indexed(filter.match(match))
            return found.count == limit ? found.last?.moment : nil
        }
        // The index alone knows.
        return try Int64.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT rowid FROM sms_text WHERE sms_text MATCH ? AND rowid BETWEEN ? AND ?
                    ORDER BY rowid DESC LIMIT 1 OFFSET ?
                    """), arguments: [match, range.lowerBound, range.upperBound, limit - 1])
    }

    /// Whether the index has at least this number of matches.
    private func has(_ match: String, atLeast number: Int) throws -> Bool {
        try facts.areThere(number, of: match, in: range) {
            // The oldest first: the other order costs twice as much. The index gives the rows in order, so only the last
            // one is compared with the end of the range.
            let moment = try Int64.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT rowid FROM sms_text WHERE sms_text MATCH ? AND rowid >= ? ORDER BY rowid LIMIT 1 OFFSET ?
                        """), arguments: [match, range.lowerBound, number - 1])
            return moment.map { $0 <= range.upperBound } ?? false
        }
    }

    /// The matches in the index, newest first, as requested.
    private func indexedRows(_ match: String?) throws -> StoredRows {
        let conditions = MessageConditions(filter)
        // CROSS JOIN keeps this order: the index first, then the messages one by one.
        return try StoredRows(
            database,
            sql: """
                SELECT \(Self.columns) FROM sms_text
                CROSS JOIN sms_message m ON m.moment = sms_text.rowid\(conditions.joins)
                WHERE sms_text MATCH ? AND sms_text.rowid BETWEEN ? AND ?\(conditions.sql)
                ORDER BY sms_text.rowid DESC
                """, [match, range.lowerBound, range.upperBound] + conditions.arguments)
    }

    /// The newest requested messages without words.
    private func withoutWords() throws -> [Message] {
        let conditions = MessageConditions(filter)
        let rows =
            conditions.isOfFewThreads
            ? try StoredRows(
                database,
                sql: """
                    SELECT \(Self.columns) FROM \(conditions.threads)
                    CROSS JOIN sms_message m ON m.thread = o.id WHERE +m.moment BETWEEN ? AND ?\(conditions.sql) ORDER BY m.moment DESC
                    """, [owner.rawValue, range.lowerBound, range.upperBound] + conditions.arguments)
            : try StoredRows(
                database,
                sql: """
                    SELECT \(Self.columns) FROM sms_message m\(conditions.joins)
                    WHERE m.moment BETWEEN ? AND ?\(conditions.sql) ORDER BY m.moment DESC
                    """, [range.lowerBound, range.upperBound] + conditions.arguments)
        return try first { try rows.next() }
    }

    /// Whether at most `reach` messages are as new as this moment.
    private func isWithinReach(_ moment: Int64) throws -> Bool {
        try Int.fetchOne(
            database.cachedStatement(sql: "SELECT 1 FROM sms_message WHERE moment BETWEEN ? AND ? LIMIT 1 OFFSET ?"),
            arguments: [moment, range.upperBound, reach]) == nil
    }

    /// The matches of the query among the newest messages, none older than `moment`: at most `limit`.
    private func scanned(from moment: Int64, atMost count: Int) throws -> [Message] {
        try first(scan(from: moment, atMost: count).next)
    }

    private func scan(from moment: Int64, atMost count: Int) throws -> StoredRows {
        try StoredRows(
            database,
            sql: """
                SELECT \(Self.columns) FROM sms_message m WHERE m.moment BETWEEN ? AND ? ORDER BY m.moment DESC LIMIT ?
                """, [moment, range.upperBound, count])
    }
}

/// Rows of messages, newest first, in pages: for each the server knows that no more are wanted.
private final class PlannedRows {
    private static let most = 4096

    private let fetch: (_ size: Int, _ last: Int64?) throws -> [PlannedRow]
    private var size: Int
    private var page: [PlannedRow] = []
    private var index = 0
    private var isOver = false

    /// - Parameters:
    ///   - size: The size of the first page.
    ///   - fetch: The rows behind the moment of the last one.
    init(size: Int, _ fetch: @escaping (_ size: Int, _ last: Int64?) throws -> [PlannedRow]) {
        self.size = min(max(size, 1), Self.most)
        self.fetch = fetch
    }

    /// The next row; `nil` after the last one.
    func next() throws -> PlannedRow? {
        if index == page.count {
            guard !isOver else { return nil }
            page = try fetch(size, page.last?.number(MessageColumns.count))
            isOver = page.count < size
            (index, size) = (0, min(size * 4, Self.most))
            guard !page.isEmpty else { return nil }
        }
        defer { index += 1 }
        return page[index]
    }
}

/// A row of a message, with the columns of its thread in it, or apart from it.
private struct PlannedRow: StoredColumns {
    let message: SQLRow
    let thread: SQLRow?

    func optionalNumber(_ index: Int) -> Int64? { value(index) { $0.optionalNumber($1) } }

    func optionalText(_ index: Int) -> String? { value(index) { $0.optionalText($1) } }

    private func value<Value>(_ index: Int, _ read: (SQLRow, Int) -> Value) -> Value {
        guard let thread, MessageColumns.ownCount..<MessageColumns.count ~= index else { return read(message, index) }
        return read(thread, index - MessageColumns.ownCount)
    }
}

/// The SQL conditions of a filter, on a message `m` in its own thread `o` and the one `t` that leads the conversation:
/// all messages that the filter admits meet them, and few others.
struct MessageConditions {
    /// Each behind `AND`.
    private(set) var sql = ""
    private(set) var arguments: SQLArguments = []
    /// The threads behind `sms_message m`, if the conditions need them.
    var joins: String {
        sql.isEmpty ? "" : " CROSS JOIN sms_thread o ON o.id = m.thread CROSS JOIN sms_thread t ON t.id = o.leader"
    }
    /// Whether the threads limit the search best.
    let isOfFewThreads: Bool
    /// The threads of an owner, `?`, behind `FROM`, limited by the conditions.
    let threads: String

    init(_ filter: MessageFilter) {
        isOfFewThreads =
            filter.conversations != nil
            || !filter.states.isDisjoint(with: [.unread] + MessageFilter.State.ofConversations)
        threads =
            filter.conversations == nil
            ? "sms_thread t CROSS JOIN sms_thread o ON o.leader = t.id AND t.owner = ?"
            : "sms_thread o CROSS JOIN sms_thread t ON t.id = o.leader AND o.owner = ?"
        if let conversations = filter.conversations {
            let names = try? JSONEncoder().encode(conversations.map(\.text).sorted())
            add(
                "o.address IN (SELECT CAST(value AS TEXT) FROM json_each(?))",
                [String(decoding: names ?? Data("[]".utf8), as: UTF8.self)])
        }
        if let direction = filter.direction { add("m.direction = ?", [direction.rawValue]) }
        if let dates = filter.dates {
            add("m.date >= ? AND m.date < ?", [dates.lowerBound.milliseconds, dates.upperBound.milliseconds])
        }
        for feature in filter.features {
            switch feature {
            case .attachment, .picture: add("m.parts IS NOT NULL")
            case .link: add("(instr(m.content, '://') > 0 OR instr(m.content, 'www.') > 0)")
            }
        }
        for state in filter.states {
            switch state {
            case .unread:
                add("t.unread > 0 AND m.is_read = 0 AND t.marks & \(ConversationMarks.blocked.rawValue) = 0")
            case .failed: add("m.status = ?", [SendStatus.failed.rawValue])
            case .waiting: add("m.status = ?", [SendStatus.pending.rawValue])
            case .doubt:
                add(
                    "m.status = ? AND m.handover = ?",
                    [SendStatus.pending.rawValue, Handover.doubtful.rawValue])
            case .draft: add("m.status = ?", [SendStatus.draft.rawValue])
            case .call: add("m.call IS NOT NULL")
            case .archived: add(.archived)
            case .pinned: add(.pinned)
            case .muted: add(.muted)
            case .blocked: add(.blocked)
            }
        }
    }

    private mutating func add(_ mark: ConversationMarks) { add("t.marks & \(mark.rawValue) <> 0") }

    private mutating func add(_ condition: String, _ values: SQLArguments = []) {
        sql += " AND \(condition)"
        arguments += values
    }
}
