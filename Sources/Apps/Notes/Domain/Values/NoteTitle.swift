// SPDX-License-Identifier: GPL-3.0-or-later

import Search

/// A note as a list of candidates shows it: its number and its title.
package struct NoteTitle: Hashable, Sendable, Identifiable {
    /// The most characters that are looked at; lists cut sooner.
    package static let longest = 200

    /// The note’s number.
    package let id: Int
    /// Its name, or the beginning of its first line.
    package let title: String
    /// All that it is called, on lines of their own.
    package let names: String

    /// The title of a note.
    package init(_ note: Note) {
        id = note.id
        guard note.names.isEmpty else {
            title = note.names.shown
            names = ([note.names.name] + note.otherNames).joined(separator: "\n")
            return
        }
        title = Note.title(of: String(String.UnicodeScalarView(note.content.unicodeScalars.prefix(Self.longest))))
        names = title
    }

    /// Its words, as `SearchText` has them.
    package var words: [String] { SearchText.tokens(of: names, .pictures) }
}
