// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
package import NotesLogic

/// Answers queries.
///
/// The index gives the notes of a word by date, from the newest on, at no cost, but must collect all those of a prefix
/// before the first one. If other whole words of the query leave few notes, these are examined one by one;
/// if many notes match, a walk along the notes themselves soon meets enough of them, and the first ones show whether
/// many match.
extension NoteRows {
    /// The number of notes that show how many of all will match.
    private static let sample = 48
    /// The number of notes to examine one by one for each wanted one, and the least number.
    private static let perWanted = 20
    private static let leastWalk = 300
    /// The longest acceptable walk: as many notes as scrolling back may need for each part.
    private static let longestWalk = 21_000
    /// More notes than this are not wanted of a walk.
    private static var mostWalked: Int { longestWalk / perWanted }
    /// The number of notes of one day, beyond the wanted ones, that counts as many.
    private static let crowd = 100

    static let newestFirst = "created DESC, note.id DESC"

    package func notes(_ query: NoteQuery) throws -> [Note] {
        // The trash is not indexed, and small.
        if query.isTrashed { return query.result(among: try trashed()) }
        if database.isServer { return try planned(query) }
        let (match, others) = parts(of: query.filter)
        let place = query.after.map { FilterSQL(after: $0, key: key($0.id), in: query.sort, owner: owner) }
        let order = Self.order(query.sort)
        if query.sort == .rank, let match {
            guard let last = query.after else { return try ranked(match, others, limit: query.limit) }
            let all = try ranked(match, others, limit: Self.mostRanked)
            return all.firstIndex { $0.id == last.id }.map { Array(all[($0 + 1)...].prefix(query.limit)) } ?? []
        }
        let rest = FilterSQL.all(others, place)
        if let filter = query.filter, let match {
            let isByDate = query.sort == .newest
            if let found = try few(filter, from: place, by: order, limit: query.limit) { return found }
            let times = Self.times(of: query)
            if try filter.shortestPrefix != nil || !isByDate || isCrowded(match, within: times, limit: query.limit),
                let found = try walked(
                    along: order, shortestPrefix: filter.shortestPrefix, within: filter.times, from: place,
                    limit: query.limit, where: filter.matches)
            {
                return found
            }
            if isByDate { return try newest(match, rest, within: times, limit: query.limit) }
        }
        return try ordered(by: order, match, rest, limit: query.limit)
    }

    static func order(_ sort: NoteSort) -> String {
        switch sort {
        case .newest, .rank: newestFirst
        case .modified: "modified DESC, note.id DESC"
        case .title: "heading, note.id"
        case .due: "COALESCE(due, '~'), note.id"
        }
    }

    /// The oldest note, to a day, of those that a filter means which the index alone can answer.
    package func first(_ filter: NoteFilter) throws -> Note? {
        if database.isServer {
            return try planned(NoteQuery(filter: filter), by: "created, note.id", limit: 1).first
        }
        guard let match = FilterMatch.of(filter) else { return nil }
        let (source, arguments) = source(match, nil)
        let select = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM \(source) ORDER BY note_text.rowid LIMIT 1")
        return try notes(select, arguments).first
    }

    /// The number of notes of a query, `limit` at most.
    package func count(_ query: NoteQuery) throws -> Int {
        if query.isTrashed { return query.result(among: try trashed()).count }
        let (match, others) = parts(of: query.filter)
        if database.isServer, query.filter != nil || query.after != nil { return try planned(query).count }
        if match == nil, others == nil, query.after == nil { return min(try counts()?.active ?? 0, query.limit) }
        let place = query.after.map { FilterSQL(after: $0, key: key($0.id), in: query.sort, owner: owner) }
        if let filter = query.filter, let few = try few(filter, from: place, limit: query.limit) { return few.count }
        let (source, arguments) = source(match, FilterSQL.all(others, place))
        // The trash is not indexed: the index alone knows the number.
        let sql = others == nil && place == nil ? Self.indexed : source
        return try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM \(sql) LIMIT ?) AS found"),
            arguments: arguments + [query.limit]) ?? 0
    }

    /// The rows of the index that match.
    private static let indexed = "note_text WHERE note_text MATCH ? AND note_text.rowid BETWEEN ? AND ?"

    /// The times of creation of notes that a query may match, as far as known; to a day, which the index knows.
    private static func times(of query: NoteQuery) -> Range<Timestamp>? {
        let times = query.filter?.times
        guard let end = query.after?.createdAt else { return times }
        let start = min(times?.lowerBound ?? Timestamp(milliseconds: .min), end)
        return start..<max(start, min(times?.upperBound ?? end, end))
    }

    /// The newest notes that the index finds.
    ///
    /// - Parameter times: The times of their creation, if they are known.
    func newest(_ match: String, _ rest: FilterSQL? = nil, within times: Range<Timestamp>? = nil, limit: Int) throws
        -> [Note]
    {
        guard limit > 0 else { return [] }
        let keys = DatedKey.range(owner: owner, within: times)
        // The index first: SQLite would not know that it has the requested order.
        let select = try database.cachedStatement(
            sql: """
                SELECT \(Self.columns), note_text.rowid FROM note_text CROSS JOIN note ON note.id = \(rowKey)
                WHERE note_text MATCH ? AND note_text.rowid BETWEEN ? AND ? \(rest.map { "AND " + $0.condition } ?? "")
                ORDER BY note_text.rowid DESC
                """)
        let arguments: SQLArguments = [match, keys.lowerBound, keys.upperBound]
        var found: [Note] = []
        var day: Int64?
        let rows = try SQLRow.fetchCursor(select, arguments: arguments + SQLArguments(rest?.arguments ?? []))
        while let row = try rows.next() {
            let next = DatedKey(rawValue: row.number(Self.columnCount)).day
            if found.count >= limit, next != day { break }
            day = next
            found.append(Self.note(row))
        }
        // Only those of one day were not in order yet.
        return Array(found.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.prefix(limit))
    }

    /// Whether the last day of this many of the newest notes in the index has many more: all of a day are read
    /// for any of them.
    private func isCrowded(_ match: String, within times: Range<Timestamp>?, limit: Int) throws -> Bool {
        let keys = DatedKey.range(owner: owner, within: times)
        func day(of index: Int) throws -> Int64? {
            let key = try Int64.fetchOne(
                database.cachedStatement(
                    sql: "SELECT note_text.rowid FROM \(Self.indexed) ORDER BY note_text.rowid DESC LIMIT 1 OFFSET ?"),
                arguments: [match, keys.lowerBound, keys.upperBound, index])
            return key.map { DatedKey(rawValue: $0).day }
        }
        guard limit > 0, limit <= Self.mostWalked, let last = try day(of: limit - 1) else { return false }
        return try day(of: limit - 1 + Self.crowd) == last
    }

    private var rowKey: String { DatedKey.rowKey(owner: owner) }

    /// The part of a filter that the index can answer at once, and the rest as a condition.
    private func parts(of filter: NoteFilter?) -> (match: String?, rest: FilterSQL?) {
        guard let filter else { return (nil, nil) }
        if let match = FilterMatch.of(filter) { return (match, nil) }
        guard case .all(let filters) = filter else { return (nil, FilterSQL(filter, owner: owner)) }
        let indexed = filters.filter { FilterMatch.of($0) != nil }
        let others = filters.filter { FilterMatch.of($0) == nil }
        let match = indexed.isEmpty ? nil : FilterMatch.of(.all(indexed))
        return (match, others.isEmpty ? nil : FilterSQL(.all(others), owner: owner))
    }

    private func trashed() throws -> [Note] {
        let select = try database.cachedStatement(
            // By itself SQLite takes an index that has all notes of the owner.
            sql: """
                SELECT \(Self.columns) FROM note INDEXED BY note_in_trash WHERE owner = ? AND trashed IS NOT NULL
                """)
        return try notes(select, [owner.rawValue])
    }

    /// The first matching notes in an order, out of those that have the whole words of a filter; `nil` if these are
    /// many, or if no word is only begun.
    private func few(
        _ filter: NoteFilter, from place: FilterSQL?, by order: String = "note.id", limit: Int
    ) throws -> [Note]? {
        guard filter.shortestPrefix != nil, let whole = filter.whole else { return nil }
        let (match, others) = parts(of: whole)
        guard let match else { return nil }
        let keys = DatedKey.range(owner: owner)
        let count = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM \(Self.indexed) LIMIT ?)"),
            arguments: [match, keys.lowerBound, keys.upperBound, Self.leastWalk + 1])
        guard let count, count <= Self.leastWalk else { return nil }
        let (source, arguments) = source(match, FilterSQL.all(others, place))
        let rows = try SQLRow.fetchCursor(
            database.cachedStatement(sql: "SELECT \(Self.columns) FROM \(source) ORDER BY \(order)"),
            arguments: arguments)
        var found: [Note] = []
        while found.count < limit, let row = try rows.next() {
            let note = Self.note(row)
            if filter.matches(note) { found.append(note) }
        }
        return found
    }

    /// The first matching notes in an order, found by examining one note after the other; `nil` if too few match
    /// for that.
    func walked(
        along order: String, shortestPrefix: Int?, within times: Range<Timestamp>? = nil, from place: FilterSQL? = nil,
        limit: Int, where matches: (Note) -> Bool
    ) throws -> [Note]? {
        guard limit > 0, limit <= Self.mostWalked else { return nil }
        let longest = max(Self.leastWalk, limit * Self.perWanted)
        // Too many words begin with one or two letters: collecting them takes longer than a walk in vain.
        let sample = shortestPrefix ?? .max <= 2 ? Self.leastWalk : Self.sample
        var sql = "SELECT \(Self.columns) FROM note WHERE owner = ? AND note.trashed IS NULL"
        var arguments: [(any SQLValue)?] = [owner.rawValue]
        if let times {
            sql += " AND created >= ? AND created < ?"
            arguments += [times.lowerBound.milliseconds, times.upperBound.milliseconds]
        }
        if let place {
            sql += " AND " + place.condition
            arguments += place.arguments
        }
        let select = try database.cachedStatement(sql: sql + " ORDER BY \(order)")
        var found: [Note] = []
        var count = 0
        let rows = try SQLRow.fetchCursor(select, arguments: SQLArguments(arguments))
        while let row = try rows.next() {
            let note = Self.note(row)
            count += 1
            if matches(note) { found.append(note) }
            if found.count == limit { return found }
            if count == sample, found.count * longest < limit * sample { return nil }
            if count == longest { return nil }
        }
        return found
    }

    private func ordered(by order: String, _ match: String?, _ rest: FilterSQL?, limit: Int) throws -> [Note] {
        let (source, arguments) = source(match, rest)
        let select = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM \(source) ORDER BY \(order) LIMIT ?")
        return try notes(select, arguments + [limit])
    }

    /// The source of the matching notes.
    private func source(_ match: String?, _ rest: FilterSQL?) -> (sql: String, arguments: SQLArguments) {
        // As literals: a dynamic sequence would be resolved at run time, before the first prompt.
        var arguments: SQLArguments
        var sql: String
        if let match {
            // The index first: SQLite would not know how few it finds.
            let keys = DatedKey.range(owner: owner)
            sql = """
                note_text CROSS JOIN note ON note.id = \(rowKey)
                WHERE note_text MATCH ? AND note_text.rowid BETWEEN ? AND ?
                """
            arguments = [match, keys.lowerBound, keys.upperBound]
        } else {
            sql = "note WHERE owner = ?"
            arguments = [owner.rawValue]
        }
        sql += " AND note.trashed IS NULL"
        if let rest {
            sql += " AND " + rest.condition
            arguments += SQLArguments(rest.arguments)
        }
        return (sql, arguments)
    }

    /// The number of the newest matches that are ranked.
    private static let mostRanked = 1_000

    /// Ranking reads every match: a thousand of them at most, the newest.
    private func ranked(_ match: String, _ rest: FilterSQL?, limit: Int) throws -> [Note] {
        let order = "ORDER BY score, created DESC, note.id DESC"
        // Only the best are read whole, once they are known.
        let sql = """
            SELECT \(Self.columns) FROM (
                SELECT note.id AS best, score FROM (
                    SELECT rowid, bm25(note_text) AS score FROM note_text
                    WHERE note_text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT \(Self.mostRanked)
                ) AS note_text CROSS JOIN note ON note.id = \(rowKey)
                \(rest.map { "WHERE \($0.condition)" } ?? "") \(order) LIMIT ?
            ) CROSS JOIN note ON note.id = best \(order)
            """
        let keys = DatedKey.range(owner: owner)
        let arguments: SQLArguments = [match, keys.lowerBound, keys.upperBound]
        return try notes(
            database.cachedStatement(sql: sql),
            arguments + SQLArguments(rest?.arguments ?? []) + [limit])
    }
}

/// A note’s row number in the full-text index: its owner, the day of its creation, its own number.
///
/// The index gives its rows by number only, and users want them by date. So the newest rows are those
/// of the newest notes, day by day, and no more of them are read than are wanted, however many match; those of one
/// day are sorted after reading. 20 bits are the owner’s, 16 the day’s, 27 the note’s.
package struct DatedKey: Hashable, Sendable, RawRepresentable {
    private static let numberBits: Int64 = 27
    /// The largest number of a note that has a key of its own.
    package static let largestNumber = 1 << 27 - 1
    private static let dayBits: Int64 = 16
    private static let millisecondsOfDay: Int64 = 86_400_000
    /// From 1900-01-01, in days since 1970: the days before and after the numbered ones are one day each.
    private static let firstDay: Int64 = -25_567

    /// The number as the index has it.
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// The key of a note.
    init(_ note: Note, owner: UserID) { self.init(owner: owner, day: Self.day(of: note.createdAt), number: note.id) }

    private init(owner: UserID, day: Int64, number: Int) {
        rawValue = (owner.rawValue << Self.dayBits | day) << Self.numberBits | Int64(number)
    }

    /// The part that is equal for all keys of a day, and greater for a later day.
    package var day: Int64 { rawValue >> Self.numberBits }

    /// The keys of an owner’s notes: all, or those that may have been made within these times.
    static func range(owner: UserID, within times: Range<Timestamp>? = nil) -> ClosedRange<Int64> {
        let days = times.map { day(of: $0.lowerBound)...max(day(of: $0.lowerBound), day(of: $0.upperBound)) }
        let first = DatedKey(owner: owner, day: days?.lowerBound ?? 0, number: 0)
        let last = DatedKey(
            owner: owner, day: days?.upperBound ?? 1 << dayBits - 1, number: Int(1 << numberBits - 1))
        return first.rawValue...last.rawValue
    }

    /// The `RowKey` that belongs to a row of the index, in SQL.
    static func rowKey(owner: UserID) -> String {
        "(\(RowKey(owner: owner.rawValue, number: 0).rawValue) | (note_text.rowid & \(1 << numberBits - 1)))"
    }

    /// Rounded to zero: the days around 1970-01-01 are one, which does no harm.
    private static func day(of time: Timestamp) -> Int64 {
        min(max(time.milliseconds / millisecondsOfDay - firstDay, 0), 1 << dayBits - 1)
    }
}
