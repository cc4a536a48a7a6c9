// SPDX-License-Identifier: GPL-3.0-or-later

import Session
/// In which order notes are found.
package enum NoteSort: String, Hashable, Sendable, CaseIterable {
    /// The newest first, by date and then by number.
    case newest
    /// The one whose text was changed last first.
    case modified
    /// By title, without regard to case and accents.
    case title
    /// Those that are due soonest come first; those without a due date last.
    case due
    /// The best match first, among the 1,000 newest matches; each store has a measure of its own.
    case rank
}

extension NoteSort {
    /// Where a note stands: notes come in the ascending order of their places.
    struct Place: Comparable {
        private let time: Int64
        private let text: [UInt8]
        private let number: Int

        /// The latest first, and of one time the highest number first: the complement turns an order round.
        init(latest time: Int64, _ note: Note) {
            self.time = ~time
            text = []
            number = ~note.id
        }

        init(text: String, _ note: Note) {
            time = 0
            self.text = Array(text.utf8)
            number = note.id
        }

        static func < (left: Place, right: Place) -> Bool {
            if left.time != right.time { return left.time < right.time }
            if left.text != right.text { return left.text.lexicographicallyPrecedes(right.text) }
            return left.number < right.number
        }
    }

    /// The place of a note; ranks are a store’s own, and where it has none they are as the newest first.
    func place(of note: Note) -> Place {
        switch self {
        case .newest, .rank: Place(latest: note.createdAt.milliseconds, note)
        case .modified: Place(latest: note.modifiedAt.milliseconds, note)
        case .title: Place(text: NameKey.of(note.title), note)
        case .due: Place(text: note.marks.todo?.due?.text ?? "~", note)
        }
    }
}
