import AtriumKit
import NotesLogic
import Session

/// What can be typed in Notes.
@MainActor
enum NotesCommands {
    static let all: [Command<NotesModel>] = [add, list, show, find, edit, modify, remove, restore, purge]

    private static let id = Parameter.number("id", values: .item("note"))

    private static let add = Command<NotesModel>(
        CommandSpec(
            "add", category: .writing, summary: Strings.commandAdd, parameters: [.text("text", isOptional: true)],
            examples: ["add Buy milk", "add"])
    ) { model, arguments, context in
        try await model.welcome()
        let text = if let text = arguments["text"] { text } else { try await askForLines(context) }
        let note = try await model.service.add(text)
        return NoteReplies.done(Strings.added(id: note.id), note.id)
    }

    /// Lines up to one that is only a dot, as mail programs end a text, or up to the end of the input.
    private static func askForLines(_ context: CommandContext) async throws -> String {
        var lines: [String] = []
        do {
            while true {
                let line = try await context.prompter.ask(lines.isEmpty ? Strings.promptFirstLine : Strings.promptLine)
                if line == "." { break }
                lines.append(line)
            }
        } catch CommandFault.noAnswer where !lines.isEmpty {}
        return lines.joined(separator: "\n")
    }

    private static let list = Command<NotesModel>(
        CommandSpec(
            "list", aliases: ["ls"], category: .reading, summary: Strings.commandList,
            parameters: [
                .option("sort", values: .choices(NotesModel.Sort.allCases.map(\.rawValue))), .option("limit"),
                .flag("trash"),
            ], examples: ["list", "list --sort newest --limit 10", "list --trash"])
    ) { model, arguments, _ in
        try await model.show(arguments.has("trash") ? .trash : .active)
        let sort = arguments["sort"].flatMap { NotesModel.Sort(rawValue: $0) } ?? .date
        return try await model.list(sort: sort, limit: arguments.number("limit") ?? NotesModel.page)
    }

    private static let show = Command<NotesModel>(
        CommandSpec(
            "show", category: .reading, summary: Strings.commandShow, parameters: [id], examples: ["show 3"])
    ) { model, arguments, _ in
        NoteReplies.detail(try await model.open(try arguments.requiredNumber("id")))
    }

    private static let find = Command<NotesModel>(
        CommandSpec(
            "find", category: .reading, summary: Strings.commandFind,
            parameters: [.option("limit"), .query("words")],
            examples: ["find milk", "find \"buy milk\"", "find 使用"])
    ) { model, arguments, _ in
        try await model.show(.matching(arguments.text("words")))
        return try await model.list(sort: .newest, limit: try arguments.number("limit") ?? NotesModel.page)
    }

    private static let edit = Command<NotesModel>(
        CommandSpec(
            "edit", category: .writing, summary: Strings.commandEdit, parameters: [id], examples: ["edit 3"])
    ) { model, arguments, context in
        try await model.welcome()
        let note = try await model.service.note(try arguments.requiredNumber("id"))
        let text = try await context.prompter.edit(note.content)
        // An editor ends the file with a newline that the note need not have.
        let content = text.hasSuffix("\n") && !note.content.hasSuffix("\n") ? String(text.dropLast()) : text
        guard content != note.content else { return NoteReplies.done(Strings.unchanged(id: note.id), note.id) }
        _ = try await model.service.modify(note.id, to: content)
        return NoteReplies.done(Strings.modified(id: note.id), note.id)
    }

    private static let modify = Command<NotesModel>(
        CommandSpec(
            "modify", category: .writing, summary: Strings.commandModify, parameters: [id, .text("text")],
            examples: ["modify 3 Buy oat milk"])
    ) { model, arguments, _ in
        try await model.welcome()
        let note = try await model.service.modify(try arguments.requiredNumber("id"), to: arguments.text("text"))
        return NoteReplies.done(Strings.modified(id: note.id), note.id)
    }

    private static let remove = Command<NotesModel>(
        CommandSpec(
            "remove", aliases: ["rm"], category: .writing, summary: Strings.commandRemove, parameters: [id],
            examples: ["remove 3"])
    ) { model, arguments, _ in
        try await model.welcome()
        let note = try await model.service.remove(try arguments.requiredNumber("id"))
        model.close(note.id)
        return NoteReplies.done(Strings.removed(id: note.id), note.id)
    }

    private static let restore = Command<NotesModel>(
        CommandSpec(
            "restore", category: .writing, summary: Strings.commandRestore, parameters: [id],
            examples: ["restore 3"])
    ) { model, arguments, _ in
        let note = try await model.service.restore(try arguments.requiredNumber("id"))
        return NoteReplies.done(Strings.restored(id: note.id), note.id)
    }

    private static let purge = Command<NotesModel>(
        CommandSpec(
            "purge", category: .writing, summary: Strings.commandPurge, parameters: [id, .flag("yes")],
            examples: ["purge 3", "purge 3 --yes"])
    ) { model, arguments, context in
        let id = try arguments.requiredNumber("id")
        if !arguments.has("yes") {
            let answer = try await context.prompter.ask(Strings.promptPurge(id: id))
            let yes = Strings.answerYes.string(in: context.language)
            guard [yes, String(yes.prefix(1))].contains(answer.lowercased()) else { throw CommandFault.cancelled }
        }
        try await model.service.purge(id)
        model.close(id)
        return NoteReplies.done(Strings.purged(id: id), id)
    }
}
