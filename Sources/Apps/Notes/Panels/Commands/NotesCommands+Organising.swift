// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

extension NotesCommands {
    /// Notebooks, tags, pins and tasks.
    static let organising: [Command<NotesModel>] = [tag, untag, pin, unpin, todo, done, move]

    private static let tagName = Parameter.name("name", values: .item("tag"), summary: Strings.parameterTag)

    static let tag = Command<NotesModel>(
        "tag", category: .writing, summary: Strings.commandTag, parameters: ids.orSelection(), tagName,
        examples: ["tag 3 shopping", "tag 3 two words", "tag 3 4 shopping"]
    ) { model, _, ids, name in
        let ids = try await existing(ids, model)
        var notes: [Note] = []
        for id in ids { notes.append(try await model.service.tag(id, name)) }
        guard notes.count > 1 else { return NoteReplies.tags(of: notes[0]) }
        return NoteReplies.done(Strings.taggedSeveral(count: notes.count, tag: name), ids)
    }

    private static let untag = Command<NotesModel>(
        "untag", category: .writing, summary: Strings.commandUntag, parameters: ids.orSelection(), tagName,
        examples: ["untag 3 shopping", "untag 3 4 shopping"]
    ) { model, _, ids, name in
        let ids = try await existing(ids, model)
        var notes: [Note] = []
        for id in ids { notes.append(try await model.service.untag(id, name)) }
        guard notes.count > 1 else { return NoteReplies.tags(of: notes[0]) }
        return NoteReplies.done(Strings.untaggedSeveral(count: notes.count, tag: name), ids)
    }

    /// The numbers, each once; all of them are looked for before anything happens to one.
    private static func existing(_ ids: [Int], _ model: NotesModel) async throws -> [Int] {
        var known: Set<Int> = []
        let ids = ids.filter { known.insert($0).inserted }
        for id in ids { _ = try await model.service.note(id) }
        return ids
    }

    private static let pin = Command<NotesModel>(
        "pin", category: .writing, summary: Strings.commandPin, parameters: note.orSelection(), examples: ["pin 3"]
    ) { model, _, id in
        let note = try await model.service.pin(model.id(id), true)
        return NoteReplies.done(Strings.pinned(id: note.id), note.id)
    }

    private static let unpin = Command<NotesModel>(
        "unpin", category: .writing, summary: Strings.commandUnpin, parameters: note.orSelection(),
        examples: ["unpin 3"]
    ) { model, _, id in
        let note = try await model.service.pin(model.id(id), false)
        return NoteReplies.done(Strings.unpinned(id: note.id), note.id)
    }

    private static let todo = Command<NotesModel>(
        "todo", category: .writing, summary: Strings.commandTodo,
        parameters: id.orSelection(), .option(.day("due", placeholder: "DAY", summary: Strings.optionDue)),
        .flag("off", summary: Strings.optionOff),
        examples: ["todo 3", "todo 3 --due 2026-03-01", "todo 3 --due +3", "todo 3 --off"]
    ) { model, context, reference, due, off in
        let id = try await model.id(reference)
        if off {
            return NoteReplies.done(Strings.todoOff(id: try await model.service.dropTodo(id).id), id)
        }
        let note = try await model.service.makeTodo(id, due: due?.day(today: context.world.today))
        guard let day = note.marks.todo?.due else { return NoteReplies.done(Strings.todoMade(id: id), id) }
        return .message(Strings.todoDue(id: id, day: day.text), Fact("id", .number(id)), Fact("due", .text(day.text)))
    }

    static let done = Command<NotesModel>(
        "done", category: .writing, summary: Strings.commandDone, parameters: note.orSelection(), examples: ["done 3"]
    ) { model, _, id in
        let note = try await model.service.finish(model.id(id))
        return NoteReplies.done(Strings.todoDone(id: note.id), note.id)
    }

    private static let move = Command<NotesModel>(
        "move", category: .writing, summary: Strings.commandMove,
        parameters: id.orSelection(),
        .name("notebook", values: .item("notebook"), summary: Strings.parameterNotebookMove),
        examples: ["move 3 work/plans", "move 3 /"]
    ) { model, _, id, notebook in
        let note = try await model.service.move(model.id(id), to: notebook)
        let notebook = note.marks.notebook
        guard !notebook.isEmpty else { return NoteReplies.done(Strings.movedOut(id: note.id), note.id) }
        return .message(
            Strings.moved(id: note.id, notebook: notebook), Fact("id", .number(note.id)),
            Fact("notebook", .text(notebook)))
    }
}
