// SPDX-License-Identifier: GPL-3.0-or-later

/// In which order notes are found.
package enum NoteSort: String, Hashable, Sendable, CaseIterable {
    /// The newest first, by date and then by number.
    case newest
    /// The one whose text was changed last first.
    case modified
    /// By title, without regard to case and accents.
    case title
    /// The one that is due first first; those without a due date last.
    case due
    /// The best match first, among the 1,000 newest matches; each store has a measure of its own.
    case rank
}

extension NoteSort {
    /// Whether one note comes before another one.
    ///
    /// Ranks are a store’s own; where it has none, they are as the newest first.
    package func puts(_ first: Note, before second: Note) -> Bool {
        switch self {
        case .newest, .rank: return (first.createdAt, first.id) > (second.createdAt, second.id)
        case .modified: return (first.modifiedAt, first.id) > (second.modifiedAt, second.id)
        case .title:
            let keys = (Array(NameKey.of(first.title).utf8), Array(NameKey.of(second.title).utf8))
            return keys.0 == keys.1 ? first.id < second.id : keys.0.lexicographicallyPrecedes(keys.1)
        case .due:
            let days = (first.marks.todo?.due?.text ?? "~", second.marks.todo?.due?.text ?? "~")
            return days.0 == days.1 ? first.id < second.id : days.0 < days.1
        }
    }
}
