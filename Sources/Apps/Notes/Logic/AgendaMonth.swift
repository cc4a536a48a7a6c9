// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
package import Session

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
        try await dao.read(owner) { [today = now.day] in try Self.agenda(ofMonth: day, today: today, in: $0) }
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
