import GRDB
import Systems

/// Finds notes by number and title.
extension NoteRows {
    func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle] {
        guard query.digits != nil else { return try titles(with: query.parts, limit: limit) }
        var found: [NoteTitle] = []
        for numbers in query.numbers where found.count < limit {
            let select = try database.cachedStatement(
                sql: """
                    SELECT id, substr(content, 1, \(NoteTitle.longest)) FROM note
                    WHERE id BETWEEN ? AND ? AND trashed IS NULL ORDER BY id LIMIT ?
                    """)
            let range = key(numbers.lowerBound)...key(numbers.upperBound)
            found += try titles(select, [range.lowerBound, range.upperBound, limit - found.count])
        }
        return found
    }

    /// The index of headings has all that is compared, so that no text is read but of what was found.
    private func titles(with parts: [String], limit: Int) throws -> [NoteTitle] {
        let select = try database.cachedStatement(
            sql: """
                SELECT note.id, substr(content, 1, \(NoteTitle.longest)) FROM (
                    SELECT id AS hit FROM note \(parts.isEmpty ? "" : "INDEXED BY note_by_heading")
                    WHERE \(parts.isEmpty ? "id BETWEEN ? AND ?" : "owner = ?") AND trashed IS NULL
                    \(parts.map { _ in "AND instr(heading, ?) > 0" }.joined(separator: " "))
                    ORDER BY id DESC LIMIT ?
                ) CROSS JOIN note ON note.id = hit ORDER BY note.id DESC
                """)
        let keys = RowKey.range(owner: owner.rawValue)
        let place: StatementArguments = parts.isEmpty ? [keys.lowerBound, keys.upperBound] : [owner.rawValue]
        return try titles(select, place + StatementArguments(parts) + [limit])
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
