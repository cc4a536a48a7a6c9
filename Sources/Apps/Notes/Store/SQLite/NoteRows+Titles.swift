// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import NotesDomain
import Search
import Systems

/// Finds notes by what is typed of a number or a title.
extension NoteRows {
    func titles(_ query: TitleQuery, limit: Int) throws -> [NoteTitle] {
        if query.digits != nil { return try titles(numbered: query.numbers, limit: limit) }
        guard let words = query.words else { return try notes(NoteQuery(limit: limit)).map(NoteTitle.init) }
        guard let match = words.match(of: IndexToken.title) else { return [] }
        if let prefix = words.shortestPrefix,
            let found = try walked(
                along: Self.newestFirst, shortestPrefix: prefix, limit: limit,
                where: { words.finds(NoteTitle($0).names) })
        {
            return found.map(NoteTitle.init)
        }
        return try newest(match, limit: limit).map(NoteTitle.init)
    }

    private func titles(numbered ranges: [ClosedRange<Int>], limit: Int) throws -> [NoteTitle] {
        var found: [NoteTitle] = []
        for numbers in ranges where found.count < limit {
            let select = try database.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM note WHERE id BETWEEN ? AND ? AND trashed IS NULL
                    ORDER BY id LIMIT ?
                    """)
            found += try notes(select, [key(numbers.lowerBound), key(numbers.upperBound), limit - found.count])
                .map(NoteTitle.init)
        }
        return found
    }
}
