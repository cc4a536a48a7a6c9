// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import NotesLogic
import NotesStore

extension NoteReader {
    /// The note outside the trash of this title, the one with the lowest number where several have it.
    func note(titled title: String) throws -> Note? { try notes(.title(NameKey.of(title)), limit: 1).first }
}

/// Single questions, each of one consistent state.
extension OwnedNotes {
    /// The note outside the trash of this title, the one with the lowest number where several have it.
    func find(titled title: String, owner: UserID) async throws -> Note? {
        try await read(owner) { try $0.note(titled: title) }
    }

    /// The notes that a query means.
    func find(_ query: NoteQuery, owner: UserID) async throws -> [Note] {
        try await read(owner) { try $0.notes(query) }
    }

    /// How many notes a query means, its limit at most.
    func count(_ query: NoteQuery, owner: UserID) async throws -> Int {
        try await read(owner) { try $0.count(query) }
    }
}
