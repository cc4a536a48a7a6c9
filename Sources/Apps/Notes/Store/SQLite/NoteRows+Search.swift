import GRDB
import Systems

/// Answers queries.
///
/// The index gives its rows by number, and people want them by date. Few matches are sorted; for many, the notes are
/// walked from the newest on until enough of them are among the matches, which is the sooner the more there are.
extension NoteRows {
    /// So many matches are sorted in a few milliseconds.
    private static let sortable = 4_000

    func find(_ query: NoteQuery) throws -> [Note] {
        // What is thrown away is not indexed, and not much.
        if query.isTrashed { return query.result(among: try trashed()) }
        let (match, rest) = parts(of: query.filter)
        switch query.sort {
        case .newest: return try newest(match, rest, limit: query.limit)
        case .rank:
            guard let match else { return try newest(nil, rest, limit: query.limit) }
            return try ranked(match, rest, limit: query.limit)
        case .modified: return try ordered(by: "modified DESC, note.id DESC", match, rest, limit: query.limit)
        case .title: return try ordered(by: "heading, note.id", match, rest, limit: query.limit)
        case .due: return try ordered(by: "COALESCE(due, '~'), note.id", match, rest, limit: query.limit)
        }
    }

    private var keys: ClosedRange<Int64> { RowKey.range(owner: owner.rawValue) }

    /// What the index can answer at once, and what is left as a condition.
    private func parts(of filter: NoteFilter?) -> (match: String?, rest: FilterSQL?) {
        guard let filter else { return (nil, nil) }
        if let match = FilterMatch.of(filter) { return (match, nil) }
        guard case .all(let filters) = filter else { return (nil, FilterSQL(filter, keys: keys)) }
        let indexed = filters.filter { FilterMatch.of($0) != nil }
        let others = filters.filter { FilterMatch.of($0) == nil }
        let match = indexed.isEmpty ? nil : FilterMatch.of(.all(indexed))
        return (match, others.isEmpty ? nil : FilterSQL(.all(others), keys: keys))
    }

    private func trashed() throws -> [Note] {
        let select = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM note WHERE owner = ? AND trashed IS NOT NULL")
        return try notes(select, [owner.rawValue])
    }

    private func newest(_ match: String?, _ rest: FilterSQL?, limit: Int) throws -> [Note] {
        if let match, limit <= Self.sortable, try hasMany(match) { return try walk(match, rest, limit: limit) }
        return try ordered(by: "created DESC, note.id DESC", match, rest, limit: limit)
    }

    private func ordered(by order: String, _ match: String?, _ rest: FilterSQL?, limit: Int) throws -> [Note] {
        var arguments: [any DatabaseValueConvertible] = []
        var sql = "SELECT \(Self.columns) FROM "
        if let match {
            // The index first: SQLite would not know how few it finds.
            sql += """
                note_text CROSS JOIN note ON note.id = note_text.rowid
                WHERE note_text MATCH ? AND note_text.rowid BETWEEN ? AND ?
                """
            arguments += [match, keys.lowerBound, keys.upperBound] as [any DatabaseValueConvertible]
        } else {
            sql += "note WHERE owner = ?"
            arguments.append(owner.rawValue)
        }
        sql += " AND note.trashed IS NULL"
        if let rest {
            sql += " AND " + rest.condition
            arguments += rest.arguments
        }
        sql += " ORDER BY \(order) LIMIT ?"
        arguments.append(limit)
        return try notes(database.cachedStatement(sql: sql), StatementArguments(arguments))
    }

    private func hasMany(_ match: String) throws -> Bool {
        let select = try database.cachedStatement(
            sql: """
                SELECT count(*) FROM (SELECT 1 FROM note_text
                WHERE note_text MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)
                """)
        let count = try Int.fetchOne(
            select, arguments: [match, keys.lowerBound, keys.upperBound, Self.sortable + 1])
        return count ?? 0 > Self.sortable
    }

    private func walk(_ match: String, _ rest: FilterSQL?, limit: Int) throws -> [Note] {
        // The `+` keeps SQLite from looking up every match instead of walking the index of dates.
        var sql = """
            SELECT \(Self.columns) FROM note WHERE owner = ? AND note.trashed IS NULL AND +note.id IN (
                SELECT rowid FROM note_text WHERE note_text MATCH ? AND rowid BETWEEN ? AND ?)
            """
        if let rest { sql += " AND " + rest.condition }
        sql += " ORDER BY created DESC, note.id DESC LIMIT ?"
        let arguments: StatementArguments = [owner.rawValue, match, keys.lowerBound, keys.upperBound]
        return try notes(
            database.cachedStatement(sql: sql), arguments + StatementArguments(rest?.arguments ?? []) + [limit])
    }

    /// Ranking reads every match: a thousand of them at most.
    private func ranked(_ match: String, _ rest: FilterSQL?, limit: Int) throws -> [Note] {
        let sql = """
            SELECT \(Self.columns) FROM (
                SELECT rowid AS match, bm25(note_text) AS score FROM note_text
                WHERE note_text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT 1000
            ) CROSS JOIN note ON note.id = match \(rest.map { "WHERE \($0.condition)" } ?? "")
            ORDER BY score, created DESC, note.id DESC LIMIT ?
            """
        let arguments: StatementArguments = [match, keys.lowerBound, keys.upperBound]
        return try notes(
            database.cachedStatement(sql: sql),
            arguments + StatementArguments(rest?.arguments ?? []) + [limit])
    }
}
