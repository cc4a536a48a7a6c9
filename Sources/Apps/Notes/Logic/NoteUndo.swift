// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Session

/// What a command has made of notes, for it to be taken back.
///
/// But for their titles no text is kept for that: the store has each one that was replaced.
package struct NoteUndo: Sendable {
    /// What a command may change of a note; of the text, the number of its version.
    package struct State: Hashable, Sendable {
        let names: NoteNames
        let createdAt: Timestamp
        let trashedAt: Timestamp?
        let marks: NoteMarks
        let version: Int
        /// What could be read of the text then without a password: a note that is protected since has another title beside
        /// its sealed texts.
        let readable: String
        /// What stands above the text in the note’s file; nil where it has none.
        let head: String?

        init(_ note: Note, head: String? = nil) {
            self.head = head
            (names, createdAt, trashedAt, marks) = (note.names, note.createdAt, note.trashedAt, note.marks)
            version = note.version
            readable = note.readable(note.content)
        }
    }

    /// What became of a note.
    struct Change: Sendable {
        let id: Int
        let before: State
        let after: State
    }

    /// What is to be done.
    enum Way: Sendable {
        /// The notes of these numbers are new, and go to the trash.
        case trash([Int])
        /// The notes become again what they were.
        ///
        /// - followers: The notes whose links followed others.
        /// - renames: Whether links followed a new title.
        case restore([Change], followers: [Change], renames: Bool)
        /// Nothing can be.
        case none
    }

    /// The command’s name.
    package let command: String
    let way: Way

    /// New notes; nil where there are none.
    package init?(_ command: String, added ids: [Int]) {
        guard !ids.isEmpty else { return nil }
        (self.command, way) = (command, .trash(ids))
    }

    /// Notes that are others now; nil where none is.
    ///
    /// - Parameter ids: Those that the command was to change; others have followed them.
    package init?(_ command: String, of ids: [Int], before: [Int: State], after: [Int: State], renames: Bool) {
        let changes = after.sorted { $0.key < $1.key }.compactMap { id, after in
            before[id].flatMap { $0 == after ? nil : Change(id: id, before: $0, after: after) }
        }
        let meant = Set(ids)
        let notes = changes.filter { meant.contains($0.id) }
        guard !notes.isEmpty else { return nil }
        (self.command, way) = (
            command, .restore(notes, followers: changes.filter { !meant.contains($0.id) }, renames: renames)
        )
    }

    /// A change that nobody can take back by `undo`.
    package init(lasting command: String) { (self.command, way) = (command, .none) }

    /// Whether the notes were new.
    package var isOfNew: Bool { if case .trash = way { true } else { false } }

    /// The numbers of the notes.
    package var ids: [Int] {
        switch way {
        case .trash(let ids): ids
        case .restore(let notes, _, _): notes.map(\.id)
        case .none: []
        }
    }
}
