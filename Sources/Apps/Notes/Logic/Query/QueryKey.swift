// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain

/// The words before a colon that a query knows.
package enum QueryKey: String, CaseIterable, Sendable {
    /// A tag.
    case tag
    /// A notebook.
    case `in`
    /// What a note is: pinned, a task.
    case `is`
    /// When it was made.
    case date
    /// The order.
    case sort
    /// The most notes.
    case limit

    /// The words that stand behind the colon, where they are few.
    package var words: [String] {
        switch self {
        case .tag, .in, .limit: []
        case .is: ["pinned", "todo", "done", "trashed"]
        case .date: DateSpan.words
        case .sort: NoteSort.allCases.map(\.rawValue)
        }
    }
}
