// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumSystems
import NotesLogic

/// Answers queries on a server, which knows how many notes have a word, and so whether to walk along the notes or along
/// the words.
extension NoteRows {
    /// The number of the newest matches that are ranked.
    private static let mostRanked = 1_000

    /// The notes that a query finds, outside the trash.
    func planned(_ query: NoteQuery) throws -> [Note] {
        guard query.sort == .rank, query.filter != nil else {
            return try planned(query, by: Self.order(query.sort), limit: query.limit)
        }
        var all = query
        (all.after, all.limit) = (nil, Self.mostRanked)
        let ranked = try planned(all, by: Self.newestFirst, limit: Self.mostRanked).rankedByWords(of: query.filter)
        let start = query.after.map { last in ranked.firstIndex { $0.id == last.id }.map { $0 + 1 } ?? ranked.count }
        return Array(ranked.dropFirst(start ?? 0).prefix(query.limit))
    }

    /// The first notes in an order.
    func planned(_ query: NoteQuery, by order: String, limit: Int) throws -> [Note] {
        guard limit > 0 else { return [] }
        let filter = query.filter.map { FilterSQL($0, owner: owner, isForServer: true) }
        let place = query.after.map { FilterSQL(after: $0, key: key($0.id), in: query.sort, owner: owner) }
        // All notes of all words that start so would be collected; if many match, a walk soon meets enough of them.
        if let wanted = query.filter, let prefix = wanted.shortestPrefix,
            let found = try walked(
                along: order, shortestPrefix: prefix, within: wanted.times, from: place, limit: limit,
                where: wanted.matches)
        {
            return found
        }
        var sql = "SELECT \(Self.columns) FROM note WHERE owner = ? AND note.trashed IS NULL"
        var arguments: [(any SQLValue)?] = [owner.rawValue]
        for condition in [filter, place].compactMap(\.self) {
            sql += " AND (\(condition.condition))"
            arguments += condition.arguments
        }
        let rows = try database.cursor("\(sql) ORDER BY \(order)", SQLArguments(arguments))
        var found: [Note] = []
        while found.count < limit, let row = try rows.next() {
            let note = Self.note(row)
            // The words of a phrase may stand apart.
            if query.filter?.matches(note) ?? true { found.append(note) }
        }
        return found
    }

    /// The newest notes with words in their titles.
    func plannedTitles(_ words: SearchQuery, limit: Int) throws -> [NoteTitle] {
        guard let match = words.match(of: IndexToken.title) else { return [] }
        let condition = SQLTextMatch(
            match, in: NoteSchema.words, key: "note.id", within: RowKey.range(owner: owner.rawValue))
        let rows = try database.cursor(
            """
            SELECT \(Self.columns) FROM note WHERE owner = ? AND note.trashed IS NULL
                AND (\(condition.condition)) ORDER BY \(Self.newestFirst)
            """, SQLArguments([owner.rawValue] + condition.values))
        var found: [NoteTitle] = []
        while found.count < limit, let row = try rows.next() {
            let title = NoteTitle(Self.note(row))
            if words.finds(title.names) { found.append(title) }
        }
        return found
    }
}

extension [Note] {
    /// The notes with the most of a query’s words for their length first, and of equal ones the newest.
    fileprivate func rankedByWords(of filter: NoteFilter?) -> [Note] {
        let words = (filter?.soughtWords ?? []).flatMap { SearchText.tokens(of: $0, .pictures) }
        func score(_ note: Note) -> Double {
            let tokens = SearchText.tokens(of: note.searched, .pictures)
            let count = tokens.count { token in words.contains { token.utf8.starts(with: $0.utf8) } }
            return Double(count) / (Double(count) + 1 + Double(tokens.count) / 100)
        }
        return enumerated().map { (score: score($1), place: $0, note: $1) }
            .sorted { ($0.score, $1.place) > ($1.score, $0.place) }.map(\.note)
    }
}
