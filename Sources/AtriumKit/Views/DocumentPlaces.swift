// SPDX-License-Identifier: GPL-3.0-or-later

/// Where somebody read beside lists that are not shown now, of which there are so many at most.
///
/// Another document beside the same list is read from its beginning; whoever comes back to a list finds what they read
/// beside it as they left it.
struct DocumentPlaces {
    private struct Left {
        let list: ListID
        let document: String
        let place: DocumentLayout.Place
    }

    private var left = LastPlaces<Left>()
    private var list: ListID?
    /// What was read beside the list that somebody has come back to, until something is shown beside it.
    private var awaited: Left?

    /// The place at which a document beside a list is shown; nil for wherever it would be otherwise.
    ///
    /// - Parameters:
    ///   - document: What is shown from now on; empty for nothing yet.
    ///   - before: What was shown until now, and the place in it.
    mutating func place(
        in document: String, beside list: ListID?, after before: (document: String, place: DocumentLayout.Place)?
    ) -> DocumentLayout.Place? {
        if list != self.list {
            if let old = self.list, let before, !before.document.isEmpty {
                _ = left.take { $0.list == old }
                left.keep(Left(list: old, document: before.document, place: before.place))
            }
            awaited = left.first { $0.list == list }
            self.list = list
        }
        guard !document.isEmpty, let awaited else { return nil }
        self.awaited = nil
        return awaited.document == document && before?.document != document ? awaited.place : nil
    }
}
