// SPDX-License-Identifier: GPL-3.0-or-later

import Search

/// What a filter looks at in a note, made when it is first asked for.
struct NoteTokens {
    package let note: Note
    /// The tokens of the text.
    private lazy var words = SearchText.tokens(of: note.searched, .pictures)
    /// The tokens of what is no word.
    package private(set) lazy var labels = Set(IndexToken.all(of: note))

    package init(_ note: Note) { self.note = note }

    /// Whether the text has the words of a query.
    package mutating func have(_ query: SearchQuery) -> Bool {
        note.names.isEmpty && SearchText.isASCII(note.content)
            ? query.finds(note.content) : query.matches(words)
    }
}
