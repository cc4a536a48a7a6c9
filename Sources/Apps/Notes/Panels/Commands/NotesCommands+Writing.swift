// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal
import AtriumWorlds
import NotesLogic

extension NotesCommands {
    /// Making notes, changing and removing them.
    static let writing: [Command<NotesModel>] = [add, edit, modify, rename, remove, restore, purge] + Command.journal

    private static let add = Command<NotesModel>(
        "add", aliases: ["new"], category: .writing, summary: Strings.commandAdd,
        parameters: notebookOption,
        .option(.word("template", placeholder: "NAME", summary: Strings.optionTemplate)), .option(moment),
        .flag("resume", summary: Strings.optionResume),
        .optional(.text("text", summary: Strings.parameterText)),
        examples: [Strings.examplesAdd, "add", "add -", "add --template daily", "add --resume", "add --resume 2"]
    ) { model, context, notebook, template, moment, resumes, typed in
        try await model.welcome()
        let service = model.service
        // The password comes before the text, of which no unsealed part is kept then.
        let isSecret = try await model.unlock(forNew: notebook ?? "", context)
        let capture = NoteCapture(service: service, context: context, isSecret: isSecret)
        let time = moment?.time(now: context.world.clock.now, in: context.world.timeZone)
        var unfinished: Int?
        var notices: [LocalizedText] = []
        var marks = NoteMarks()
        let text: String
        if let template {
            let filled = try await service.filledTemplate(
                template, title: typed ?? "", at: time, in: context.language)
            (text, marks) = (filled.text, filled.marks)
            notices = NoteReplies.unknownGaps(filled.unknown)
        } else if resumes {
            (text, unfinished) = try await capture.lines(after: service.unfinished(typed))
        } else if let typed, typed != "-" {
            text = typed
        } else {
            (text, unfinished) = try await capture.lines(endingWithDot: typed == nil)
        }
        let note = try await service.add(text, in: notebook ?? "", at: time, finishing: unfinished, marks: marks)
        model.didAdd([note.id])
        await model.read(made: note)
        return NoteReplies.done(
            Strings.added(id: note.id), note.id, notices: notices + NoteReplies.toCome(time, in: context.world))
    }

    static let edit = Command<NotesModel>(
        "edit", category: .writing, summary: Strings.commandEdit, parameters: note.orSelection(),
        examples: ["edit 3"]
    ) { model, context, reference in
        let note = try await model.note(model.id(reference), context)
        let head = try await model.service.head(of: note)
        let shown = head + note.content
        let text = EditedText(
            shown, base: note.version, isSecret: note.isProtected, command: "edit \(note.id)",
            otherwise: "modify \(note.id) TEXT")
        var result: Result<Reply, any Error>?
        try await context.prompter.edit(text) { edited in
            // An editor ends the file with a newline that the note need not have.
            let isLonger = edited.text.hasSuffix("\n") && !shown.hasSuffix("\n")
            let content = isLonger ? String(edited.text.dropLast()) : edited.text
            // Saving finds out what to do with the text of a note that is gone.
            if content == shown, (try? await model.service.note(note.id)) != nil {
                result = .success(NoteReplies.done(Strings.unchanged(id: note.id), note.id))
                return
            }
            do {
                let saved = try await model.changing([note.id]) {
                    try await model.service.save(edited: content, of: note, under: head, basedOn: edited.base)
                }
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

    static let modify = Command<NotesModel>(
        "modify", category: .writing, summary: Strings.commandModify,
        parameters: id, .text("text", summary: Strings.parameterModify),
        examples: [Strings.examplesModify, "modify 3 -"]
    ) { model, context, reference, typed in
        let note = try await model.note(model.id(reference), context)
        var (text, unfinished) = (typed, Int?.none)
        if text == "-" {
            let capture = NoteCapture(service: model.service, context: context, isSecret: note.isProtected)
            (text, unfinished) = try await capture.lines(endingWithDot: false)
        }
        let saved = try await model.changing([note.id]) {
            try await model.service.modify(note.id, to: text, finishing: unfinished)
        }
        return NoteReplies.saved(saved, Strings.modified(id: saved.note.id))
    }

    static let rename = Command<NotesModel>(
        "rename", category: .writing, summary: Strings.commandRename,
        parameters: id.orSelection(unlessSure: { NoteReference.number($0) != nil }),
        .title("title", summary: Strings.parameterTitle), examples: [Strings.examplesRename]
    ) { model, context, reference, title in
        let id = try await model.note(model.id(reference), context).id
        let saved = try await model.changing([id]) {
            try await model.service.rename(id, to: title)
        }
        return NoteReplies.saved(saved, Strings.modified(id: saved.note.id))
    }

    static let remove = Command<NotesModel>(
        "remove", aliases: ["rm", "delete", "del"], category: .writing, summary: Strings.commandRemove,
        parameters: notes.orSelection(), yes,
        examples: ["remove 3", "remove 3 5-7", Strings.examplesRemove]
    ) { model, context, selection, yes in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let notes = try await model.changing(selected.ids) { try await model.service.remove(selected.ids) }
        for note in notes { model.close(note.id) }
        model.latestChange.turnAway()
        guard notes.count > 1 else { return NoteReplies.done(Strings.removed(id: notes[0].id), notes[0].id) }
        return NoteReplies.done(Strings.removedSeveral(count: notes.count), selected.ids)
    }

    private static let restore = Command<NotesModel>(
        "restore", category: .writing, summary: Strings.commandRestore,
        parameters: .name(
            "id", as: NoteSelection.self, values: .item("restorable"), summary: Strings.parameterRestorable
        ).ofSeveral().orSelection(), yes,
        examples: ["restore 3", "restore 3 5-7", "restore 3@2"]
    ) { model, context, selection, yes in
        if let version = selection.reference.version {
            let id = try await model.id(selection.reference)
            _ = try await model.note(id, context)
            let saved = try await model.changing([id]) {
                try await model.service.restore(id, version: version)
            }
            return NoteReplies.saved(saved, Strings.restoredVersion(id: id, version: version))
        }
        let selected = try await model.notes(selection, isTrashed: true)
        try await selected.confirm(context, yes)
        let ids = selected.ids
        // A user who goes through the trash goes on with the next one there.
        let isNamed = MarkedThings.current == nil && ids.count == 1
        let (saved, renamed) = try await model.renaming(ids, isMade: isNamed) {
            try await model.service.restore(ids)
        }
        if isNamed { await model.read(made: ids[0]) }
        let notices = renamed + saved.flatMap(NoteReplies.namesake)
        guard ids.count > 1 else { return NoteReplies.done(Strings.restored(id: ids[0]), ids[0], notices: notices) }
        return NoteReplies.done(Strings.restoredSeveral(count: ids.count), ids, notices: notices)
    }

    private static let purge = Command<NotesModel>(
        "purge", category: .writing, summary: Strings.commandPurge, parameters: trashed, yes,
        examples: ["purge 3", "purge 3 5-7", "purge 3 --yes"], isLasting: true
    ) { model, context, selection, yes in
        let ids = try await model.notes(selection, isTrashed: true).ids
        // Text of an open edit would stay, and could not be continued.
        for id in ids where context.prompter.leftEdits.contains("edit \(id)") { throw NotesFault.openEdit(id) }
        if !yes {
            let question =
                ids.count > 1 ? Strings.promptPurgeSeveral(count: ids.count) : Strings.promptPurge(id: ids[0])
            try await context.confirm(question)
        }
        try await model.service.purge(ids)
        model.latestChange.turnAway()
        for id in ids { model.close(id) }
        guard ids.count > 1 else { return NoteReplies.done(Strings.purged(id: ids[0]), ids[0]) }
        return NoteReplies.done(Strings.purgedSeveral(count: ids.count), ids)
    }
}

/// Reads a note of several lines, and keeps the typed lines as an unfinished text.
@MainActor
final class NoteCapture {
    private let service: NotesService
    private let context: CommandContext
    private let isSecret: Bool
    private var number: Int?

    /// - Parameter isSecret: Whether the text is a protected note’s: then no unsealed part of it is kept.
    init(service: NotesService, context: CommandContext, isSecret: Bool = false) {
        self.isSecret = isSecret
        self.service = service
        self.context = context
    }

    /// Lines up to one that is only a dot, as mail programs end a text, or up to the end of the input.
    ///
    /// - Returns: The text, and the number under which it is kept until it is a note.
    /// - Throws: `KeptText`.
    func lines(endingWithDot: Bool) async throws -> (text: String, unfinished: Int?) {
        try await lines(after: nil, endingWithDot: endingWithDot)
    }

    /// More lines for an unfinished text.
    func lines(after draft: UnfinishedNote) async throws -> (text: String, unfinished: Int?) {
        number = draft.id
        return try await lines(after: draft.content, endingWithDot: true)
    }

    private func lines(after text: String?, endingWithDot: Bool) async throws -> (text: String, unfinished: Int?) {
        let prompts = TextCapture.Prompts(title: Strings.promptText, first: Strings.promptFirstLine)
        let keep: TextCapture.Keep = { [self] in number = try await service.keepUnfinished($0, as: number) }
        let capture = TextCapture(prompts, startingWith: text, in: context, keep: isSecret ? nil : keep)
        do { return (try await capture.lines(endingWithDot: endingWithDot), number) } catch let fault
            as TextCapture.Fault
        {
            throw KeptText(.interrupted(fault), continuedBy: "add --resume")
        }
    }
}

extension NotesCommands {
    /// The commands for unfinished texts.
    static let unfinished: [Command<NotesModel>] = [drafts, discard]

    private static let drafts = Command<NotesModel>(
        "drafts", category: .reading, summary: Strings.commandDrafts, parameters: .limit, examples: ["drafts"]
    ) { model, context, limit in
        var drafts = try await model.service.unfinished().enumerated().map { index, draft in
            (
                name: "\(index + 1)", savedAt: Optional(draft.savedAt), title: draft.firstLine,
                command: index == 0 ? "add --resume" : "add --resume \(index + 1)", text: Optional(draft.content)
            )
        }
        for command in context.prompter.leftEdits {
            drafts.append((command, nil, try await title(of: command, model), command, nil))
        }
        return .records(
            Records(
                drafts,
                [
                    .init("draft", Strings.columnDraft) { .text($0.name) },
                    .init("saved", Strings.columnSaved) { $0.savedAt.map { .timestamp($0) } ?? .none },
                    .init("title", Strings.columnTitle, isCut: true) { .text($0.title) },
                    .init("command", Strings.columnGoesOn) { .text($0.command) },
                    .init("text", Strings.columnText, isHidden: true) { $0.text.map { .text($0) } ?? .none },
                ], whenEmpty: Strings.listEmptyDrafts
            ).limited(to: limit))
    }

    private static let discard = Command<NotesModel>(
        "discard", category: .writing, summary: Strings.commandDiscard,
        parameters: .flag("all", summary: Strings.optionAllDrafts), yes,
        .optional(.text("draft", summary: Strings.parameterDraft)),
        examples: ["discard", "discard 2", "discard edit 3", "discard --all"]
    ) { model, context, all, yes, name in
        let edits = context.prompter.leftEdits
        if all {
            let drafts = try await model.service.unfinished()
            let count = drafts.count + edits.count
            guard count > 0 else { throw NotesFault.nothingUnfinished }
            if !yes { try await context.confirm(Strings.promptDiscardAll(count: count)) }
            for draft in drafts { try await model.service.dropUnfinished(draft.id) }
            for edit in edits { _ = context.prompter.dropEdit(edit) }
            return .message(Strings.discardedAll(count: count), Fact("count", .number(count)))
        }
        if let name, edits.contains(name) {
            if !yes { try await context.confirm(Strings.promptDiscard(title: try await title(of: name, model))) }
            _ = context.prompter.dropEdit(name)
            return .message(Strings.discarded(title: name), Fact("draft", .text(name)))
        }
        let draft = try await model.service.unfinished(name)
        if !yes { try await context.confirm(Strings.promptDiscard(title: draft.firstLine)) }
        try await model.service.dropUnfinished(draft.id)
        return .message(Strings.discarded(title: draft.firstLine), Fact("title", .text(draft.firstLine)))
    }

    /// The subject of an edit, as far as it is known.
    @MainActor
    private static func title(of command: String, _ model: NotesModel) async throws -> String {
        guard let id = command.split(separator: " ").last.flatMap({ Int($0) }) else { return command }
        do { return try await model.service.note(id).title } catch NotesFault.unknownNote { return command }
    }
}

extension UnfinishedNote {
    fileprivate var firstLine: String { String(content.prefix { !$0.isNewline }) }
}
