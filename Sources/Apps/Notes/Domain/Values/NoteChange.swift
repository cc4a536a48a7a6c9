// SPDX-License-Identifier: GPL-3.0-or-later

/// One change of what a user keeps, of whom it does not say who it is.
package enum NoteChange: Hashable, Sendable {
    /// What became of a thing.
    package enum Kind: Hashable, Sendable {
        /// It was not there before.
        case added
        /// This of it is another one now.
        case changed(NoteParts)
        /// It is gone for good.
        case removed
    }

    /// A note of this number, or what belongs to it.
    case note(Int, Kind)
    /// The unfinished text of this number.
    case unfinished(Int)
    /// The saved query of this `NameKey`.
    case query(String)
    /// The key of protected notes.
    case key

    /// The number of the note that changed; nil for other things.
    package var note: Int? {
        if case .note(let id, _) = self { id } else { nil }
    }
}
