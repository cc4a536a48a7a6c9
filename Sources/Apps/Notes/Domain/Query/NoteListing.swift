// SPDX-License-Identifier: GPL-3.0-or-later

/// In which order notes are listed where the query itself says nothing of it, and how many.
package struct NoteListing: Hashable, Sendable {
    /// The order in which notes are asked for.
    package var sort = NoteSort.newest
    /// Whether the list is turned over, so that the newest note stands nearest to the prompt.
    package var isNewestLast = true
    /// The most notes; nil for as many as a page has.
    package var limit: Int?

    /// The usual list: the newest note last.
    package init() {}

    /// A list in an order that was asked for.
    package init(_ sort: NoteSort, limit: Int? = nil) {
        self.sort = sort
        isNewestLast = false
        self.limit = limit
    }

    /// The list with what a query says of it: its order counts more, its number where `limit` says nothing.
    package func asked(by query: AskedQuery) -> NoteListing {
        var listing = self
        if let sort = query.sort {
            listing.sort = sort
            listing.isNewestLast = false
        }
        if listing.limit == nil { listing.limit = query.limit }
        return listing
    }

    /// The question for the store: so many notes, those after one or the first ones, whatever number the query has.
    package func query(_ asked: AskedQuery, after last: Note? = nil, limit: Int) -> NoteQuery {
        var query = asked.query(sort: sort, limit: limit)
        query.limit = limit
        query.after = last
        return query
    }
}
