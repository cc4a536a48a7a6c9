// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesLogic
package import Session

extension NotesModel {
    /// Commits what commands have changed, all of those that came in a row together, and says what the store has found
    /// done by halves.
    package func settle() async -> [LocalizedText] {
        let news = [takeMissingWelcome()].compactMap(\.self) + service.takeNews().map(\.sentence)
        do {
            try await service.commit()
            toldOfGit = nil
        } catch let fault as GitFault {
            // The same again is said once.
            defer { toldOfGit = fault }
            return news + (fault == toldOfGit ? [] : [fault.sentence])
        } catch {
            // What is wrong with the store the next command says.
        }
        return news
    }
}
