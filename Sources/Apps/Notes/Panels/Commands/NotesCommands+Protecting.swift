// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesLogic
import Session

extension NotesCommands {
    /// The commands for notes that can be read only with the password.
    static let protecting: [Command<NotesModel>] = [protect, unprotect]

    private static let protect = Command<NotesModel>(
        "protect", category: .writing, summary: Strings.commandProtect,
        parameters: .optional(note), .flag("new-password", summary: Strings.optionNewPassword),
        examples: ["protect 3", "protect --new-password"], asksSecret: true, isLasting: true
    ) { model, context, number, hasNewPassword in
        try await model.welcome()
        if hasNewPassword {
            guard try await model.service.protection.hasPassword() else { throw NotesFault.nothingProtected }
            let old = try await context.prompter.askSecret(Strings.promptProtectedOld)
            try await model.service.protection.changePassword(from: old, to: try await model.newPassword(context))
            return .message(Strings.protectedPassword)
        }
        guard let number else { throw CommandFault.missing(NotesCommands.note) }
        // No password is requested if there is no such note.
        let id = try await model.id(number)
        // Text of an open edit, which is no version of the note yet, would stay readable.
        if context.prompter.leftEdits.contains("edit \(id)") { throw NotesFault.openEdit(id) }
        try await model.unlock(context)
        let note = try await model.service.protection.protect(id)
        let isKept = try await model.service.isInHistory(note.id)
        return .message(
            Strings.protected(id: note.id), Fact("id", .number(note.id)), Fact("history", .flag(isKept)),
            notices: isKept ? [Strings.protectedHistory(id: note.id)] : [])
    }

    private static let unprotect = Command<NotesModel>(
        "unprotect", category: .writing, summary: Strings.commandUnprotect, parameters: note,
        examples: ["unprotect 3"], asksSecret: true, isLasting: true
    ) { model, context, id in
        let id = try await model.unlocked(model.id(id), context)
        if try await model.service.protection.isSealed(id) {
            _ = try await model.service.protection.unprotect(id)
        }
        return NoteReplies.done(Strings.unprotected(id: id), id)
    }
}
