// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
package import Session

/// Unfinished texts and saved queries.
extension NoteTransaction {
    /// Keeps what is being written, as a new unfinished text or in place of one; returns its number.
    package func keepUnfinished(_ content: String, as id: Int?, at time: Timestamp) throws -> Int {
        let numbers = try unfinished().map(\.id)
        let number =
            id.flatMap { numbers.contains($0) ? $0 : nil } ?? UnfinishedNote.number(after: numbers.max(), at: time)
        try put(UnfinishedNote(id: number, content: content, savedAt: time), as: number)
        return number
    }

    /// Forgets an unfinished text.
    package func dropUnfinished(_ id: Int) throws { try put(nil as UnfinishedNote?, as: id) }

    /// Keeps a query under a name; nil forgets it.
    ///
    /// - Returns: False when there was nothing to forget.
    package func saveQuery(_ query: String?, as name: String) throws -> Bool {
        let key = NameKey.of(name)
        let had = try query != nil || savedQueries().contains { NameKey.of($0.name) == key }
        try put(query.map { SavedQuery(name: name, query: $0) }, as: key)
        return had
    }
}
