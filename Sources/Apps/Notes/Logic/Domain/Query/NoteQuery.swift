// SPDX-License-Identifier: GPL-3.0-or-later

package import Search
package import Session

/// A question for notes: which, in what order, how many.
package struct NoteQuery: Hashable, Sendable {
    /// Which notes; nil for every one.
    package var filter: NoteFilter?
    /// Whether those in the trash are meant instead of the others.
    package var isTrashed: Bool
    /// The order.
    package var sort: NoteSort
    /// The most notes to find.
    package var limit: Int
    /// Only those that come after this one in the order, as it was when it was read; nil for all from the first on.
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

    /// The notes out of all that the query means, in its order: what every store must answer.
    package func result(among notes: some Sequence<Note>) -> [Note] {
        let found = notes.filter { ($0.trashedAt != nil) == isTrashed && filter?.matches($0) != false }
        let placed = found.map { (place: sort.place(of: $0), note: $0) }.sorted { $0.place < $1.place }
        let start = after.map { sort.place(of: $0) }
        let rest = placed.drop { placed in start.map { placed.place <= $0 } ?? false }
        return rest.prefix(limit).map(\.note)
    }
}

/// In which order notes are listed where the query itself says nothing of it, and how many.
package struct NoteListing: Hashable, Sendable {
    /// The order in which notes are asked for.
    package var sort = NoteSort.newest
    /// Whether the list is turned over, so that the newest note stands nearest to the prompt.
    package var isNewestLast = true
    /// The most notes; nil for as many as a page has.
    package var limit: Int?

    /// The usual list: the newest note last.
    package init() {}

    /// A list in an order that was asked for.
    package init(_ sort: NoteSort, limit: Int? = nil) {
        self.sort = sort
        isNewestLast = false
        self.limit = limit
    }

    /// The list with what a query says of it: its order counts more, its number where `limit` says nothing.
    package func asked(by query: AskedQuery) -> NoteListing {
        var listing = self
        if let sort = query.sort {
            listing.sort = sort
            listing.isNewestLast = false
        }
        if listing.limit == nil { listing.limit = query.limit }
        return listing
    }

    /// The question for the store: so many notes, those after one or the first ones, whatever number the query has.
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
    /// Those that are due soonest come first; those without a due date last.
    case due
    /// The best match first, among the 1,000 newest matches; each store has a measure of its own.
    case rank
}

extension NoteSort {
    /// Where a note stands: notes come in the ascending order of their places.
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

    /// The place of a note; ranks are a store’s own, and where it has none they are as the newest first.
    func place(of note: Note) -> Place {
        switch self {
        case .newest, .rank: Place(latest: note.createdAt.milliseconds, note)
        case .modified: Place(latest: note.modifiedAt.milliseconds, note)
        case .title: Place(text: NameKey.of(note.title), note)
        case .due: Place(text: note.marks.todo?.due?.text ?? "~", note)
        }
    }
}

/// What a query says, and what it leaves open: an order or a number that was asked for is told from a usual one.
package struct AskedQuery: Hashable, Sendable {
    /// Which notes; nil for every one.
    package var filter: NoteFilter?
    /// Whether those in the trash are meant instead of the others.
    package var isTrashed: Bool
    /// The order; nil where nothing is said of it.
    package var sort: NoteSort?
    /// The most notes; nil where nothing is said of it.
    package var limit: Int?

    package init(filter: NoteFilter? = nil, isTrashed: Bool = false, sort: NoteSort? = nil, limit: Int? = nil) {
        self.filter = filter
        self.isTrashed = isTrashed
        self.sort = sort
        self.limit = limit
    }

    /// Whether words are looked for, which can be marked where they stand.
    package var hasWords: Bool { filter?.soughtWords.isEmpty == false }

    /// Whether it means a note, as far as the note alone tells.
    package func mayMean(_ note: Note) -> Bool {
        (note.trashedAt != nil) == isTrashed && filter?.matches(note) != false
    }

    /// The question for the store, with what holds where the query says nothing.
    package func query(sort: NoteSort = .newest, limit: Int) -> NoteQuery {
        NoteQuery(filter: filter, isTrashed: isTrashed, sort: self.sort ?? sort, limit: self.limit ?? limit)
    }
}

/// A question for notes by what somebody has typed of a number or a title.
package struct TitleQuery: Hashable, Sendable {
    /// The beginnings of words that a title has; nil for every title.
    package let words: SearchQuery?
    /// What the number begins with; nil where something else than a number was typed.
    package let digits: String?

    /// The question for what was typed: digits are the beginning of a number, all else is of a title.
    package init(_ word: String) {
        let isNumber = word.utf8.allSatisfy { $0 &- 0x30 < 10 } && word.first != "0" && word.utf8.count < 10
        let hasDigits = isNumber && !word.isEmpty
        digits = hasDigits ? word : nil
        words =
            hasDigits || word.allSatisfy(\.isWhitespace) ? nil : SearchQuery(word, beginnings: .all, signs: .pictures)
    }

    /// The question for a title, also where digits were typed.
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
        // Nobody has more notes than ten digits count.
        while ranges.count + digits.utf8.count <= 10 {
            ranges.append(first * power...(first + 1) * power - 1)
            power *= 10
        }
        return ranges
    }

    /// The notes that are meant, `limit` at most, the newest first; those of a number by number.
    package func result(among notes: some Sequence<Note>, limit: Int) -> [NoteTitle] {
        guard let digits else {
            let newest = NoteQuery(limit: .max).result(among: notes).lazy.map(NoteTitle.init)
            return Array(newest.filter { words?.finds($0.names) ?? true }.prefix(limit))
        }
        let found = notes.filter { $0.trashedAt == nil && String($0.id).hasPrefix(digits) }.sorted { $0.id < $1.id }
        return found.prefix(limit).map(NoteTitle.init)
    }
}

/// The days of an agenda as they were written, `..friday`: what they call tomorrow is another day by then.
package struct AgendaDays: Hashable, Sendable {
    /// As they were written.
    package let text: String

    /// Up to six days from now; what should have been done before is still to do.
    package static let usual = AgendaDays("..+6")

    package init(_ text: String) { self.text = text }

    /// What is to do on these days, the first thing first.
    ///
    /// - Throws: `NotesFault.badTerm` for what is no span of days.
    package func query(today: Day) throws(NotesFault) -> AskedQuery {
        guard let days = DateSpan(text, today: today)?.days else { throw .badTerm("due:\(text)") }
        return AskedQuery(
            filter: .all([.todo, .due(DueTime(days.lowerBound)..<DueTime(days.upperBound))]), sort: .due)
    }
}

/// The line of a note in which a query’s words stand, and where they stand in it.
package struct MatchExcerpt: Hashable, Sendable {
    /// A piece of the line.
    package struct Piece: Hashable, Sendable {
        /// The text.
        package let text: String
        /// Whether it is what was looked for.
        package let isMatch: Bool
    }

    /// The pieces of the line, in order, cut to the surroundings of the first match where the line is long.
    package let pieces: [Piece]

    /// The excerpt of the first line that has one of the words; nil where no line has.
    package init?(of content: String, finding filter: NoteFilter) {
        guard let found = MatchPieces.of(content, finding: filter.soughtWords) else { return nil }
        pieces = found.map { Piece(text: $0.text, isMatch: $0.isMatch) }
    }
}
