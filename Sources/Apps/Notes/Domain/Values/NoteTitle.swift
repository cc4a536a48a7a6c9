// SPDX-License-Identifier: GPL-3.0-or-later

import Search

/// A note as a list of candidates shows it: its number and the beginning of its first line.
package struct NoteTitle: Hashable, Sendable, Identifiable {
    /// The most characters that are looked at; lists cut sooner.
    package static let longest = 200

    /// The note’s number.
    package let id: Int
    /// The beginning of its first line.
    package let title: String

    /// The title of a note.
    package init(_ note: Note) {
        id = note.id
        title = Note.title(of: String(String.UnicodeScalarView(note.content.unicodeScalars.prefix(Self.longest))))
    }

    /// Its words, as `SearchText` has them.
    package var words: [String] { SearchText.tokens(of: title) }
}
