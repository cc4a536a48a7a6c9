// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesLogic
import Session
import Stores

/// Which notes are listed: read for the panel as somebody scrolls, and for printing.
extension NotesModel {
    /// Reads notes that are listed: those after one, or the first ones, in the order of the question.
    func load(after last: Note?, limit: Int) async throws -> [Note] {
        let question = asked.query(found, after: last, limit: limit)
        // Read with everything else that is shown.
        (listed, counted) = (nil, listed)
        if let counted, counted.query == question { return counted.notes }
        counted = nil
        return try await service.find(question)
    }

    /// What is read with everything else for a list that is going to ask for it.
    func list(_ asking: ListRequest<Note>) -> NotesRequest.List {
        NotesRequest.List(
            of: scope, asked: asked, listing: listing, after: asking.after, limit: asking.limit,
            first: ListWindow<Note>().request.limit)
    }

    /// How many notes are listed; nil where counting them would take long.
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

    /// Counts what was found beside what is shown, which is told of it.
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

    /// Tells of the list that is shown.
    func list() async throws -> Reply {
        let (notices, isWhole) = try await skippedNotices()
        return .onPanels(notices: notices, status: isWhole ? .success : .failure) { try await self.listInWords() }
    }

    private func listInWords() async throws -> Reply {
        let said = try await service.query(scope)
        let listing = asked.asked(by: said)
        let shownCount = min(listing.limit ?? Self.page, 1_000_000)
        // One more than is shown tells whether there are more.
        let query = asked.query(said, limit: shownCount + 1)
        let found = try await service.find(query)
        let shown = Array(found.prefix(shownCount))
        return NoteReplies.list(
            listing.isNewestLast ? shown.reversed() : shown, of: query, at: service.now,
            whenEmpty: whenEmpty(said), cut: found.count > shownCount ? try await cut(query, shownCount) : nil)
    }

    /// What a list of so many notes leaves out.
    private func cut(_ query: NoteQuery, _ shown: Int) async throws -> Records.Cut {
        var all = query
        // How many notes there are is known, and need not be counted.
        all.limit = query.filter == nil ? .max : NotesService.mostCounted
        guard let total = try await service.quickCount(all), total < all.limit else {
            return Records.Cut(to: shown, of: nil, keeping: .first)
        }
        return Records.Cut(to: shown, of: total, keeping: query.sort == .newest ? .newest : .first)
    }

    /// What is said of an empty list: there may be notes, only none of those that were asked for.
    ///
    /// - Parameter query: What the scope means.
    func whenEmpty(_ query: AskedQuery) -> LocalizedText {
        switch scope {
        case .active: return Strings.listEmptyNotes
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
            default: return Strings.listNoMatch
            }
        }
    }

    /// What must be said beside all notes: files of the folder that are not among them, and whether all could be read.
    private func skippedNotices() async throws -> (notices: [LocalizedText], isWhole: Bool) {
        guard scope == .active, service.choice != .system else { return ([], true) }
        let skipped = try await service.skippedFiles().filter { !$0.isNews }
        let rest = skipped.count - Self.told
        var notices = skipped.prefix(Self.told).map(\.sentence) + (rest > 0 ? [Strings.skippedMore(count: rest)] : [])
        // Once: they are meant to be there.
        if toldOfUnread != service.choice {
            toldOfUnread = service.choice
            let kinds = try await service.unreadFiles()
            if !kinds.isEmpty { notices.append(Strings.skippedKinds(kinds: kinds.text)) }
        }
        return (notices, !skipped.contains(where: \.isUnread))
    }
}

extension NoteListing {
    /// The list that an option of `list` means; nil where it was not given.
    init(_ sort: NotesModel.Sort?, limit: Int? = nil) {
        self.init()
        self.limit = limit
        guard let order = sort.flatMap({ NoteSort(rawValue: $0.rawValue) }) else { return }
        self.sort = order
        isNewestLast = false
    }
}

/// What of the panels may be another after notes have changed.
struct StaleNotes: OptionSet {
    let rawValue: UInt8

    /// Counts, notebooks, tags and saved queries.
    static let labels = StaleNotes(rawValue: 1)
    /// The list.
    static let list = StaleNotes(rawValue: 2)
    /// The open note, and what belongs to it.
    static let opened = StaleNotes(rawValue: 4)

    /// What panels show: changes that do not touch it are none for them.
    struct Shown {
        /// The number of the open note.
        var opened: Int?
        /// The numbers of the notes that the list has loaded; nil where nobody knows.
        var listed: Set<Int>?
        /// In which order it is.
        var sort = NoteSort.newest
        /// Whether it is what a query finds: then every change may add a note to it, or take one away.
        var isFound = false
    }
}

extension StaleNotes {
    /// What may be another after changes.
    init(after changes: Changes<NoteChange>, of shown: Shown) {
        guard case .these(let changes) = changes else {
            self = [.labels, .list, .opened]
            return
        }
        self = []
        for change in changes { formUnion(StaleNotes(after: change, of: shown)) }
    }

    private init(after change: NoteChange, of shown: Shown) {
        switch change {
        case .unfinished, .key: self = []
        case .query: self = shown.isFound ? [.labels, .list] : .labels
        // Another note may link to the open one by now, or no longer.
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
    /// What of a note has a say in where it stands.
    fileprivate var parts: NoteParts {
        switch self {
        case .newest, .rank: .date
        case .modified: .text
        case .title: .title
        case .due: .marks
        }
    }
}
