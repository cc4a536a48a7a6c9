// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Systems

extension NoteStore {
    /// Removes everything that an owner keeps in a system, some hundred notes at a time, so that others may write between.
    ///
    /// A folder that the owner has chosen for notes is left alone. What was removed stays so when the rest is interrupted.
    ///
    /// - Parameter onProgress: Hears how many notes are gone.
    package static func removeAll(
        of owner: UserID, on system: InformationSystem, onProgress: @MainActor (Int) -> Void
    ) async throws {
        switch system {
        case .memory(let system): MemoryNoteDAO(system).removeAll(of: owner)
        case .sqlite(let system):
            let notes = try SQLiteNoteDAO(system)
            var count = 0
            while case let removed = try await notes.removeSome(of: owner), removed > 0 {
                count += removed
                await onProgress(count)
            }
            try await notes.removeRest(of: owner)
        }
    }
}
