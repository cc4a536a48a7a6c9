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
    ///   - isMade: Whether the notes are as if they were made by it.
    func changing<Result>(
        _ command: String, _ ids: [Int], renames: Bool = false, moves: Bool = false, isMade: Bool = false,
        _ change: () async throws -> Result
    ) async throws -> Result {
        let all = try await renames || moves ? service.withFollowers(ids) : ids
        let before = try await service.statesBefore(all)
        func keep(_ after: [Int: NoteUndo.State]) {
            remember(NoteUndo(command, of: ids, before: before.states, after: after, renames: renames), isMade: isMade)
        }
        do {
            let result = try await before.watching(change)
            // A store that cannot be read now has kept the change all the same.
            if let after = try? await service.states(of: all) { keep(after) } else { didChange(for: command) }
            return result
        } catch {
            if let after = try? await service.states(of: all) { keep(after) }
            throw error
        }
    }

    /// Remembers that a command has made notes; a single one is selected from then on.
    func didAdd(_ ids: [Int], by command: String) { remember(NoteUndo(command, added: ids), isMade: ids.count == 1) }

    /// Has a note read that was just made, where the list is of others.
    func read(made id: Int) async {
        // What is made is selected, which is seen in its list.
        guard let note = try? await service.note(id), !found.mayMean(note) else { return }
        open(made: note)
    }

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
        // What goes to the trash again is not what the next command is for.
        if undone.last?.isOfNew == true { undoable.turnAway() }
        if let opened, undone.contains(where: { $0.ids.contains(opened.id) }),
            try await service.note(opened.id).trashedAt != nil
        {
            close(opened.id)
        }
        return undone
    }

    private func remember(_ undo: NoteUndo?, isMade: Bool = false) {
        guard let undo else { return }
        if !undo.ids.isEmpty, undo.ids != undoable.latest.change?.ids { undoable.turnAway() }
        undoable.add(undo, isMade: isMade)
    }
}

/// The numbers of the notes that a long command has made so far.
@MainActor
final class AddedNotes {
    var ids: [Int] = []
}
