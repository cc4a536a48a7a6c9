// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic

/// What `undo` takes back: the changes that commands of this login have made, the last one first.
extension NotesModel {
    /// Makes a change of notes that can be taken back, as far as it comes.
    ///
    /// - Parameters:
    ///   - command: The name of the command that makes it.
    ///   - renames: Whether links follow a new title.
    ///   - moves: Whether links follow to another place.
    func changing<Result>(
        _ command: String, _ ids: [Int], renames: Bool = false, moves: Bool = false,
        _ change: () async throws -> Result
    ) async throws -> Result {
        let all = try await renames || moves ? service.withFollowers(ids) : ids
        let before = try await service.states(of: all)
        func keep(_ after: [Int: NoteUndo.State]) {
            remember(NoteUndo(command, of: ids, before: before, after: after, renames: renames))
        }
        do {
            let result = try await change()
            keep(try await service.states(of: all))
            return result
        } catch {
            if let after = try? await service.states(of: all) { keep(after) }
            throw error
        }
    }

    /// Remembers that a command has made notes.
    func didAdd(_ ids: [Int], by command: String) { remember(NoteUndo(command, added: ids)) }

    /// Remembers that a command has changed what nobody can take back: `undo` says so instead of passing it over.
    func didChange(for good: String) { remember(NoteUndo(lasting: good)) }

    /// Takes back the change that was made last, or all that one command has made of what was marked.
    ///
    /// - Returns: The changes, the last one first.
    /// - Throws: `NotesFault.noUndo` where none is left, and what taking it back throws; the change is passed over then,
    ///   unless only the store failed.
    func undo() async throws -> [NoteUndo] {
        let undone = try await undoable.takeBack { [service] in try await service.undo($0) }
        guard !undone.isEmpty else { throw NotesFault.noUndo }
        if let opened, undone.contains(where: { $0.ids.contains(opened.id) }),
            try await service.note(opened.id).trashedAt != nil
        {
            close(opened.id)
        }
        return undone
    }

    private func remember(_ undo: NoteUndo?) {
        guard let undo else { return }
        undoable.add(undo)
    }
}

/// The numbers of the notes that a long command has made so far.
@MainActor
final class AddedNotes {
    var ids: [Int] = []
}
