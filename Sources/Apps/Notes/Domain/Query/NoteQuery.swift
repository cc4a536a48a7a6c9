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
        let newest = found.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
        let ordered: [Note] =
            switch sort {
            case .newest, .rank: newest
            case .modified: found.sorted { ($0.modifiedAt, $0.id) > ($1.modifiedAt, $1.id) }
            case .title:
                found.map { (key: Array(NameKey.of($0.title).utf8), note: $0) }.sorted { left, right in
                    left.key == right.key
                        ? left.note.id < right.note.id : left.key.lexicographicallyPrecedes(right.key)
                }.map(\.note)
            case .due:
                found.sorted { left, right in
                    let days = (left.marks.todo?.due?.text ?? "~", right.marks.todo?.due?.text ?? "~")
                    return days.0 == days.1 ? left.id < right.id : days.0 < days.1
                }
            }
        return Array(ordered.drop { note in after.map { !sort.puts($0, before: note) } ?? false }.prefix(limit))
    }
}
