// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import AtriumStores

/// The notes’ data for panels, all of one state.
package struct NotesSnapshot: Sendable {
    /// The number of notes, and their labels.
    package struct Labels: Sendable {
        package let counts: NoteCounts
        package let notebooks: [NoteLabel]
        package let tags: [NoteLabel]
        package let savedQueries: [SavedQuery]
    }

    /// A note, and what belongs to it.
    package struct OpenNote: Sendable {
        /// The note, of a protected one the title alone; `nil` if it no longer exists.
        package let note: Note?
        /// The notes with links to it.
        package let backlinks: [Note]
        /// Its attachments, sealed if the note is.
        package let attachments: [Attachment]
    }

    /// A part of a list.
    package struct List: Sendable {
        package let asked: AskedQuery
        /// The same, as the store was asked.
        package let query: NoteQuery
        package let notes: [Note]
        /// The number of all matching notes; `nil` if it was not requested, or would take long.
        package let total: Int?
    }

    package fileprivate(set) var labels: Labels?
    package fileprivate(set) var opened: OpenNote?
    package fileprivate(set) var list: List?
    package fileprivate(set) var month: AgendaMonth?
}

/// The notes’ data that panels request.
package struct NotesRequest: Sendable {
    /// Whether counts and labels are.
    package var labels = false
    /// The number of the note that is open.
    package var opened: Int?
    /// The requested list.
    package var list: List?
    /// A day of the month whose agenda is.
    package var month: Day?

    package init() {}

    /// A part of a list.
    package struct List: Sendable {
        /// The scope of the listed notes.
        package let scope: NoteScope
        /// The listing beside the scope.
        package let asked: NoteListing
        /// The same with what the query said of it when the part was read.
        package let listing: NoteListing
        /// The note that the others come after; `nil` for the first ones.
        package let after: Note?
        /// The most requested notes.
        package let limit: Int
        /// The number of notes if the query now states another order or number: a new list starts at its beginning.
        package let first: Int

        package init(
            of scope: NoteScope, asked: NoteListing, listing: NoteListing, after: Note?, limit: Int, first: Int
        ) {
            self.scope = scope
            self.asked = asked
            self.listing = listing
            self.after = after
            self.limit = limit
            self.first = first
        }

        /// The query for the store, with the present meaning of the scope.
        fileprivate func query(_ found: AskedQuery) -> NoteQuery {
            let now = asked.asked(by: found)
            guard now == listing else {
                return asked.query(found, limit: now.limit.map { min($0, first - 1) + 1 } ?? first)
            }
            return asked.query(found, after: after, limit: limit)
        }
    }

    /// Whether nothing is asked for.
    package var isEmpty: Bool { !labels && opened == nil && list == nil && month == nil }
}

extension NotesService {
    /// Reads the data of panels in one transaction; without a request it reads nothing.
    ///
    /// - Throws: As `query(_:)`, and `StoreFault`.
    package func snapshot(_ request: NotesRequest) async throws -> NotesSnapshot {
        guard !request.isEmpty else { return NotesSnapshot() }
        return try await store.read { [self, today = now.day] notes in
            var snapshot = NotesSnapshot()
            if request.labels { snapshot.labels = try Self.labels(in: notes) }
            if let id = request.opened { snapshot.opened = try Self.opened(id, in: notes) }
            if let list = request.list { snapshot.list = try self.list(list, in: notes) }
            if let day = request.month { snapshot.month = try Self.agenda(ofMonth: day, today: today, in: notes) }
            return snapshot
        }
    }

    private static func labels(in notes: any NoteReader) throws -> NotesSnapshot.Labels {
        NotesSnapshot.Labels(
            counts: try notes.counts() ?? NoteCounts(active: 0, trashed: 0), notebooks: try notes.notebooks(),
            tags: try notes.labels(.tag), savedQueries: try notes.savedQueries())
    }

    private static func opened(_ id: Int, in notes: any NoteReader) throws -> NotesSnapshot.OpenNote {
        guard let note = try notes.note(id) else {
            return NotesSnapshot.OpenNote(note: nil, backlinks: [], attachments: [])
        }
        return NotesSnapshot.OpenNote(
            note: note, backlinks: try notes.backlinks(to: note),
            attachments: try notes.allAttachments(of: note))
    }

    private func list(_ list: NotesRequest.List, in notes: any NoteReader) throws -> NotesSnapshot.List {
        let asked = try query(list.scope, saved: list.scope.mayNameSaved ? notes.savedQueries() : [])
        let query = list.query(asked)
        var all = try resolved(query, in: notes)
        let found = try notes.notes(all)
        // The length of a complete list is known.
        guard list.scope.isFound, found.count >= query.limit || query.after != nil else {
            return NotesSnapshot.List(asked: asked, query: query, notes: found, total: nil)
        }
        all.after = nil
        all.limit = Self.mostCounted
        return NotesSnapshot.List(
            asked: asked, query: query, notes: found, total: try Self.quickCount(all, in: notes))
    }
}

/// The scope of listed notes.
package enum NoteScope: Hashable, Sendable {
    /// All notes outside the trash.
    case active
    /// Those in the trash.
    case trash
    /// The open tasks of some days.
    case agenda(AgendaDays)
    /// Those that a query in the language of `QueryReader` means.
    case matching(String)

    /// Whether the scope has only some of the notes, which are not counted yet.
    package var isFound: Bool {
        switch self {
        case .active, .trash: false
        case .agenda, .matching: true
        }
    }

    /// Whether saved queries may be named in it; most queries name none.
    package var mayNameSaved: Bool { if case .matching(let text) = self { text.contains("@") } else { false } }
}

extension NotesService {
    /// The present meaning of a scope.
    ///
    /// - Throws: The errors of reading its query.
    package func query(_ scope: NoteScope) async throws -> AskedQuery {
        try query(scope, saved: scope.mayNameSaved ? await savedQueries() : [])
    }

    /// The same with known saved queries.
    package func query(_ scope: NoteScope, saved: [SavedQuery]) throws -> AskedQuery {
        switch scope {
        case .active: AskedQuery()
        case .trash: AskedQuery(isTrashed: true)
        case .agenda(let days): try days.query(today: now.day)
        case .matching(let text): try query(text, saved: saved)
        }
    }
}

/// The due tasks of a month, day by day.
package struct AgendaMonth: Hashable, Sendable {
    /// A due task.
    package struct Entry: Hashable, Sendable {
        /// The number of its note.
        package let id: Int
        /// The title of its note.
        package let title: String
        package let due: DueTime
        /// Whether it is to be done again.
        package let isRepeated: Bool
    }

    /// The first day of the month.
    package let first: Day
    /// The tasks of the month, the first one first.
    package let entries: [Entry]
    /// The number of tasks that were due before its beginning, if this is the present month.
    package let overdue: Int

    /// The first day of the month that a day is in.
    package static func start(of day: Day) -> Day { day.adding(days: 1 - day.day) }

    /// `2026-01`.
    package var text: String { String(first.text.prefix(7)) }

    /// The first day of the next month.
    package var end: Day { Self.start(of: first.adding(days: 31)) }

    /// The tasks of a day.
    package func entries(on day: Day) -> [Entry] { entries.filter { $0.due.day == day } }

    /// The days on which something is to do.
    package var busyDays: [Day] {
        entries.reduce(into: []) { days, entry in if days.last != entry.due.day { days.append(entry.due.day) } }
    }

    /// The number of a day among the days with tasks, from 1; `nil` for a day without tasks.
    package func number(of day: Day) -> Int? { busyDays.firstIndex(of: day).map { $0 + 1 } }

    /// The weeks of the month, each of seven days; `nil` for days of other months.
    ///
    /// - Parameter weekday: The day with which a week begins; Monday is 0.
    package func weeks(from weekday: Int) -> [[Day?]] {
        let lead = (first.weekday - weekday + 7) % 7
        var days: [Day?] = Array(repeating: nil, count: lead)
        var day = first
        while day < end {
            days.append(day)
            day = day.adding(days: 1)
        }
        days += Array(repeating: nil, count: (7 - days.count % 7) % 7)
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }
    }
}

extension NotesService {
    /// The due tasks of the month of a day.
    package func agenda(ofMonth day: Day) async throws -> AgendaMonth {
        try await store.read { [today = now.day] in try Self.agenda(ofMonth: day, today: today, in: $0) }
    }

    /// The same in one state.
    static func agenda(ofMonth day: Day, today: Day, in notes: any NoteReader) throws -> AgendaMonth {
        let month = AgendaMonth(first: AgendaMonth.start(of: day), entries: [], overdue: 0)
        let (first, end) = (DueTime(month.first), DueTime(month.end))
        let found = try notes.notes(NoteQuery(filter: .all([.todo, .due(first..<end)]), sort: .due, limit: .max))
        let hasBegun = month.first <= today && today < month.end
        let overdue =
            hasBegun ? try notes.count(NoteQuery(filter: .overdue(at: first), limit: NotesService.mostCounted)) : 0
        return AgendaMonth(
            first: month.first,
            entries: found.compactMap { note in
                note.marks.todo.flatMap { todo in
                    todo.due.map {
                        AgendaMonth.Entry(
                            id: note.id, title: note.shownTitle, due: $0, isRepeated: todo.recurrence != nil)
                    }
                }
            }, overdue: overdue)
    }
}
