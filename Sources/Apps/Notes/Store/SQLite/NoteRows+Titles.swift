import GRDB
import Systems

/// Finds notes by number and title.
extension NoteRows {
    private static let titleColumns = "note.id, substr(content, 1, \(NoteTitle.longest))"

    func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle] {
        if query.digits != nil { return try titles(numbered: query.numbers, limit: limit) }
        let keys = RowKey.range(owner: owner.rawValue)
        guard let words = query.words else {
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(Self.titleColumns) FROM note WHERE id BETWEEN ? AND ? AND trashed IS NULL
                    ORDER BY id DESC LIMIT ?
                    """)
            return try titles(select, [keys.lowerBound, keys.upperBound, limit])
        }
        guard let match = words.match(of: IndexToken.title) else { return [] }
        let select = try database.cachedStatement(
            sql: """
                SELECT \(Self.titleColumns) FROM note_text CROSS JOIN note ON note.id = note_text.rowid
                WHERE note_text MATCH ? AND note_text.rowid BETWEEN ? AND ? ORDER BY note_text.rowid DESC LIMIT ?
                """)
        return try titles(select, [match, keys.lowerBound, keys.upperBound, limit])
    }

    private func titles(numbered ranges: [ClosedRange<Int>], limit: Int) throws -> [NoteTitle] {
        var found: [NoteTitle] = []
        for numbers in ranges where found.count < limit {
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(Self.titleColumns) FROM note WHERE id BETWEEN ? AND ? AND trashed IS NULL
                    ORDER BY id LIMIT ?
                    """)
            found += try titles(select, [key(numbers.lowerBound), key(numbers.upperBound), limit - found.count])
        }
        return found
    }

    private func titles(_ select: Statement, _ arguments: StatementArguments) throws -> [NoteTitle] {
        var found: [NoteTitle] = []
        let rows = try Row.fetchCursor(select, arguments: arguments)
        while let row = try rows.next() {
            found.append(NoteTitle(id: RowKey(rawValue: row[0]).number, content: row[1]))
        }
        return found
    }
}
