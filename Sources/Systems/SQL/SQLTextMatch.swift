// SPDX-License-Identifier: GPL-3.0-or-later

/// A query in FTS5’s language as a condition on the words of a server’s index.
///
/// The words of a phrase are there if they stand side by side, but may be there if not: whoever asks looks at the texts,
/// unless the condition is exact.
///
/// Source of the syntax: https://www.sqlite.org/fts5.html#full_text_query_syntax
package struct SQLTextMatch {
    private indirect enum Query {
        case phrase([String], isPrefix: Bool)
        case all([Query])
        case any([Query])
        case but(Query, Query)
    }

    /// The condition.
    package private(set) var condition = ""
    /// The values of its question marks.
    package private(set) var values: [(any SQLValue)?] = []
    /// Whether it holds for the wanted rows alone.
    package private(set) var isExact = true
    private let table: String
    private let key: String
    private let range: ClosedRange<Int64>

    /// - Parameters:
    ///   - key: The column that is a row’s key in the index.
    ///   - range: The keys that are searched.
    package init(_ match: String, in table: String, key: String, within range: ClosedRange<Int64>) {
        (self.table, self.key, self.range) = (table, key, range)
        var reader = Reader(rest: match.utf8[...])
        guard let query = reader.query() else {
            condition = "FALSE"
            return
        }
        condition = condition(query)
    }

    /// The condition for the rows of a query.
    private mutating func condition(_ query: Query) -> String {
        switch query {
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

    private mutating func term(_ word: String, isPrefix: Bool) -> String {
        // No word goes on with the last of all characters.
        values += isPrefix ? [word, word + "\u{10FFFF}"] : [word]
        values += [range.lowerBound, range.upperBound]
        return (isPrefix ? "w.word >= ? AND w.word < ?" : "w.word = ?") + " AND w.rowid BETWEEN ? AND ?"
    }

    private static func isExact(_ query: Query) -> Bool {
        switch query {
        case .phrase(let words, _): words.count == 1
        case .all(let queries), .any(let queries): queries.allSatisfy(isExact)
        case .but(let wanted, let unwanted): isExact(wanted) && isExact(unwanted)
        }
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
