// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumSearch
package import AtriumSession

/// A condition on notes.
package indirect enum NoteFilter: Hashable, Sendable {
    /// Those with these words.
    case words(SearchQuery)
    /// Those with this tag, or one within it.
    case tag(String)
    /// Those in this notebook or one within it.
    case notebook(String)
    /// Pinned notes.
    case pinned
    /// Open tasks.
    case todo
    /// Finished tasks.
    case done
    /// Those with a link to this.
    case linking(LinkTarget)
    /// Notes with a property of this name; with a value, notes whose property has all its words.
    case property(String, value: String?)
    /// Those with any tag.
    case tagged
    /// Those with any link, to a note or out of Atrium.
    case linked
    /// Tasks, done or not, and those with check boxes.
    case tasked
    /// Those with attachments; stands for their numbers, see `resolved(_:)`.
    case attached
    /// Those to which no other note has a link; stands for their numbers, see `resolved(_:)`.
    case orphaned
    /// Those in which git has left the marks of a conflict; stands for their numbers, see `resolved(_:)`.
    case conflicting
    /// Those with one of these numbers.
    case among(Set<Int>)
    /// Those made within these times.
    case created(Range<Timestamp>)
    /// Notes whose text was last changed within these times.
    case modified(Range<Timestamp>)
    /// Notes that are due within these times.
    case due(Range<DueTime>)
    /// Those that do not match another filter.
    case not(NoteFilter)
    /// Those that match all of these; without any, every note.
    case all([NoteFilter])
    /// Those that match one of these.
    case any([NoteFilter])

    /// Those with these words, as `SearchQuery` reads them.
    package static func words(_ text: String) -> NoteFilter { .words(SearchQuery(text, signs: .pictures)) }

    /// Notes that may name a file, also as an address has the name.
    package static func naming(file name: String) -> NoteFilter {
        guard canFind(name) else { return .linked }
        return .any(
            [name, name.replacing(" ", with: "%20"), EscapedBytes.path(name)].map { NoteFilter.words($0) })
    }

    /// Whether these words have a letter or a digit to search for.
    package static func canFind(_ words: String) -> Bool { !SearchQuery(words, signs: .pictures).isEmpty }

    /// Overdue tasks: those of earlier days, and those of earlier times on this day.
    package static func overdue(at now: DueTime) -> NoteFilter {
        let start = DueTime(Day(year: 0, month: 1, day: 1) ?? now.day)
        let today = DueTime(now.day, minutes: 0)
        var spans: [NoteFilter] = []
        if start < DueTime(now.day) { spans.append(.due(start..<DueTime(now.day))) }
        if today < now { spans.append(.due(today..<now)) }
        return .all([.todo, .any(spans)])
    }

    /// Whether a note matches, as the query language of each store must decide too.
    package func matches(_ note: Note) -> Bool {
        var tokens = NoteTokens(note)
        return matches(&tokens)
    }

    private func matches(_ tokens: inout NoteTokens) -> Bool {
        switch self {
        case .words(let query): return tokens.have(query)
        case .created(let times): return times.contains(tokens.note.createdAt)
        case .modified(let times): return times.contains(tokens.note.modifiedAt)
        case .due(let days): return tokens.note.marks.todo?.due.map(days.contains) ?? false
        case .among(let numbers): return numbers.contains(tokens.note.id)
        case .property: return self.tokens.map { $0.allSatisfy(tokens.labels.contains) } ?? false
        case .not(let filter): return !filter.matches(&tokens)
        case .all(let filters):
            for filter in filters where !filter.matches(&tokens) { return false }
            return true
        case .any(let filters):
            for filter in filters where filter.matches(&tokens) { return true }
            return false
        default: return token.map { tokens.labels.contains($0) } ?? false
        }
    }

    /// The number of bytes of the shortest beginning of a word in it; `nil` if it has only whole words.
    package var shortestPrefix: Int? {
        switch self {
        case .words(let query): query.shortestPrefix
        case .not(let filter): filter.shortestPrefix
        case .all(let filters), .any(let filters): filters.compactMap(\.shortestPrefix).min()
        default: nil
        }
    }

    /// Whether it has beginnings of words.
    package var hasBegunWord: Bool { shortestPrefix != nil }

    /// The filter without begun words, which matches at least as many notes; `nil` if nothing is left
    /// of it.
    package var whole: NoteFilter? {
        switch self {
        case .words(let query): return query.whole.map(NoteFilter.words)
        case .not(let filter): return filter.shortestPrefix == nil ? self : nil
        case .all(let filters):
            let whole = filters.compactMap(\.whole)
            return whole.isEmpty ? nil : .all(whole)
        case .any(let filters):
            let whole = filters.compactMap(\.whole)
            return whole.isEmpty || whole.count < filters.count ? nil : .any(whole)
        default: return self
        }
    }

    /// The dates that this filter requires, beside its other conditions; `nil` for any.
    package var times: Range<Timestamp>? {
        switch self {
        case .created(let times): times
        case .all(let filters): filters.lazy.compactMap(\.times).first
        default: nil
        }
    }

    /// The token of the index with the same meaning; `nil` for no single token.
    package var token: String? {
        switch self {
        case .tag(let name): IndexToken.tag(name)
        case .notebook(let name): IndexToken.notebook(name)
        case .pinned: IndexToken.pinned
        case .todo: IndexToken.todo
        case .done: IndexToken.done
        case .linking(let target): IndexToken.link(target)
        case .tagged: IndexToken.tagged
        case .linked: IndexToken.linked
        case .tasked: IndexToken.tasked
        default: nil
        }
    }

    /// The tokens of the index with the same meaning together; `nil` for none.
    package var tokens: [String]? {
        guard case .property(let name, let value) = self else { return token.map { [$0] } }
        return IndexToken.property(name, value: value)
    }

    /// The filter with numbers of notes in place of the cases that stand for them.
    ///
    /// - Parameter numbers: Returns those of `attached`, `orphaned` or `conflicting`.
    package func resolved(_ numbers: (NoteFilter) throws -> Set<Int>) rethrows -> NoteFilter {
        switch self {
        case .attached, .orphaned, .conflicting: .among(try numbers(self))
        case .not(let filter): .not(try filter.resolved(numbers))
        case .all(let filters): .all(try filters.map { try $0.resolved(numbers) })
        case .any(let filters): .any(try filters.map { try $0.resolved(numbers) })
        default: self
        }
    }

    /// The same filter for a store that has only the titles of some notes: it finds those also by their whole texts.
    ///
    /// - Parameter opened: Those notes, with their whole texts.
    package func finding(_ opened: [Note]) -> NoteFilter {
        switch self {
        case .not(let filter): return .not(filter.finding(opened))
        case .all(let filters): return .all(filters.map { $0.finding(opened) })
        case .any(let filters): return .any(filters.map { $0.finding(opened) })
        case .words, .tag, .linking, .property, .tagged, .linked, .tasked:
            let numbers = Set(opened.filter { matches($0) }.map(\.id))
            return numbers.isEmpty ? self : .any([self, .among(numbers)])
        default: return self
        }
    }

    /// The words to mark in a result, without those after “not”.
    package var soughtWords: [String] {
        switch self {
        case .words(let query): [query.text]
        case .all(let filters), .any(let filters): filters.flatMap(\.soughtWords)
        default: []
        }
    }
}

/// The tokens of a note by which a filter decides, made on first use.
struct NoteTokens {
    package let note: Note
    private lazy var words = SearchText.tokens(of: note.searched, .pictures)
    /// The tokens other than words.
    package private(set) lazy var labels = Set(ParsedNote(note).tokens)

    package init(_ note: Note) { self.note = note }

    /// Whether the text has the words of a query.
    package mutating func have(_ query: SearchQuery) -> Bool {
        note.names.isEmpty && SearchText.isASCII(note.content)
            ? query.finds(note.content) : query.matches(words)
    }
}

/// A key of notes for which a store has an index, the trash included unless a case excludes it.
package enum NoteKey: Hashable, Sendable {
    /// The note of this number.
    case number(Int)
    /// The notes of these numbers.
    case numbers(Set<Int>)
    /// Those above a number.
    case above(Int)
    /// Those outside the trash whose title has this `NameKey`.
    case title(String)
    /// Notes outside the trash with another name of this `NameKey`.
    case alias(String)
    /// Notes that were imported from this original: see `NoteOrigin.key`.
    case origin(String)
    /// Those of these dates whose text has this `NoteDraft.twin(of:)`.
    case twin(Int64, ClosedRange<Timestamp>)
    /// Those whose text is sealed.
    case sealed
}

extension NoteKey {
    /// Whether a note has the key; it does not contain its origin.
    package func means(_ note: Note) -> Bool {
        switch self {
        case .number(let id): note.id == id
        case .numbers(let ids): ids.contains(note.id)
        case .above(let id): note.id > id
        case .title(let key): note.trashedAt == nil && NameKey.of(note.title) == key
        case .alias(let key): note.trashedAt == nil && note.otherNames.contains { NameKey.of($0) == key }
        case .origin: false
        case .sealed: note.isProtected
        case .twin(let twin, let dates): dates.contains(note.createdAt) && NoteDraft.twin(of: note.content) == twin
        }
    }
}
