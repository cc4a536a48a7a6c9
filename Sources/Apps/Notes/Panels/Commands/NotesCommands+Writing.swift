// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import AtriumKit
import Session

extension NotesCommands {
    /// Making notes, changing and removing them.
    static let writing: [Command<NotesModel>] = [add, edit, modify, rename, remove, restore, undo, purge]

    private static let add = Command<NotesModel>(
        CommandSpec(
            "add", aliases: ["new"], category: .writing, summary: Strings.commandAdd,
            parameters: [
                .option("in", placeholder: "NOTEBOOK", values: .item("notebook"), summary: Strings.optionIn),
                .option("template", placeholder: "NAME", summary: Strings.optionTemplate),
                .flag("resume", summary: Strings.optionResume),
                .text("text", isOptional: true, summary: Strings.parameterText),
            ],
            examples: [
                "add Buy milk", "add --in work/plans Ideas", "add", "add -", "add --template daily", "add --resume",
                "add --resume 2",
            ])
    ) { model, arguments, context in
        try await model.welcome()
        let service = model.service
        let capture = NoteCapture(service: service, context: context)
        var unfinished: Int?
        let text: String
        if let template = arguments["template"] {
            text = try await service.filledTemplate(template, title: arguments["text"] ?? "")
        } else if arguments.has("resume") {
            (text, unfinished) = try await capture.lines(after: service.unfinished(arguments["text"]))
        } else if let typed = arguments["text"], typed != "-" {
            text = typed
        } else {
            (text, unfinished) = try await capture.lines(endingWithDot: arguments["text"] == nil)
        }
        let note = try await service.add(text, in: arguments["in"] ?? "", finishing: unfinished)
        return NoteReplies.done(Strings.added(id: note.id), note.id)
    }

    private static let edit = Command<NotesModel>(
        CommandSpec(
            "edit", category: .writing, summary: Strings.commandEdit, parameters: [id], examples: ["edit 3"])
    ) { model, arguments, context in
        let note = try await model.note(try arguments.requiredNumber("id"), context)
        let text = EditedText(
            note.content, base: note.version, isSecret: note.isProtected, command: "edit \(note.id)",
            otherwise: "modify \(note.id) TEXT")
        var result: Result<Reply, any Error>?
        try await context.prompter.edit(text) { edited in
            // An editor ends the file with a newline that the note need not have.
            let isLonger = edited.text.hasSuffix("\n") && !note.content.hasSuffix("\n")
            let content = isLonger ? String(edited.text.dropLast()) : edited.text
            guard content != note.content else {
                result = .success(NoteReplies.done(Strings.unchanged(id: note.id), note.id))
                return
            }
            do {
                let saved = try await model.service.save(edited: content, of: note, basedOn: edited.base)
                result = .success(NoteReplies.saved(saved, Strings.modified(id: note.id)))
            } catch let fault as EditFault {
                // It is kept already.
                result = .failure(fault)
            } catch NotesFault.emptyText {
                result = .failure(NotesFault.emptyText)
            }
        }
        guard let result else { throw CommandFault.noAnswer }
        return try result.get()
    }

    private static let modify = Command<NotesModel>(
        CommandSpec(
            "modify", category: .writing, summary: Strings.commandModify,
            parameters: [
                id, .text("text", summary: Strings.parameterModify),
            ],
            examples: ["modify 3 Buy oat milk", "modify 3 -"])
    ) { model, arguments, context in
        let note = try await model.note(try arguments.requiredNumber("id"), context)
        var (text, unfinished) = (arguments.text("text"), Int?.none)
        if text == "-" {
            let capture = NoteCapture(service: model.service, context: context, isSecret: note.isProtected)
            (text, unfinished) = try await capture.lines(endingWithDot: false)
        }
        let saved = try await model.service.modify(note.id, to: text, finishing: unfinished)
        return NoteReplies.saved(saved, Strings.modified(id: saved.note.id))
    }

    private static let rename = Command<NotesModel>(
        CommandSpec(
            "rename", category: .writing, summary: Strings.commandRename,
            parameters: [
                id, .text("title", summary: Strings.parameterTitle),
            ],
            examples: ["rename 3 Shopping"])
    ) { model, arguments, context in
        let id = try await model.note(try arguments.requiredNumber("id"), context).id
        let saved = try await model.service.rename(id, to: arguments.unquoted("title"))
        return NoteReplies.saved(saved, Strings.modified(id: saved.note.id))
    }

    private static let remove = Command<NotesModel>(
        CommandSpec(
            "remove", aliases: ["rm", "delete", "del"], category: .writing, summary: Strings.commandRemove,
            parameters: [id],
            examples: ["remove 3"])
    ) { model, arguments, _ in
        try await model.welcome()
        let note = try await model.service.remove(try arguments.requiredNumber("id"))
        model.close(note.id)
        return NoteReplies.done(Strings.removed(id: note.id), note.id)
    }

    private static let restore = Command<NotesModel>(
        CommandSpec(
            "restore", category: .writing, summary: Strings.commandRestore,
            parameters: [.word("id", values: .item("restorable"), summary: Strings.parameterRestorable)],
            examples: ["restore 3", "restore 3@2"])
    ) { model, arguments, context in
        let reference = try NoteReference(arguments.text("id"))
        if let version = reference.version {
            _ = try await model.note(reference.id, context)
            let saved = try await model.service.restore(reference.id, version: version)
            return NoteReplies.saved(saved, Strings.restoredVersion(id: reference.id, version: version))
        }
        let note = try await model.service.restore(reference.id)
        return NoteReplies.done(Strings.restored(id: note.id), note.id)
    }

    /// A word that people try: it says what takes a change back.
    private static let undo = Command<NotesModel>(
        CommandSpec("undo", category: .writing, summary: Strings.commandUndo)
    ) { _, _, _ in throw NotesFault.noUndo }

    private static let purge = Command<NotesModel>(
        CommandSpec(
            "purge", category: .writing, summary: Strings.commandPurge,
            parameters: [trashed, .flag("yes", summary: Strings.optionYes)],
            examples: ["purge 3", "purge 3 --yes"])
    ) { model, arguments, context in
        let id = try arguments.requiredNumber("id")
        if !arguments.has("yes") { try await context.confirm(Strings.promptPurge(id: id)) }
        try await model.service.purge(id)
        model.close(id)
        return NoteReplies.done(Strings.purged(id: id), id)
    }
}
