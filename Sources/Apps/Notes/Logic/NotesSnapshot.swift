// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
import Stores

/// What panels show of the notes, all of one state.
package struct NotesSnapshot: Sendable {
    /// How many notes there are, and how they are sorted.
    package struct Labels: Sendable {
        package let counts: NoteCounts
        package let notebooks: [NoteLabel]
        package let tags: [NoteLabel]
        package let savedQueries: [SavedQuery]
    }

    /// A note, and what belongs to it.
    package struct Opened: Sendable {
        /// The note, of a protected one the title alone; nil where there is none any more.
        package let note: Note?
        /// The notes with links to it.
        package let backlinks: [Note]
        /// What is attached to it, sealed where the note is.
        package let attachments: [Attachment]
    }

    /// A part of a list.
    package struct List: Sendable {
        /// What was asked for.
        package let asked: AskedQuery
        /// The same, as the store was asked.
        package let query: NoteQuery
        /// The notes.
        package let notes: [Note]
        /// How many there are in all; nil where that was not asked, or would take long.
        package let total: Int?
    }

    package fileprivate(set) var labels: Labels?
    package fileprivate(set) var opened: Opened?
    package fileprivate(set) var list: List?
    package fileprivate(set) var month: AgendaMonth?
}

/// What of the notes panels are to show.
package struct NotesRequest: Sendable {
    /// Whether counts and labels are.
    package var labels = false
    /// The number of the note that is open.
    package var opened: Int?
    /// Which list is.
    package var list: List?
    /// A day of the month whose agenda is.
    package var month: Day?

    package init() {}

    /// A part of a list.
    package struct List: Sendable {
        /// Which notes are listed.
        package let scope: NoteScope
        /// What was asked for beside the scope.
        package let asked: NoteListing
        /// The same with what the query said of it when the part was read.
        package let listing: NoteListing
        /// The note that the others come after; nil for the first ones.
        package let after: Note?
        /// How many are asked for at most.
        package let limit: Int
        /// How many where the query says another order or number by now: another list begins at its beginning.
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

        /// The question for the store, where the scope means this now.
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
    /// Reads what panels show in one transaction; without a request it reads nothing.
    ///
    /// - Throws: what `query(_:)` throws, and `StoreFault`.
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
            counts: try notes.counts() ?? NoteCounts(active: 0, trashed: 0), notebooks: try notes.labels(.notebook),
            tags: try notes.labels(.tag), savedQueries: try notes.savedQueries())
    }

    private static func opened(_ id: Int, in notes: any NoteReader) throws -> NotesSnapshot.Opened {
        guard let note = try notes.note(id) else {
            return NotesSnapshot.Opened(note: nil, backlinks: [], attachments: [])
        }
        return NotesSnapshot.Opened(
            note: note, backlinks: try notes.backlinks(to: note),
            attachments: try notes.allAttachments(of: note))
    }

    private func list(_ list: NotesRequest.List, in notes: any NoteReader) throws -> NotesSnapshot.List {
        let asked = try query(list.scope, saved: list.scope.mayNameSaved ? notes.savedQueries() : [])
        let query = list.query(asked)
        var all = try notes.resolved(query)
        let found = try notes.notes(all)
        // Of a list that is all there is the length is known.
        guard list.scope.isFound, found.count >= query.limit || query.after != nil else {
            return NotesSnapshot.List(asked: asked, query: query, notes: found, total: nil)
        }
        all.after = nil
        all.limit = Self.mostCounted
        return NotesSnapshot.List(
            asked: asked, query: query, notes: found, total: try Self.quickCount(all, in: notes))
    }
}

/// Which notes are listed.
package enum NoteScope: Hashable, Sendable {
    /// All that are not in the trash.
    case active
    /// Those in the trash.
    case trash
    /// What is to do on some days.
    case agenda(AgendaDays)
    /// Those that a query in the language of `QueryReader` means.
    case matching(String)

    /// Whether only some of the notes are meant, which are not counted yet.
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
    /// What a scope means now.
    ///
    /// - Throws: what reading its query throws.
    package func query(_ scope: NoteScope) async throws -> AskedQuery {
        try query(scope, saved: scope.mayNameSaved ? await savedQueries() : [])
    }

    /// The same where the saved queries are known.
    package func query(_ scope: NoteScope, saved: [SavedQuery]) throws -> AskedQuery {
        switch scope {
        case .active: AskedQuery()
        case .trash: AskedQuery(isTrashed: true)
        case .agenda(let days): try days.query(today: now.day)
        case .matching(let text): try query(text, saved: saved)
        }
    }
}

/// What is due in a month, day by day.
package struct AgendaMonth: Hashable, Sendable {
    /// A task that is due.
    package struct Entry: Hashable, Sendable {
        /// The number of its note.
        package let id: Int
        /// The title of its note.
        package let title: String
        /// When it is due.
        package let due: DueTime
        /// Whether it is to be done again.
        package let isRepeated: Bool
    }

    /// The first day of the month.
    package let first: Day
    /// What is to do in it, the first thing first.
    package let entries: [Entry]
    /// How much should have been done before it began, where this is the present month.
    package let overdue: Int

    package init(first: Day, entries: [Entry], overdue: Int) {
        self.first = first
        self.entries = entries
        self.overdue = overdue
    }

    /// The first day of the month that a day is in.
    package static func start(of day: Day) -> Day { day.adding(days: 1 - day.day) }

    /// `2026-01`.
    package var text: String { String(first.text.prefix(7)) }

    /// The first day of the next month.
    package var end: Day { Self.start(of: first.adding(days: 31)) }

    /// What is to do on a day.
    package func entries(on day: Day) -> [Entry] { entries.filter { $0.due.day == day } }

    /// The days on which something is to do.
    package var busyDays: [Day] {
        entries.reduce(into: []) { days, entry in if days.last != entry.due.day { days.append(entry.due.day) } }
    }

    /// Which of the days on which something is to do a day is, from 1; nil for one on which nothing is.
    package func number(of day: Day) -> Int? { busyDays.firstIndex(of: day).map { $0 + 1 } }

    /// The weeks of the month, each of seven days; nil for days of other months.
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
    /// What is due in the month that a day is in.
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
