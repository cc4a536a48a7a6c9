// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesLogic

/// Where a query’s words stand in the notes that are seen: looked for once in each note, not whenever it is drawn.
struct NoteExcerpts {
    /// What was found in one note.
    struct Found {
        /// The title, where the words stand in it and it is short enough to be shown whole.
        let title: MatchExcerpt?
        /// The first line below it in which they stand.
        let line: MatchExcerpt?
        fileprivate let version: Int
    }

    private var query = AskedQuery()
    /// What was found in each note that has been looked into.
    private(set) var found: [Int: Found] = [:]

    /// Where the words stand in a note.
    mutating func find(_ query: AskedQuery, in note: Note) -> Found {
        if query != self.query {
            self.query = query
            found = [:]
        }
        if let known = found[note.id], known.version == note.version { return known }
        let title = NotesService.excerpt(of: note.shownTitle, for: query)
        let isWhole = title?.pieces.map(\.text).joined() == note.shownTitle
        let new = Found(
            title: isWhole ? title : nil, line: NotesService.excerpt(of: note.body, for: query), version: note.version)
        found[note.id] = new
        return new
    }
}
