// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesLogic

extension NotesService {
    /// Creates the notes of a user in a separate memory store, at nine o’clock in Greenwich.
    static func inMemory(of owner: UserID = UserID(rawValue: 1)) throws -> NotesService {
        NotesService(
            dao: try NoteTestStore.memory.open().dao(), owner: owner, clock: ManualClock.nineOClock, timeZone: .gmt)
    }
}
