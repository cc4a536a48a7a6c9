// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesLogic
package import Session

extension NotesModel {
    /// Commits what commands have changed, all of those that came in a row together.
    package func settle() async -> [LocalizedText] {
        do {
            try await service.commit()
            toldOfGit = nil
        } catch let fault as GitFault {
            // The same again is said once.
            defer { toldOfGit = fault }
            return fault == toldOfGit ? [] : [fault.sentence]
        } catch {
            // What is wrong with the store the next command says.
        }
        return []
    }
}
