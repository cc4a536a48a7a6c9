// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session
import Stores

/// What of the panels may be another after notes have changed.
struct StaleNotes: OptionSet {
    let rawValue: UInt8

    /// Counts, notebooks, tags and saved queries.
    static let labels = StaleNotes(rawValue: 1)
    /// The list.
    static let list = StaleNotes(rawValue: 2)
    /// The open note, and what belongs to it.
    static let opened = StaleNotes(rawValue: 4)

    /// What panels show: changes that do not touch it are none for them.
    struct Shown {
        /// The number of the open note.
        var opened: Int?
        /// The numbers of the notes that the list has loaded; nil where nobody knows.
        var listed: Set<Int>?
        /// In which order it is.
        var sort = NoteSort.newest
        /// Whether it is what a query finds: then every change may add a note to it, or take one away.
        var isFound = false
    }
}

extension StaleNotes {
    /// What may be another after changes.
    init(after changes: Changes<NoteChange>, of shown: Shown) {
        guard case .these(let changes) = changes else {
            self = [.labels, .list, .opened]
            return
        }
        self = []
        for change in changes { formUnion(StaleNotes(after: change, of: shown)) }
    }

    private init(after change: NoteChange, of shown: Shown) {
        switch change {
        case .unfinished, .key: self = []
        case .query: self = shown.isFound ? [.labels, .list] : .labels
        // Another note may link to the open one by now, or no longer.
        case .note(_, .added), .note(_, .removed): self = [.labels, .list, .opened]
        case .note(let id, .changed(let parts)):
            self = []
            if !parts.isDisjoint(with: [.labels, .trash]) { insert(.labels) }
            let isListed = shown.listed?.contains(id) ?? true
            if isListed || shown.isFound || !parts.isDisjoint(with: shown.sort.parts.union(.trash)) { insert(.list) }
            if id == shown.opened || !parts.isDisjoint(with: [.text, .title, .trash]) { insert(.opened) }
        }
    }
}

extension NoteSort {
    /// What of a note has a say in where it stands.
    fileprivate var parts: NoteParts {
        switch self {
        case .newest, .rank: .date
        case .modified: .text
        case .title: .title
        case .due: .marks
        }
    }
}
