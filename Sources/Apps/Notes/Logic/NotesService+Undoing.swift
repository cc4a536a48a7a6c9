// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Stores

/// Undo and redo of the changes of commands.
extension NotesService {
    /// The changes of commands, the newest first.
    package func journal() async throws -> [JournalEntry] {
        try await store.read { try $0.journal(limit: Journal.mostEntries) }
    }

    /// Undoes the last change, or redoes the one undone last: all of it or nothing.
    ///
    /// An impossible step is skipped from then on.
    ///
    /// - Returns: The entries; none if there is nothing to do.
    /// - Throws: As `NoteDAO.perform(_:_:titles:at:)`; `NotesFault.locked` if a needed title is sealed.
    package func perform(_ step: JournalStep) async throws -> [JournalEntry] {
        var titles: [Int: [Int: String]] = [:]
        for (note, version) in try await store.read({ try $0.sealedVersions(for: step) }) {
            titles[note.id, default: [:]][version.number] = note.readable(
                try protection.opened(version, of: note.id).content)
        }
        let now = clock.now
        do {
            return try await store.write { [titles] notes in
                try notes.perform(step) { try notes.perform(step, &$0, titles: titles, at: now) }
            }
        } catch let failure as JournalFailure {
            try await store.write { try $0.pass(failure) }
            throw failure.fault
        }
    }
}
