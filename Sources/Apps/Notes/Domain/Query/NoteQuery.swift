// SPDX-License-Identifier: GPL-3.0-or-later

import Session

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
