// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Names notes by what a store has an index of, those in the trash among them unless a case says otherwise.
package enum NoteKey: Hashable, Sendable {
    /// The note of this number.
    case number(Int)
    /// The notes of these numbers.
    case numbers(Set<Int>)
    /// Those above a number.
    case above(Int)
    /// Those outside the trash whose title has this `NameKey`.
    case title(String)
    /// Those outside the trash of which one of the other names has this `NameKey`.
    case alias(String)
    /// Those that were imported from this original: see `NoteOrigin.key`.
    case origin(String)
    /// Those of this date whose text has this `NoteDraft.twin(of:)`, or of which the store does not know it.
    case twin(Int64, Timestamp)
}

extension NoteKey {
    /// Whether a note is meant; what it was imported from it does not say.
    package func means(_ note: Note) -> Bool {
        switch self {
        case .number(let id): note.id == id
        case .numbers(let ids): ids.contains(note.id)
        case .above(let id): note.id > id
        case .title(let key): note.trashedAt == nil && NameKey.of(note.title) == key
        case .alias(let key): note.trashedAt == nil && note.otherNames.contains { NameKey.of($0) == key }
        case .origin: false
        case .twin(let twin, let date): note.createdAt == date && NoteDraft.twin(of: note.content) == twin
        }
    }
}
