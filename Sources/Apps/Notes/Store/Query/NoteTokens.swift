// SPDX-License-Identifier: GPL-3.0-or-later

import Systems

/// What a filter looks at in a note, made when it is first asked for.
struct NoteTokens {
    let note: Note
    /// The tokens of the text.
    private lazy var words = SearchText.tokens(of: note.content)
    /// The tokens of what is no word.
    private(set) lazy var labels = Set(IndexToken.all(of: note))

    init(_ note: Note) { self.note = note }

    /// Whether the text has the words of a query.
    mutating func have(_ query: SearchQuery) -> Bool {
        SearchText.isASCII(note.content) ? query.finds(note.content) : query.matches(words)
    }
}
