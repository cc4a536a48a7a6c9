// SPDX-License-Identifier: GPL-3.0-or-later

/// A query in FTS5’s language as a condition on the words of a server’s index.
///
/// It holds wherever a phrase’s words stand side by side, and may hold elsewhere: unless it is exact, the caller checks
/// the texts.
///
/// Source of the syntax: https://www.sqlite.org/fts5.html#full_text_query_syntax
public struct SQLTextMatch {
    private indirect enum Query {
        case every
        case phrase([String], isPrefix: Bool)
        case all([Query])
        case any([Query])
        case but(Query, Query)
    }

    /// The condition.
    public private(set) var condition = ""
    /// The values of its question marks.
    public private(set) var values: [(any SQLValue)?] = []
    /// Whether it holds for the wanted rows alone.
    public private(set) var isExact = true
    private let table: String
    private let key: String
    private let range: ClosedRange<Int64>
    /// The query; `nil` for one that finds nothing.
    private let query: Query?

    /// - Parameters:
    ///   - match: The query in FTS5’s language.
    ///   - table: The table of the index.
    ///   - key: The column that is a row’s key in the index; that of an entry `d` by default.
    ///   - range: The keys that are searched.
    public init(_ match: String, in table: String, key: String = "d.rowid", within range: ClosedRange<Int64>) {
        (self.table, self.key, self.range) = (table, key, range)
        query = Self.query(match)
        condition = query.map { condition($0) } ?? "FALSE"
    }

    private static func query(_ match: String) -> Query? {
        var reader = Reader(rest: match.utf8[...])
        return reader.query()
    }

    /// Whether the index has the rows of a query in their order: those of whole words, each of which a row must have.
    ///
    /// The rows of all words that start so have to be collected first, as have those of alternatives.
    public static func isInOrder(_ match: String) -> Bool { query(match).map(isInOrder) ?? true }

    private static func isInOrder(_ query: Query) -> Bool {
        switch query {
        case .every: true
        case .phrase(_, let isPrefix): !isPrefix
        case .all(let queries): queries.allSatisfy(isInOrder)
        case .any: false
        case .but(let wanted, _): isInOrder(wanted)
        }
    }

    /// The condition for the rows of a query.
    private mutating func condition(_ query: Query) -> String {
        switch query {
        case .every: return "TRUE"
        case .phrase(let words, let isPrefix):
            if words.count > 1 { isExact = false }
            return words.enumerated().map { place, word in
                let term = term(word, isPrefix: isPrefix && place == words.count - 1)
                return "EXISTS (SELECT 1 FROM \(table) w WHERE w.rowid = \(key) AND \(term))"
            }.joined(separator: " AND ")
        case .all(let queries): return queries.map { "(\(condition($0)))" }.joined(separator: " AND ")
        case .any: return "\(key) IN (\(rows(query)))"
        case .but(let wanted, let unwanted):
            let first = condition(wanted)
            guard Self.isExact(unwanted) else {
                isExact = false
                return first
            }
            return "(\(first)) AND NOT (\(condition(unwanted)))"
        }
    }

    /// The keys of the rows of a query.
    private mutating func rows(_ query: Query) -> String {
        switch query {
        case .every: return "SELECT w.rowid FROM \(table) w"
        case .phrase(let words, let isPrefix):
            if words.count > 1 { isExact = false }
            return words.enumerated().map { place, word in
                let term = term(word, isPrefix: isPrefix && place == words.count - 1)
                return "SELECT w.rowid FROM \(table) w WHERE \(term)"
            }.joined(separator: " INTERSECT ")
        case .all(let queries): return queries.map { "(\(rows($0)))" }.joined(separator: " INTERSECT ")
        case .any(let queries): return queries.map { "(\(rows($0)))" }.joined(separator: " UNION ")
        case .but(let wanted, let unwanted):
            let first = rows(wanted)
            guard Self.isExact(unwanted) else {
                isExact = false
                return first
            }
            return "(\(first)) EXCEPT (\(rows(unwanted)))"
        }
    }

    /// - Parameter entry: The name of the entry of the index.
    private mutating func term(_ word: String, isPrefix: Bool, of entry: String = "w") -> String {
        // No word goes on with the last of all characters.
        values += isPrefix ? [word, word + "\u{10FFFF}"] : [word]
        values += [range.lowerBound, range.upperBound]
        return (isPrefix ? "\(entry).word >= ? AND \(entry).word < ?" : "\(entry).word = ?")
            + " AND \(entry).rowid BETWEEN ? AND ?"
    }

    private static func isExact(_ query: Query) -> Bool {
        switch query {
        case .every: true
        case .phrase(let words, _): words.count == 1
        case .all(let queries), .any(let queries): queries.allSatisfy(isExact)
        case .but(let wanted, let unwanted): isExact(wanted) && isExact(unwanted)
        }
    }

    /// The condition for the last rows, `limit` at most, of a query for one word, or for all words that start so, and the
    /// values of its question marks; `nil` for another query.
    ///
    /// The index comes first, however many rows it has: one plan is good for all words.
    public func last(_ limit: Int) -> (condition: String, values: [(any SQLValue)?])? {
        guard case .phrase(let words, let isPrefix) = query, words.count == 1 else { return nil }
        var found = self
        found.values = []
        let rows = "SELECT DISTINCT w.rowid FROM \(table) w WHERE \(found.term(words[0], isPrefix: isPrefix))"
        return ("\(key) = ANY (ARRAY(\(rows) ORDER BY w.rowid DESC LIMIT ?))", found.values + [limit])
    }

    /// The number of rows of the query, `limit` at most; `nil` if their texts have to be looked at.
    ///
    /// Only the index is asked. It is read no further than the limit needs, except for a word that is only begun beside
    /// others.
    public func count(in database: SQLDatabase, limit: Int) throws -> Int? {
        guard let query else { return 0 }
        guard Self.isExact(query) else { return nil }
        if let words = Self.words(query) { return try count(words, in: database, limit: limit) }
        var found = self
        found.values = []
        let rows =
            if let (word, rest) = Self.first(query) {
                "SELECT 1 FROM \(table) d WHERE \(found.term(word, isPrefix: false, of: "d")) AND \(found.condition(rest))"
            } else {
                "SELECT 1 FROM (\(found.rows(query))) r"
            }
        return try database.plannedRows(
            sql: "SELECT count(*) FROM (\(rows) LIMIT ?) f", arguments: SQLArguments(found.values + [limit])
        ).first?.count(0)
    }

    /// A word of a text that has one of several, or all that start so.
    private typealias Word = (text: String, isPrefix: Bool)

    /// The words of a query that wants one of them; `nil` for another query.
    private static func words(_ query: Query) -> [Word]? {
        switch query {
        case .phrase(let words, let isPrefix): return words.first.map { [($0, isPrefix)] }
        case .any(let queries):
            var all: [Word] = []
            for query in queries {
                guard let words = words(query) else { return nil }
                all += words
            }
            return all
        case .every, .all, .but: return nil
        }
    }

    /// A whole word that all rows of a query have, and what else they have; `nil` if there is none.
    private static func first(_ query: Query) -> (word: String, rest: Query)? {
        switch query {
        case .every, .any: return nil
        case .phrase(let words, let isPrefix): return isPrefix ? nil : words.first.map { ($0, .every) }
        case .all(let queries):
            for (place, query) in queries.enumerated() {
                guard let (word, rest) = first(query) else { continue }
                return (word, .all([rest] + queries[..<place] + queries[(place + 1)...]))
            }
            return nil
        case .but(let wanted, let unwanted): return first(wanted).map { ($0.word, .but($0.rest, unwanted)) }
        }
    }

    /// Counts the rows with one of the words.
    ///
    /// Rows have a few words with one beginning: a few times as many entries as the limit show that there are enough rows.
    private func count(_ words: [Word], in database: SQLDatabase, limit: Int) throws -> Int? {
        func counted(atMost most: Int) throws -> (rows: Int, entries: Int) {
            var found = self
            found.values = []
            let entries = words.map { word in
                let term = found.term(word.text, isPrefix: word.isPrefix)
                found.values.append(most)
                return "(SELECT w.rowid FROM \(table) w WHERE \(term) LIMIT ?)"
            }
            // A row has each word once.
            let isOfOne = words.count == 1 && !words[0].isPrefix
            let rows = "(\(entries.joined(separator: " UNION ALL "))) f"
            let row = try database.plannedRows(
                sql: isOfOne
                    ? "SELECT count(*), count(*) FROM \(rows)"
                    : "SELECT count(*), sum(n) FROM (SELECT f.rowid, count(*) AS n FROM \(rows) GROUP BY f.rowid) g",
                arguments: SQLArguments(found.values), byOnePlan: true
            ).first
            return (row?.count(0) ?? 0, row?.count(1) ?? 0)
        }
        let (most, isOver) = limit.multipliedReportingOverflow(by: words.contains(where: \.isPrefix) ? 4 : 1)
        if !isOver {
            let (rows, entries) = try counted(atMost: most)
            if rows >= limit { return limit }
            if entries < most { return rows }
        }
        return min(limit, try counted(atMost: .max).rows)
    }

    /// Reads a query: `NOT` binds closest, then `AND`, then `OR`.
    private struct Reader {
        // In bytes: a quotation mark is a character of its own, whatever follows it.
        var rest: Substring.UTF8View

        mutating func query() -> Query? { joined(by: "OR", Reader.all) { $0.count == 1 ? $0[0] : .any($0) } }

        private static func all(_ reader: inout Reader) -> Query? {
            reader.joined(by: "AND", Reader.but) { $0.count == 1 ? $0[0] : .all($0) }
        }

        private static func but(_ reader: inout Reader) -> Query? {
            reader.joined(by: "NOT", Reader.term) { queries in
                queries.dropFirst().reduce(queries[0]) { .but($0, $1) }
            }
        }

        private static func term(_ reader: inout Reader) -> Query? {
            reader.skipBlanks()
            if reader.take("(") {
                defer {
                    reader.skipBlanks()
                    _ = reader.take(")")
                }
                return reader.query()
            }
            guard reader.take("\""), let end = reader.rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            let words = SQLWords.inOrder(of: String(Substring(reader.rest[..<end])))
            reader.rest = reader.rest[reader.rest.index(after: end)...]
            reader.skipBlanks()
            let isPrefix = reader.take("*")
            return words.isEmpty ? nil : .phrase(words, isPrefix: isPrefix)
        }

        private mutating func joined(
            by sign: String, _ part: (inout Reader) -> Query?, _ make: ([Query]) -> Query
        ) -> Query? {
            guard var parts = part(&self).map({ [$0] }) else { return nil }
            while true {
                skipBlanks()
                guard take(sign) else { break }
                guard let next = part(&self) else { return nil }
                parts.append(next)
            }
            return make(parts)
        }

        private mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x0A } }

        private mutating func take(_ sign: String) -> Bool {
            guard rest.starts(with: sign.utf8) else { return false }
            rest = rest.dropFirst(sign.utf8.count)
            return true
        }
    }
}
