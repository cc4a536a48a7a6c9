// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import NotesLogic

extension NotesCommands {
    /// The commands for notes that can be read only with the password.
    static let protecting: [Command<NotesModel>] = [protect, unprotect]

    private static let protect = Command<NotesModel>(
        "protect", category: .writing, summary: Strings.commandProtect,
        parameters: .optional(note), lockedNotebook, .flag("new-password", summary: Strings.optionNewPassword),
        examples: ["protect 3", Strings.examplesProtect, "protect --new-password"], asksSecret: true, isLasting: true
    ) { model, context, number, notebook, hasNewPassword in
        try await model.welcome()
        if let notebook { return try await protect(notebook, model, context) }
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

    /// The notebook whose notes are meant.
    private static let lockedNotebook = Parameter.option(
        .word("in", placeholder: "NOTEBOOK", values: .item("notebook"), summary: Strings.optionInLocked))

    /// Seals all notes of a notebook, and of those within it, and from now on those that come there.
    private static func protect(
        _ notebook: String, _ model: NotesModel, _ context: CommandContext
    ) async throws -> Reply {
        var ids = try await model.service.notes(inNotebook: notebook)
        for id in ids where context.prompter.leftEdits.contains("edit \(id)") { throw NotesFault.openEdit(id) }
        try await model.unlock(context)
        // First, so that no note comes meanwhile that is not sealed.
        try await model.service.lock(notebook: notebook)
        ids = try await model.service.notes(inNotebook: notebook)
        var (history, sealed): ([Int], [Int]) = ([], [])
        for (done, id) in ids.enumerated() {
            let note = try await model.service.note(id)
            if try await model.service.protection.protect(id) != note { sealed.append(id) }
            if try await model.service.isInHistory(id) { history.append(id) }
            context.prompter.progress(done + 1, of: ids.count)
        }
        return .message(
            Strings.protectedNotebook(count: sealed.count, name: notebook),
            Fact("ids", .list(sealed.map { .number($0) })),
            Fact("history", .list(history.map { .number($0) })),
            notices: history.isEmpty ? [] : [Strings.protectedNotebookHistory(count: history.count)])
    }

    private static let unprotect = Command<NotesModel>(
        "unprotect", category: .writing, summary: Strings.commandUnprotect, parameters: .optional(note), lockedNotebook,
        examples: ["unprotect 3", Strings.examplesUnprotect], asksSecret: true, isLasting: true
    ) { model, context, number, notebook in
        if let notebook {
            var ids: [Int] = []
            for id in try await model.service.notes(inNotebook: notebook)
            where try await model.service.protection.isSealed(id) { ids.append(id) }
            if !ids.isEmpty { try await model.unlock(context) }
            for id in ids { _ = try await model.service.protection.unprotect(id) }
            let outer = try await model.service.unlock(notebook: notebook)
            return .message(
                outer.map { Strings.unprotectedWithin(count: ids.count, name: notebook, outer: $0) }
                    ?? Strings.unprotectedNotebook(count: ids.count, name: notebook),
                Fact("ids", .list(ids.map { .number($0) })))
        }
        guard let number else { throw CommandFault.missing(NotesCommands.note) }
        let id = try await model.unlocked(model.id(number), context)
        guard try await model.service.protection.isSealed(id) else {
            return NoteReplies.done(Strings.unprotectedAlready(id: id), id)
        }
        _ = try await model.service.protection.unprotect(id)
        return NoteReplies.done(Strings.unprotected(id: id), id)
    }
}
