// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSearch
package import AtriumSession

/// A question for notes: which, in what order, how many.
package struct NoteQuery: Hashable, Sendable {
    /// The condition for the notes; `nil` for every note.
    package var filter: NoteFilter?
    /// Whether those in the trash are meant instead of the others.
    package var isTrashed: Bool
    /// The order.
    package var sort: NoteSort
    /// The most notes to find.
    package var limit: Int
    /// Only those that come after this one in the order, as it was when it was read; `nil` for all from the first on.
    package var after: Note?

    package init(
        filter: NoteFilter? = nil, isTrashed: Bool = false, sort: NoteSort = .newest, limit: Int = 50,
        after: Note? = nil
    ) {
        self.after = after
        self.filter = filter
        self.isTrashed = isTrashed
        self.sort = sort
        self.limit = limit
    }

    /// The result of the query among all notes, in its order: the answer that every store must give.
    package func result(among notes: some Sequence<Note>) -> [Note] {
        let found = notes.filter { ($0.trashedAt != nil) == isTrashed && filter?.matches($0) != false }
        let placed = found.map { (place: sort.place(of: $0), note: $0) }.sorted { $0.place < $1.place }
        let start = after.map { sort.place(of: $0) }
        let rest = placed.drop { placed in start.map { placed.place <= $0 } ?? false }
        return rest.prefix(limit).map(\.note)
    }
}

/// The order and the number of listed notes if the query itself does not state them.
package struct NoteListing: Hashable, Sendable {
    /// The order in which notes are asked for.
    package var sort = NoteSort.newest
    /// Whether the list is turned over, so that the newest note stands nearest to the prompt.
    package var isNewestLast = true
    /// The most notes; `nil` for as many as a page has.
    package var limit: Int?

    /// The usual list: the newest note last.
    package init() {}

    /// A list in a requested order.
    package init(_ sort: NoteSort, limit: Int? = nil) {
        self.sort = sort
        isNewestLast = false
        self.limit = limit
    }

    /// The list with the statements of a query: the query’s order comes first, its number only if `limit` is `nil`.
    package func asked(by query: AskedQuery) -> NoteListing {
        var listing = self
        if let sort = query.sort {
            listing.sort = sort
            listing.isNewestLast = false
        }
        if listing.limit == nil { listing.limit = query.limit }
        return listing
    }

    /// The query for the store: `limit` notes, after `last` or from the first, whatever number the query has.
    package func query(_ asked: AskedQuery, after last: Note? = nil, limit: Int) -> NoteQuery {
        var query = asked.query(sort: sort, limit: limit)
        query.limit = limit
        query.after = last
        return query
    }
}

/// In which order notes are found.
package enum NoteSort: String, Hashable, Sendable, CaseIterable {
    /// The newest first, by date and then by number.
    case newest
    /// The one whose text was changed last first.
    case modified
    /// By title, without regard to case and accents.
    case title
    /// The notes that are due soonest first, those without a due date last.
    case due
    /// The best match first, among the 1,000 newest matches; each store has a measure of its own.
    case rank
}

extension NoteSort {
    /// The place of a note in a list: notes come in the ascending order of their places.
    struct Place: Comparable {
        private let time: Int64
        private let text: [UInt8]
        private let number: Int

        /// The latest first, and of one time the highest number first: the complement turns an order round.
        init(latest time: Int64, _ note: Note) {
            self.time = ~time
            text = []
            number = ~note.id
        }

        init(text: String, _ note: Note) {
            time = 0
            self.text = Array(text.utf8)
            number = note.id
        }

        static func < (left: Place, right: Place) -> Bool {
            if left.time != right.time { return left.time < right.time }
            if left.text != right.text { return left.text.lexicographicallyPrecedes(right.text) }
            return left.number < right.number
        }
    }

    /// The place of a note; ranks come from the store, and without them the newest note is first.
    func place(of note: Note) -> Place {
        switch self {
        case .newest, .rank: Place(latest: note.createdAt.milliseconds, note)
        case .modified: Place(latest: note.modifiedAt.milliseconds, note)
        case .title: Place(text: NameKey.of(note.title), note)
        case .due: Place(text: note.marks.todo?.due?.text ?? "~", note)
        }
    }
}

/// The statements of a query, and its open parts: a requested order or number differs from a default one.
package struct AskedQuery: Hashable, Sendable {
    /// The condition for the notes; `nil` for every note.
    package var filter: NoteFilter?
    /// Whether those in the trash are meant instead of the others.
    package var isTrashed: Bool
    /// The order; `nil` if the query does not state it.
    package var sort: NoteSort?
    /// The most notes; `nil` if the query does not state it.
    package var limit: Int?

    package init(filter: NoteFilter? = nil, isTrashed: Bool = false, sort: NoteSort? = nil, limit: Int? = nil) {
        self.filter = filter
        self.isTrashed = isTrashed
        self.sort = sort
        self.limit = limit
    }

    /// Whether the query has words, which can be marked in the text.
    package var hasWords: Bool { filter?.soughtWords.isEmpty == false }

    /// Whether it means a note, as far as the note alone tells.
    package func mayMean(_ note: Note) -> Bool {
        (note.trashedAt != nil) == isTrashed && filter?.matches(note) != false
    }

    /// The query for the store, with defaults for the open parts.
    package func query(sort: NoteSort = .newest, limit: Int) -> NoteQuery {
        NoteQuery(filter: filter, isTrashed: isTrashed, sort: self.sort ?? sort, limit: self.limit ?? limit)
    }
}

/// A query for notes by the typed part of a number or a title.
package struct TitleQuery: Hashable, Sendable {
    /// The beginnings of words that a title has; `nil` for every title.
    package let words: SearchQuery?
    /// The beginning of the number; `nil` if the typed text is not a number.
    package let digits: String?

    /// The query for a typed text: digits are the beginning of a number, all else is part of a title.
    package init(_ word: String) {
        let isNumber = word.utf8.allSatisfy { $0 &- 0x30 < 10 } && word.first != "0" && word.utf8.count < 10
        let hasDigits = isNumber && !word.isEmpty
        digits = hasDigits ? word : nil
        words =
            hasDigits || word.allSatisfy(\.isWhitespace) ? nil : SearchQuery(word, beginnings: .all, signs: .pictures)
    }

    /// The query for a title, even if digits were typed.
    package init(text: String) {
        digits = nil
        words = SearchQuery(text, beginnings: .all, signs: .pictures)
    }

    /// Whether the beginning of a number was typed.
    package var isNumber: Bool { digits != nil }

    /// The numbers that begin with the digits, in ranges that get longer: 3, 30 to 39, 300 to 399.
    package var numbers: [ClosedRange<Int>] {
        guard let digits, let first = Int(digits) else { return [] }
        var ranges: [ClosedRange<Int>] = []
        var power = 1
        // No user has more notes than ten digits count.
        while ranges.count + digits.utf8.count <= 10 {
            ranges.append(first * power...(first + 1) * power - 1)
            power *= 10
        }
        return ranges
    }

    /// The matching notes, `limit` at most, the newest first; those of a number by number.
    package func result(among notes: some Sequence<Note>, limit: Int) -> [NoteTitle] {
        guard let digits else {
            let newest = NoteQuery(limit: .max).result(among: notes).lazy.map(NoteTitle.init)
            return Array(newest.filter { words?.finds($0.names) ?? true }.prefix(limit))
        }
        let found = notes.filter { $0.trashedAt == nil && String($0.id).hasPrefix(digits) }.sorted { $0.id < $1.id }
        return found.prefix(limit).map(NoteTitle.init)
    }
}

/// The days of an agenda as typed, `..friday`: the same words mean other days tomorrow.
package struct AgendaDays: Hashable, Sendable {
    /// The days as typed.
    package let text: String

    /// All days up to six days from now, since overdue tasks are still open.
    package static let usual = AgendaDays("..+6")

    package init(_ text: String) { self.text = text }

    /// The open tasks of these days, the first one first.
    ///
    /// - Throws: `QueryFault.badTerm` if the text is no span of days.
    package func query(today: Day) throws(QueryFault) -> AskedQuery {
        guard let days = DateSpan(text, today: today)?.days else {
            throw .badTerm("due:\(text)", forms: QueryKey.due.examples)
        }
        return AskedQuery(
            filter: .all([.todo, .due(DueTime(days.lowerBound)..<DueTime(days.upperBound))]), sort: .due)
    }
}

/// The line of a note with a query’s words, and the places of the words in it.
package struct MatchExcerpt: Hashable, Sendable {
    /// A piece of the line.
    package struct Piece: Hashable, Sendable {
        package let text: String
        /// Whether it matches the query.
        package let isMatch: Bool
    }

    /// The pieces of the line, in order; a long line is cut to the surroundings of the first match.
    package let pieces: [Piece]

    /// The excerpt of the first line with one of the words; `nil` if no line has one.
    package init?(of content: String, finding filter: NoteFilter) {
        guard let found = MatchPieces.of(content, finding: filter.soughtWords) else { return nil }
        pieces = found.map { Piece(text: $0.text, isMatch: $0.isMatch) }
    }
}
