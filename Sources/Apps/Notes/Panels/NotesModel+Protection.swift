// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

/// Protected notes, for which a password is asked.
extension NotesModel {
    /// The number of a note of which everything can be read; asks for the password where anything of it is sealed.
    func unlocked(_ id: Int, _ context: CommandContext) async throws -> Int {
        try await welcome()
        let id = try await service.note(id).id
        if try await service.isSealed(id) { try await unlock(context) }
        return id
    }

    /// A note with its whole text; asks for the password of a protected one, once a login.
    func note(_ id: Int, _ context: CommandContext) async throws -> Note {
        try await welcome()
        let note = try await service.note(id)
        guard note.isProtected else { return note }
        try await unlock(context)
        return try service.opened(note)
    }

    /// Asks for the password of protected notes, once a login; the first time for a new one, twice.
    func unlock(_ context: CommandContext) async throws {
        guard !service.isUnlocked else { return }
        if try await service.hasPassword() {
            try await context.prompter.ask(untilRight: {
                try await context.prompter.askSecret(Strings.promptProtected)
            }) { try await service.unlock($0) }
        } else {
            try await service.setPassword(try await newPassword(context))
        }
    }

    /// A password that was typed twice.
    func newPassword(_ context: CommandContext) async throws -> Secret {
        try await context.prompter.askNewPassword(
            Strings.promptProtectedNew, again: Strings.promptProtectedAgain, differ: NotesFault.passwordsDiffer
        ) { if $0.bytes.isEmpty { throw NotesFault.noPassword } }
    }
}
