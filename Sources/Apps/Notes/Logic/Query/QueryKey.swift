// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Search
import Session

/// The words before a colon that a query knows.
package enum QueryKey: String, CaseIterable, Sendable {
    /// A tag.
    case tag
    /// A notebook.
    case `in`
    /// What a note is: pinned, a task, without tags.
    case `is`
    /// What it has: attachments, links, tasks.
    case has
    /// A property, which another program has given it.
    case prop
    /// When it was made.
    case date
    /// When its text was last changed.
    case modified
    /// When it is due.
    case due
    /// The order.
    case sort
    /// The most notes.
    case limit

    /// The words that stand behind the colon, where they are few.
    package var words: [String] {
        switch self {
        case .tag, .in, .prop, .limit: []
        case .is: ["pinned", "todo", "done", "overdue", "trashed", "untagged", "orphan"]
        case .has: ["attachment", "link", "task"]
        case .date, .modified, .due: DateSpan.words
        case .sort: NoteSort.allCases.map(\.rawValue)
        }
    }

    /// Terms as they can be written.
    package var examples: [String] {
        switch self {
        case .tag: ["tag:work"]
        case .in: ["in:work"]
        case .prop: ["prop:author", "prop:author=ana"]
        case .limit: ["limit:20"]
        case .is, .has, .sort: words.map(term)
        case .date, .modified, .due: (["2026-05-31", "2026-05", "2026-01..2026-03"] + words).map(term)
        }
    }

    /// The term that asks for a name or another value, whatever is in it.
    package func term(_ value: String) -> String { QueryTerm.text(rawValue, value) }
}
