// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesLogic

/// Which note is meant by what somebody has typed.
extension NotesModel {
    /// The number of a note: of the one of that number, or else of that name, or else of the only one whose names have
    /// such a part.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownTitle`, `NotesFault.ambiguousTitle`.
    func id(_ reference: NoteReference) async throws -> Int {
        try await welcome()
        if let number = reference.number {
            do { return try await service.note(number).id } catch NotesFault.unknownNote {
                // Digits may be a name, as of a day’s note.
                guard let note = try? await service.note(called: reference.name) else {
                    throw NotesFault.unknownNote(number)
                }
                return note.id
            }
        }
        return try await service.note(called: reference.name).id
    }
}
