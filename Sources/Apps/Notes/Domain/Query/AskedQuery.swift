// SPDX-License-Identifier: GPL-3.0-or-later

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
