// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesStore
import Session
import Synchronization

/// Undoing changes.
extension NotesService {
    /// What notes are now; of those that are not there, nothing.
    package func states(of ids: [Int]) async throws -> [Int: NoteUndo.State] {
        try await dao.read(owner) { try Self.states(of: ids, $0) }
    }

    fileprivate static func states(of ids: [Int], _ reader: any NoteReader) throws -> [Int: NoteUndo.State] {
        var states: [Int: NoteUndo.State] = [:]
        try reader.each(ids) { states[$0.id] = NoteUndo.State($0, head: try reader.files?.head(of: $0.id)) }
        return states
    }

    /// What notes are before a change that is going to be made.
    package func statesBefore(_ ids: [Int]) async throws -> StatesBefore {
        StatesBefore(ids, try await states(of: ids))
    }

    /// The numbers of notes, and behind them those of the notes with links that may lead to these.
    package func withFollowers(_ ids: [Int]) async throws -> [Int] {
        try await dao.read(owner) { reader in
            var known = Set(ids)
            var all = ids
            for id in ids {
                guard let note = try reader.note(id) else { continue }
                all += try reader.all(.linking(to: note)).map(\.id).filter { known.insert($0).inserted }
            }
            return all
        }
    }

    /// Makes notes again what they were before a change: all of them or none.
    ///
    /// A new note goes to the trash. A text that takes the place of another does so as a version of its own.
    ///
    /// - Throws: `NotesFault.changedSince` where one was changed again meanwhile; `NotesFault.cannotUndo`.
    package func undo(_ undo: NoteUndo) async throws {
        let now = clock.now
        try await dao.write(owner) { notes in
            notes.fileChanges?.dropsEmptied()
            switch undo.way {
            case .none: throw NotesFault.cannotUndo(command: undo.command)
            case .trash(let ids):
                for id in ids {
                    guard let note = try notes.note(id) else { throw NotesFault.unknownNote(id) }
                    guard try Self.says(note, versionOf: 1, in: notes) else {
                        throw NotesFault.changedSince(id, command: undo.command)
                    }
                    if note.trashedAt == nil { _ = try notes.trash(id, at: now) }
                }
            case .restore(let changes, let followers, let renames):
                let present = try changes.map { change in
                    guard let note = try notes.note(change.id) else { throw NotesFault.unknownNote(change.id) }
                    guard try Self.isUnchanged(note, since: change, in: notes) else {
                        throw NotesFault.changedSince(change.id, command: undo.command)
                    }
                    return note
                }
                // Whoever followed and was changed since keeps that, and follows once more.
                let unchanged = try followers.filter { change in
                    try notes.note(change.id).map { try Self.isUnchanged($0, since: change, in: notes) } ?? false
                }
                for (change, note) in zip(changes, present).reversed() {
                    if change.before.trashedAt != change.after.trashedAt {
                        _ = try notes.trash(change.id, at: change.before.trashedAt)
                    }
                    if renames, note.names.isEmpty {
                        try Self.restoreText(of: change, by: undo, renames: true, at: now, in: notes)
                    }
                    try Self.restoreMarks(of: change, at: now, in: notes)
                    try Self.restoreNames(of: change, at: now, in: notes)
                }
                // Names have changed texts with links, which are to be as they were to the byte.
                for change in changes + unchanged {
                    try Self.restoreText(of: change, by: undo, renames: false, at: now, in: notes)
                    if let head = change.before.head { notes.fileChanges?.restore(head: head, of: change.id) }
                }
            }
        }
    }

    private static func restoreText(
        of change: NoteUndo.Change, by undo: NoteUndo, renames: Bool, at time: Timestamp, in notes: any NoteTransaction
    ) throws {
        guard var note = try notes.note(change.id) else { return }
        if note.marks.others != change.before.marks.others {
            let old = note
            note.marks.others = change.before.marks.others
            try notes.update(old, to: note)
        }
        guard note.version != change.before.version else { return }
        let version = try notes.versions(of: change.id).first { $0.number == change.before.version }
        guard let version,
            try notes.modify(
                change.id, content: version.sealed == nil ? version.content : change.before.readable,
                sealed: version.sealed, renames: renames, at: time) != nil
        else { throw NotesFault.cannotUndo(command: undo.command) }
    }

    /// Whether a note is still what a change made of it.
    private static func isUnchanged(
        _ note: Note, since change: NoteUndo.Change, in notes: any NoteTransaction
    ) throws -> Bool {
        try NoteUndo.State(note).isBeside(change.after) && says(note, versionOf: change.after.version, in: notes)
    }

    /// Whether a note’s text is the one of a version, which it may be again under another number.
    private static func says(_ note: Note, versionOf number: Int, in notes: any NoteTransaction) throws -> Bool {
        guard note.version != number else { return true }
        // Beside a sealed text may stand another title than it had.
        return try notes.versions(of: note.id).contains {
            $0.number == number && $0.sealed == note.sealed && (note.isProtected || $0.content == note.content)
        }
    }

    private static func restoreNames(
        of change: NoteUndo.Change, at time: Timestamp, in notes: any NoteTransaction
    ) throws {
        let (id, before, after) = (change.id, change.before, change.after)
        guard before.names != after.names, !before.names.isEmpty else { return }
        if ExactPath(before.names.name) != ExactPath(after.names.name) {
            _ = try notes.rename(id, to: before.names.name, as: before.names.path, at: time)
        }
        // What was said beside the file's name for the other one is said no more.
        guard let note = try notes.note(id), note.names != before.names, note.names.path == before.names.path else {
            return
        }
        var named = note
        named.names = before.names
        try notes.update(note, to: named)
    }

    private static func restoreMarks(
        of change: NoteUndo.Change, at time: Timestamp, in notes: any NoteTransaction
    ) throws {
        let (id, before, after) = (change.id, change.before, change.after)
        let (old, new) = (before.marks, after.marks)
        if old.notebook != new.notebook { _ = try notes.move(id, to: old.notebook, at: time) }
        let changes: [(isNeeded: Bool, change: MarkChange)] = [
            (old.tags != new.tags, .tags(old.tags)), (old.isPinned != new.isPinned, .pinned(old.isPinned)),
            (old.todo != new.todo, .todo(old.todo)), (before.createdAt != after.createdAt, .created(before.createdAt)),
        ]
        for (isNeeded, change) in changes where isNeeded { _ = try notes.mark(id, change) }
    }
}

/// What notes were before a change: in a folder, as the change itself has found them.
package final class StatesBefore: Sendable {
    private let ids: [Int]
    private let found: Mutex<[Int: NoteUndo.State]>

    fileprivate init(_ ids: [Int], _ states: [Int: NoteUndo.State]) {
        self.ids = ids
        found = Mutex(states)
    }

    /// The states by the numbers of the notes.
    package var states: [Int: NoteUndo.State] { found.withLock { $0 } }

    /// Makes the change.
    package func watching<Result>(
        isolation: isolated (any Actor)? = #isolation, _ change: () async throws -> Result
    ) async rethrows -> Result {
        let look = LookBefore { [self] reader in
            let states = try NotesService.states(of: ids, reader)
            found.withLock { $0 = states }
        }
        return try await LookBefore.$current.withValue(look, operation: change, isolation: isolation)
    }
}

extension NoteUndo.State {
    /// Whether all but the text is the same.
    fileprivate func isBeside(_ other: NoteUndo.State) -> Bool {
        names == other.names && createdAt == other.createdAt && trashedAt == other.trashedAt && marks == other.marks
    }
}

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
