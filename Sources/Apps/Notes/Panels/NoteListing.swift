// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// In which order notes are listed where the query itself says nothing of it, and how many.
struct NoteListing: Hashable, Sendable {
    /// The order in which notes are asked for.
    var sort = NoteSort.newest
    /// Whether the list is turned over, so that the newest note stands nearest to the prompt.
    var isNewestLast = true
    /// The most notes; nil for as many as a page has.
    var limit: Int?

    /// The usual list: the newest note last.
    init() {}

    /// A list in an order that was asked for.
    init(_ sort: NoteSort, limit: Int? = nil) {
        self.sort = sort
        isNewestLast = false
        self.limit = limit
    }

    /// The list that an option of `list` means; nil where it was not given.
    init(_ sort: NotesModel.Sort?, limit: Int? = nil) {
        self.limit = limit
        guard let order = sort.flatMap({ NoteSort(rawValue: $0.rawValue) }) else { return }
        self.sort = order
        isNewestLast = false
    }

    /// The list with what a query says of it: its order counts more, its number where `--limit` says nothing.
    func asked(by query: AskedQuery) -> NoteListing {
        var listing = self
        if let sort = query.sort {
            listing.sort = sort
            listing.isNewestLast = false
        }
        if listing.limit == nil { listing.limit = query.limit }
        return listing
    }
}
