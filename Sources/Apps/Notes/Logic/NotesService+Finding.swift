// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import Foundation

/// Asking for notes.
extension NotesService {
    /// The present meaning of a query in the language of `QueryReader`.
    ///
    /// - Throws: As `QueryReader.read`.
    package func query(_ text: String) async throws -> AskedQuery {
        // Most queries name no saved one.
        try query(text, saved: text.contains("@") ? await savedQueries() : [])
    }

    /// The same with known saved queries.
    package func query(_ text: String, saved: [SavedQuery]) throws -> AskedQuery {
        var reader = QueryReader(now: clock.now, timeZone: timeZone, saved: saved)
        return try reader.read(text)
    }

    /// The number of locked notes.
    package func lockedCount() async throws -> Int { try await store.read { try $0.notes(.sealed, limit: .max).count } }

    /// The notes that a query means.
    package func find(_ query: NoteQuery) async throws -> [Note] {
        try await store.read { try $0.notes(resolved(query, in: $0)) }
    }

    /// The query with its lists of notes filled in; while locked notes are unlocked, it finds them by their whole texts.
    func resolved(_ query: NoteQuery, in notes: any NoteReader) throws -> NoteQuery {
        var query = try notes.resolved(query)
        guard protection.isUnlocked, let filter = query.filter else { return query }
        // One that does not open says so when it is shown.
        let opened = try notes.notes(.sealed, limit: .max).compactMap { try? protection.opened($0) }
        if !opened.isEmpty { query.filter = filter.finding(opened) }
        return query
    }

    /// The most notes that are counted, in a few milliseconds; for more, only that there are more is known.
    package static let mostCounted = 10_000

    /// The number of notes of a query, its limit at most; `nil` if counting them would take long.
    package func quickCount(_ query: NoteQuery) async throws -> Int? {
        try await store.read { try Self.quickCount(resolved(query, in: $0), in: $0) }
    }

    /// The number of notes of a query, however long counting takes; off the caller’s actor.
    @concurrent
    package func fullCount(_ query: NoteQuery) async throws -> Int {
        try await store.read { try $0.count(resolved(query, in: $0)) }
    }

    /// The same as `quickCount(_:)` in one state.
    static func quickCount(_ query: NoteQuery, in notes: any NoteReader) throws -> Int? {
        // The notes of all words with the beginning of a begun one would have to be collected first.
        if query.filter?.hasBegunWord == true, try notes.counts()?.active ?? 0 > mostCounted { return nil }
        return try notes.count(query)
    }

    /// The notes that a query in the language of `QueryReader` means, the newest first.
    ///
    /// - Throws: As `query(_:)`.
    package func find(_ text: String, limit: Int) async throws -> [Note] {
        try await find(try await query(text).query(limit: limit))
    }

    /// The newest notes, the newest first.
    package func newest(_ limit: Int, isTrashed: Bool = false) async throws -> [Note] {
        try await find(NoteQuery(isTrashed: isTrashed, limit: limit))
    }

    /// The notes outside the trash whose number begins with the typed text, or whose title has words that do.
    ///
    /// Off the caller’s actor.
    @concurrent
    package func titles(_ word: String, limit: Int = .max) async throws -> [NoteTitle] {
        let query = TitleQuery(word)
        let found = try await store.read { try $0.titles(query, limit: limit) }
        // A title with these digits, if no note has such a number.
        if found.isEmpty, query.isNumber {
            return try await store.read { try $0.titles(TitleQuery(text: word), limit: limit) }
        }
        return found
    }

    /// The notes outside the trash that have these words in their title, then those that have them in their text.
    ///
    /// Off the caller’s actor; a cancelled task does not look into texts any more.
    @concurrent
    package func search(_ words: String, limit: Int) async throws -> [NoteTitle] {
        var found = try await titles(words, limit: limit)
        // A single letter is the beginning of too many words to say anything.
        guard found.count < limit, words.utf8.count > 1, NoteFilter.canFind(words), !Task.isCancelled else {
            return found
        }
        // As many as the titles may have found already, and `limit` more.
        let texts = try await find(NoteQuery(filter: .words(words), limit: limit))
        let known = Set(found.map(\.id))
        found += texts.map(NoteTitle.init).filter { !known.contains($0.id) }.prefix(limit - found.count)
        return found
    }

    /// The notes with links to a note, the newest first.
    package func backlinks(to note: Note, limit: Int = .max) async throws -> [Note] {
        try await store.read { try $0.backlinks(to: note, limit: limit) }
    }

    /// The note that a link points at.
    ///
    /// - Parameter source: The note in which the link stands.
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownTitle`.
    package func note(at target: LinkTarget, from source: Note? = nil) async throws -> Note {
        if let note = try await store.read({ try $0.note(at: target, from: source) }) { return note }
        switch target {
        case .number(let id): throw NotesFault.unknownNote(id)
        case .title(let name), .path(let name): throw NotesFault.unknownTitle(name)
        }
    }

    /// The note outside the trash with this name: one of its names, its path, or the beginnings of words that
    /// no other has.
    ///
    /// - Throws: `NotesFault.unknownTitle`, `NotesFault.ambiguousTitle`.
    package func note(called name: String) async throws -> Note {
        if let note = try await note(titled: name) { return note }
        let found = try await store.read { try $0.titles(TitleQuery(text: name), limit: Self.mostNamed + 1) }
        guard let first = found.first, NoteFilter.canFind(name) else { throw NotesFault.unknownTitle(name) }
        guard found.count == 1 else { throw Self.ambiguous(name, found) }
        return try await note(first.id)
    }

    /// The only note outside the trash with this as one of its names, in this spelling if several differ in capitals or
    /// accents alone; `nil` if there is none.
    ///
    /// - Throws: `NotesFault.ambiguousTitle` if several have it: a link may choose one of them, a user has not.
    package func note(titled name: String) async throws -> Note? {
        try await store.read { notes in
            let key = NameKey.of(name)
            var same = key.isEmpty ? [] : try notes.notes(.title(key), limit: Self.mostCompared)
            if same.isEmpty, !key.isEmpty { same = try notes.notes(.alias(key), limit: Self.mostCompared) }
            guard same.count > 1 else { return try notes.note(at: .title(name)) }
            let spelled = same.filter { ([$0.title] + $0.otherNames).contains(name) }
            guard spelled.count == 1 else {
                throw Self.ambiguous(name, (spelled.isEmpty ? same : spelled).map(NoteTitle.init))
            }
            return spelled[0]
        }
    }

    /// The most notes of one name that are compared.
    private static let mostCompared = 100

    private static func ambiguous(_ name: String, _ found: [NoteTitle]) -> NotesFault {
        .ambiguousTitle(name, notes: Array(found.prefix(mostNamed)), isMore: found.count > mostNamed)
    }

    /// The note outside the trash with this as one of its names, as a link by it chooses one; `nil` if there is none.
    package func note(named name: String) async throws -> Note? {
        try await store.read { try $0.note(at: .title(name)) }
    }

    /// The most notes that the message about an ambiguous name lists.
    private static let mostNamed = 5

    /// The notebooks or the tags, by name, each with how many notes it has.
    package func labels(_ kind: NoteLabel.Kind) async throws -> [NoteLabel] {
        try await store.read { notes in
            kind == .notebook ? try notes.notebooks() : try notes.labels(kind)
        }
    }

    /// The saved queries, by name.
    package func savedQueries() async throws -> [SavedQuery] { try await store.read { try $0.savedQueries() } }

    /// Keeps a query under a name.
    ///
    /// - Throws: `NotesFault.badName`, and what `query(_:)` throws: only a query that can be asked is kept.
    package func save(_ query: String, as name: String) async throws {
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
            throw NotesFault.badName(name)
        }
        _ = try await self.query(query)
        _ = try await store.write { try $0.saveQuery(query, as: name) }
    }

    /// Forgets a saved query.
    ///
    /// - Throws: `NotesFault.unknownSavedQuery`.
    package func forgetQuery(_ name: String) async throws {
        guard try await store.write({ try $0.saveQuery(nil, as: name) }) else {
            throw NotesFault.unknownSavedQuery(name)
        }
    }

    /// The line of a note with a query’s words; `nil` if the query has no words.
    package static func excerpt(of note: Note, for query: NoteQuery) -> MatchExcerpt? {
        query.filter.flatMap { MatchExcerpt(of: note.searched, finding: $0) }
    }

    /// The line of a text with a query’s words; `nil` if the query has no words, or the text none of them.
    package static func excerpt(of text: String, for query: AskedQuery) -> MatchExcerpt? {
        query.filter.flatMap { MatchExcerpt(of: text, finding: $0) }
    }

    /// The words of a query, and a function for their places in a text, in order and without overlap; `nil` if the query
    /// has none.
    package static func search(
        for query: AskedQuery
    ) -> (words: String, places: @Sendable ([Character]) -> [Range<Int>])? {
        let words = query.filter?.soughtWords ?? []
        guard !words.isEmpty else { return nil }
        return (words.joined(separator: " ").filter { $0 != "\"" }, { MatchPieces.places(of: words, in: $0) })
    }
}

/// Notes with data that no index has, or with one of many numbers.
extension NotesService {
    /// The numbers in a span that notes outside the trash have, or those in it, in order.
    package func numbers(in span: ClosedRange<Int>, isTrashed: Bool = false) async throws -> [Int] {
        try await store.read { reader in
            var found: [Int] = []
            var last = span.lowerBound - 1
            while last < span.upperBound, case let page = try reader.notes(.above(last), limit: 500),
                let end = page.last
            {
                found += page.filter { ($0.trashedAt != nil) == isTrashed && $0.id <= span.upperBound }.map(\.id)
                last = end.id
            }
            return found
        }
    }

    /// The numbers of all notes that a query in the language of `QueryReader` means, the newest first.
    ///
    /// - Throws: As `query(_:)`, and `NotesFault.noMatch`.
    package func numbers(of text: String) async throws -> [Int] {
        let found = try await find(text, limit: .max).map(\.id)
        guard !found.isEmpty else { throw NotesFault.noMatch(text) }
        return found
    }
}

extension NoteReader {
    /// The query with its lists of notes filled in: those with a file, and those without a link.
    func resolved(_ query: NoteQuery) throws -> NoteQuery {
        var query = query
        query.filter = try query.filter?.resolved { filter in
            switch filter {
            case .attached: try Set(attachments(of: 0...Int.max).keys).union(notesWithFiles())
            case .conflicting: try numbers(of: nil) { $0.hasConflictMarks }
            default: try firstOrphans(of: query) ?? orphans()
            }
        }
        return query
    }

    /// The first notes of a query that asks for few notes without a link, in its order; `nil` if they are too far from
    /// each other to look for the links to one note after the other.
    private func firstOrphans(of query: NoteQuery) throws -> Set<Int>? {
        let filters = if case .all(let filters) = query.filter { filters } else { [query.filter].compactMap(\.self) }
        guard filters.contains(.orphaned), query.sort != .rank, !query.isTrashed, files?.hasLabelsFirst != true,
            query.limit <= Self.fewOrphans
        else { return nil }
        var rest = query
        rest.filter = .all(filters.filter { $0 != .orphaned })
        rest.limit = Self.fewOrphans
        rest = try resolved(rest)
        var found: Set<Int> = []
        for _ in 0..<Self.pagesOfOrphans {
            let page = try notes(rest)
            for note in page where try backlinks(to: note, limit: 1).isEmpty {
                found.insert(note.id)
                if found.count == query.limit { return found }
            }
            guard page.count == rest.limit else { return found }
            rest.after = page.last
        }
        return nil
    }

    /// The most notes without a link that are looked for one by one, and the pages of as many notes to look at.
    private static var fewOrphans: Int { 50 }
    private static var pagesOfOrphans: Int { 10 }
}
