// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesLogic

/// What `undo` takes back: the changes that commands of this login have made, the last one first.
extension NotesModel {
    /// More changes than these are not remembered.
    private static let most = 100

    /// Makes a change of notes that can be taken back.
    ///
    /// - Parameter renames: Whether links follow a new title.
    func changing<Result>(
        _ ids: [Int], renames: Bool = false, _ change: () async throws -> Result
    ) async throws -> Result {
        let before = try await service.kept(ids)
        let result = try await change()
        remember(NoteUndo(before: before, after: try await service.kept(ids), renames: renames))
        return result
    }

    /// Remembers that a note was made.
    func didAdd(_ note: Note) { remember(NoteUndo(before: [], after: [note])) }

    /// Takes back the change that was made last.
    ///
    /// - Returns: The numbers of the notes.
    /// - Throws: `NotesFault.noUndo` where none is left, and what taking it back throws; that change is passed over then.
    func undo() async throws -> [Int] {
        guard let last = undoable.popLast() else { throw NotesFault.noUndo }
        try await service.undo(last)
        for id in last.ids where try await service.note(id).trashedAt != nil { close(id) }
        return last.ids
    }

    private func remember(_ undo: NoteUndo?) {
        guard let undo else { return }
        undoable.append(undo)
        undoable.removeFirst(max(0, undoable.count - Self.most))
    }
}
