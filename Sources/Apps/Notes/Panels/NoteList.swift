// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import NotesLogic

/// The list of notes in the order of the printed one: by default, the newest at the bottom.
///
/// If the query has words, each title has the line with them below it.
@MainActor
enum NoteList {
    /// The identity of the list.
    private struct ID: Hashable {
        let store: StoreChoice
        let scope: NoteScope
        let listing: NoteListing
    }

    static func source(of model: NotesModel) -> ListSource<Note> {
        let listing = model.listing
        var source = ListSource<Note>(
            id: ID(store: model.service.choice, scope: model.scope, listing: listing), title: title(of: model),
            load: { try await model.load(after: $0, limit: $1) }, rowID: { String($0.id) },
            row: { row(of: $0, model, in: $1) })
        source.whenEmpty = model.whenEmpty(model.found, noMatch: Strings.listNoMatchPanel)
        source.isUpsideDown = listing.isNewestLast
        source.startsWithNewest = listing.sort == .newest
        source.items = NotesCommands.items(isTrashed: model.scope == .trash)
        source.limit = listing.limit ?? .max
        source.openID = model.opened.map { String($0.id) }
        let (count, ids, marked) = model.latestChange.latest
        source.target = ids.first.map { ListTarget(id: $0, number: count, marked: marked) }
        source.listsOpen = { model.opened.map(model.found.mayMean) ?? false }
        // A user with only the welcome notes first reads the one in the user’s language.
        source.initialID = { WelcomeNotes.are($0) ? String(WelcomeNotes.first(in: model.language)) : nil }
        source.total = { try await model.total() }
        if case .matching(let query) = model.scope, NotesTab(model.scope) == nil { source.query = query }
        source.revision = model.reading.revision
        source.willRefresh = { model.reading.asking = $0 }
        source.onSelection = { model.selected = $0 }
        return source
    }

    private static func title(of model: NotesModel) -> LocalizedText {
        switch model.scope {
        case .active: counted(Strings.tabAll, model.counts.active)
        case .trash: counted(Strings.tabTrash, model.counts.trashed)
        case .agenda(.usual): Strings.panelAgenda
        case .agenda(let days): Strings.panelAgendaOf(days: days.text)
        case .matching(let query): NotesTab(model.scope)?.title ?? Strings.panelFound(query: query)
        }
    }

    private static func counted(_ title: LocalizedText, _ count: Int) -> LocalizedText {
        LocalizedText("list.counted") { "\(title.string(in: $0)) · \($0.grouped(count))" }
    }

    private static func row(of note: Note, _ model: NotesModel, in context: ViewContext) -> Row {
        let found = model.found.hasWords ? model.excerpts.find(model.found, in: note) : nil
        var row = Row(
            id: String(note.id), title: found?.title.map { StyledText($0) } ?? StyledText(note.shownTitle),
            action: .app(
                NotesFactory.id, NotesCommands.show, NotesCommands.shown.argument(NoteReference(id: note.id))))
        row.lead = String(note.id)
        row.sign = sign(of: note, at: DueTime(context.now, in: context.timeZone))
        row.trailing =
            note.marks.todo?.due?.short(on: Day(context.now, in: context.timeZone)) ?? context.short(note.createdAt)
        row.excerpt = found?.line.map { StyledText($0) } ?? StyledText()
        row.isOpen = note.id == model.opened?.id
        return row
    }

    /// A star, a box, whether the task comes again, whether it is overdue, and a lock.
    private static func sign(of note: Note, at now: @autoclosure () -> DueTime) -> String {
        let task =
            note.marks.todo.map { todo in
                (todo.doneAt == nil ? "☐" : "☑") + (todo.recurrence == nil ? "" : "↻")
                    + (todo.isOverdue(at: now()) ? "!" : "") + " "
            } ?? ""
        return (note.marks.isPinned ? "★ " : "") + task + (note.isProtected ? NoteFacts.lockSign : "")
    }
}

/// The places of a query’s words in the displayed notes: searched once in each note, not at each drawing.
struct NoteExcerpts {
    /// The matches in one note.
    struct Found {
        /// The title, if the words are in it and it is short enough to be shown whole.
        let title: MatchExcerpt?
        /// The first line below it in which they stand.
        let line: MatchExcerpt?
        fileprivate let version: Int
    }

    private var query = AskedQuery()
    /// The matches in each searched note.
    private(set) var found: [Int: Found] = [:]

    /// The places of the words in a note.
    mutating func find(_ query: AskedQuery, in note: Note) -> Found {
        if query != self.query {
            self.query = query
            found = [:]
        }
        if let known = found[note.id], known.version == note.version { return known }
        let title = NotesService.excerpt(of: note.shownTitle, for: query)
        let isWhole = title?.pieces.map(\.text).joined() == note.shownTitle
        let new = Found(
            title: isWhole ? title : nil, line: NotesService.excerpt(of: note.body, for: query), version: note.version)
        found[note.id] = new
        return new
    }
}

extension StyledText {
    /// An excerpt with marked matches.
    init(_ excerpt: MatchExcerpt) {
        self.init()
        for piece in excerpt.pieces { append(piece.text, piece.isMatch ? .match : []) }
    }
}
