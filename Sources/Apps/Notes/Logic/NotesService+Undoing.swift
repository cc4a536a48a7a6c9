// SPDX-License-Identifier: GPL-3.0-or-later

package import NotesDomain
import NotesStore
import Session

/// What a command has made of notes, for it to be taken back.
package struct NoteUndo: Sendable {
    /// Each note as it was, nil for one that is new, and as it is since.
    fileprivate let notes: [(before: Note?, after: Note)]
    /// Whether links followed a new title.
    fileprivate let renames: Bool

    /// What has changed; nil where nothing has.
    package init?(before: [Note], after: [Note], renames: Bool = false) {
        let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        notes = after.filter { old[$0.id] != $0 }.map { (old[$0.id], $0) }
        self.renames = renames
        if notes.isEmpty { return nil }
    }

    /// The numbers of the notes.
    package var ids: [Int] { notes.map(\.after.id) }
}

/// Taking changes back.
extension NotesService {
    /// Notes as they are kept; those that are not there are left out.
    package func kept(_ ids: [Int]) async throws -> [Note] {
        try await dao.read(owner) { reader in try ids.compactMap { try reader.note($0) } }
    }

    /// Makes notes again what they were before a change: all of them or none.
    ///
    /// A new note goes to the trash. A text that takes the place of another does so as a version of its own.
    ///
    /// - Throws: `NotesFault.changedSince` where one was changed again meanwhile; `NotesFault.noUndo` for the text of a
    ///   protected note.
    package func undo(_ undo: NoteUndo) async throws {
        let now = clock.now
        try await dao.write(owner) { notes in
            for (before, after) in undo.notes.reversed() {
                let id = after.id
                guard let present = try notes.note(id) else { throw NotesFault.unknownNote(id) }
                guard present.says(theSameAs: after) else { throw NotesFault.changedSince(id) }
                guard let before else {
                    _ = try notes.trash(id, at: now)
                    continue
                }
                if before.trashedAt != after.trashedAt { _ = try notes.trash(id, at: before.trashedAt) }
                try Self.restoreText(of: before, after, renames: undo.renames, at: now, in: notes)
                try Self.restoreMarks(of: before, after, at: now, in: notes)
            }
        }
    }

    private static func restoreText(
        of before: Note, _ after: Note, renames: Bool, at time: Timestamp, in notes: any NoteTransaction
    ) throws {
        if before.names.name != after.names.name, !before.names.isEmpty {
            _ = try notes.rename(before.id, to: before.names.name, at: time)
        }
        guard before.content != after.content || before.sealed != after.sealed else { return }
        guard !before.isProtected, !after.isProtected,
            try notes.modify(before.id, content: before.content, sealed: nil, renames: renames, at: time) != nil
        else { throw NotesFault.noUndo }
    }

    private static func restoreMarks(
        of before: Note, _ after: Note, at time: Timestamp, in notes: any NoteTransaction
    ) throws {
        let (old, new) = (before.marks, after.marks)
        if old.notebook != new.notebook { _ = try notes.move(before.id, to: old.notebook, at: time) }
        let changes: [(isNeeded: Bool, change: MarkChange)] = [
            (old.tags != new.tags, .tags(old.tags)), (old.isPinned != new.isPinned, .pinned(old.isPinned)),
            (old.todo != new.todo, .todo(old.todo)), (before.createdAt != after.createdAt, .created(before.createdAt)),
        ]
        for (isNeeded, change) in changes where isNeeded { _ = try notes.mark(before.id, change) }
    }
}

extension Note {
    /// Whether nothing is different but how often the text was changed, and when.
    fileprivate func says(theSameAs other: Note) -> Bool {
        var note = self
        (note.version, note.modifiedAt) = (other.version, other.modifiedAt)
        return note == other
    }
}
