// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumStores
import NotesLogic

/// The listed notes: read for the panel on scrolling, and for printing.
extension NotesModel {
    /// Reads listed notes: those after one, or the first ones, in the order of the query.
    func load(after last: Note?, limit: Int) async throws -> [Note] {
        let question = asked.query(found, after: last, limit: limit)
        // Read with all other displayed data.
        (listed, counted) = (nil, listed)
        if let counted, counted.query == question { return counted.notes }
        counted = nil
        return try await service.find(question)
    }

    /// The part of the common reading for a list that is going to ask for it.
    func list(_ asking: ListRequest<Note>) -> NotesRequest.List {
        NotesRequest.List(
            of: scope, asked: asked, listing: listing, after: asking.after, limit: asking.limit,
            first: ListRequest<Note>.first.limit)
    }

    /// The number of listed notes; `nil` if counting them would take long.
    func total() async throws -> ListTotal? {
        switch scope {
        case .active: return ListTotal(counts.active)
        case .trash: return ListTotal(counts.trashed)
        case .agenda, .matching:
            let most = NotesService.mostCounted
            defer { counted = nil }
            if let allCounted, (allCounted.asked, allCounted.revision) == (found, reading.revision) {
                return ListTotal(allCounted.count)
            }
            let count =
                if let counted, counted.asked == found { counted.total } else {
                    try await service.quickCount(asked.query(found, limit: most))
                }
            if count.map({ $0 >= most }) ?? true { countAll() }
            return count.map { ListTotal($0, isKnown: $0 < most) }
        }
    }

    /// Counts the matches in the background, and updates the display with the number.
    private func countAll() {
        let (found, revision, query) = (found, reading.revision, asked.query(found, limit: .max))
        counting.start { [service] in
            try await service.fullCount(query)
        } take: { [service, weak self] count in
            guard let self, self.service === service, self.found == found, reading.revision == revision else { return }
            // The list asks again.
            reading.touchList()
            allCounted = (found, reading.revision, count)
            relay.post()
        }
    }

    /// The reply with the displayed list.
    func list() async throws -> Reply {
        let (skipped, isWhole) = try await skippedNotices()
        let unsearched = try await unsearchedNotices()
        return .onPanels(notices: skipped + unsearched, status: isWhole ? .success : .failure) {
            try await self.listInWords(isEmpty: !unsearched.isEmpty)
        }
    }

    /// - Parameter isEmpty: Whether the list is known to have no notes, so that the store is not asked again.
    private func listInWords(isEmpty: Bool) async throws -> Reply {
        let said = try await service.query(scope)
        let listing = asked.asked(by: said)
        let shownCount = min(listing.limit ?? Self.page, 1_000_000)
        // One more than is displayed shows whether there are more.
        let query = asked.query(said, limit: shownCount + 1)
        let found = isEmpty ? [] : try await service.find(query)
        let shown = Array(found.prefix(shownCount))
        return NoteReplies.list(
            listing.isNewestLast ? shown.reversed() : shown, of: query, at: service.now,
            whenEmpty: whenEmpty(said), cut: found.count > shownCount ? try await cut(query, shownCount) : nil)
    }

    /// The part that a list of this many notes leaves out.
    private func cut(_ query: NoteQuery, _ shown: Int) async throws -> Records.Cut {
        var all = query
        // The number of all notes is known, and need not be counted.
        all.limit = query.filter == nil ? .max : NotesService.mostCounted
        guard let total = try await service.quickCount(all), total < all.limit else {
            return Records.Cut(to: shown, of: nil, keeping: .first)
        }
        return Records.Cut(to: shown, of: total, keeping: query.sort == .newest ? .newest : .first)
    }

    /// The message of an empty list: there may be notes, but none that match.
    ///
    /// - Parameters:
    ///   - query: The meaning of the scope.
    ///   - noMatch: The message if the scope is just any query.
    func whenEmpty(_ query: AskedQuery, noMatch: LocalizedText = Strings.listNoMatch) -> LocalizedText {
        switch scope {
        case .active:
            return counts.trashed > 0 ? Strings.listEmptyTrashed(count: counts.trashed) : Strings.listEmptyNotes
        case .trash: return Strings.listEmptyTrash
        case .agenda: return Strings.listEmptyDays
        case .matching(let text):
            if text.hasPrefix("@"), !text.contains(" ") {
                return Strings.listEmptyQuery(name: String(text.dropFirst()))
            }
            switch query.filter {
            case .todo? where !query.isTrashed: return Strings.listEmptyTodo
            case .pinned? where !query.isTrashed: return Strings.listEmptyPinned
            case .tag(let name)? where !query.isTrashed: return Strings.faultUnknownTag(name: name)
            case .notebook(let name)? where !query.isTrashed: return Strings.faultUnknownNotebook(name: name)
            default: return noMatch
            }
        }
    }

    /// The notice beside a search without a result that locked notes may hold the words.
    private func unsearchedNotices() async throws -> [LocalizedText] {
        guard case .matching = scope, !service.protection.isUnlocked, try await service.protection.hasPassword() else {
            return []
        }
        let query = try await service.query(scope)
        guard try await service.find(asked.query(query, limit: 1)).isEmpty else { return [] }
        let count = try await service.lockedCount()
        return count > 0 ? [Strings.listLockedUnsearched(count: count)] : []
    }

    /// The notices beside all notes: files of the folder that are not among them, and whether all could be read.
    private func skippedNotices() async throws -> (notices: [LocalizedText], isWhole: Bool) {
        guard scope == .active, service.choice != .system else { return ([], true) }
        let skipped = try await service.skippedFiles().filter { !$0.isNews }
        let rest = skipped.count - Self.mostNamed
        var notices = skipped.prefix(Self.mostNamed).map(\.sentence)
        if rest > 0 { notices.append(Strings.skippedMore(count: rest)) }
        // Once: they are meant to be there.
        if reportedUnread != service.choice {
            reportedUnread = service.choice
            let kinds = try await service.unreadFiles()
            if !kinds.isEmpty { notices.append(Strings.skippedKinds(kinds: kinds.text)) }
        }
        return (notices, !skipped.contains(where: \.isUnread))
    }
}

extension NoteListing {
    /// The list of an option of `list`; `nil` if it was not given.
    init(_ sort: NotesModel.Sort?, limit: Int? = nil) {
        self.init()
        self.limit = limit
        guard let order = sort.flatMap({ NoteSort(rawValue: $0.rawValue) }) else { return }
        self.sort = order
        isNewestLast = false
    }
}

/// The stale parts of the panels after a change of notes.
struct StaleNotes: OptionSet {
    let rawValue: UInt8

    /// Counts, notebooks, tags and saved queries.
    static let labels = StaleNotes(rawValue: 1)
    static let list = StaleNotes(rawValue: 2)
    /// The open note, and what belongs to it.
    static let opened = StaleNotes(rawValue: 4)

    /// The displayed data: changes elsewhere do not affect the panels.
    struct ShownList {
        /// The number of the open note.
        var opened: Int?
        /// The numbers of the notes that the list has loaded; `nil` if they are unknown.
        var listed: Set<Int>?
        /// In which order it is.
        var sort = NoteSort.newest
        /// Whether it is what a query finds: then every change may add a note to it, or take one away.
        var isFound = false
    }
}

extension StaleNotes {
    /// The parts that changes may have made stale.
    init(after changes: Changes<NoteChange>, of shown: ShownList) {
        guard case .these(let changes) = changes else {
            self = [.labels, .list, .opened]
            return
        }
        self = []
        for change in changes { formUnion(StaleNotes(after: change, of: shown)) }
    }

    private init(after change: NoteChange, of shown: ShownList) {
        switch change {
        case .unfinished, .key: self = []
        case .lockedNotebook: self = .labels
        case .query: self = shown.isFound ? [.labels, .list] : .labels
        // Another note may link to the open one now, or no longer.
        case .note(_, .added), .note(_, .removed): self = [.labels, .list, .opened]
        case .note(let id, .changed(let parts)):
            self = []
            if !parts.isDisjoint(with: [.labels, .trash]) { insert(.labels) }
            let isListed = shown.listed?.contains(id) ?? true
            if isListed || shown.isFound || !parts.isDisjoint(with: shown.sort.parts.union(.trash)) { insert(.list) }
            if id == shown.opened || !parts.isDisjoint(with: [.text, .title, .trash]) { insert(.opened) }
        }
    }
}

extension NoteSort {
    /// The parts of a note that determine its place.
    fileprivate var parts: NoteParts {
        switch self {
        case .newest, .rank: .date
        case .modified: .text
        case .title: .title
        case .due: .marks
        }
    }
}
