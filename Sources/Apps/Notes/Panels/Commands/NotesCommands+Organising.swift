// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumWorlds
import NotesLogic

extension NotesCommands {
    /// Notebooks, tags, pins and tasks.
    static let organising: [Command<NotesModel>] = [tag, untag, pin, unpin, todo, done, move]

    private static let tagName = Parameter.name("name", values: .item("tag"), summary: Strings.parameterTag)

    static let tag = Command<NotesModel>(
        "tag", category: .writing, summary: Strings.commandTag, parameters: ids.orSelection(), yes, tagName,
        examples: [Strings.examplesTag]
    ) { model, context, selection, yes, name in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let notes = try await model.changing(selected.ids) { try await model.service.tag(selected.ids, name) }
        guard notes.count > 1 else { return NoteReplies.tags(of: notes[0]) }
        return NoteReplies.done(Strings.taggedSeveral(count: notes.count, tag: name), selected.ids)
    }

    private static let untag = Command<NotesModel>(
        "untag", category: .writing, summary: Strings.commandUntag, parameters: ids.orSelection(), yes, tagName,
        examples: [Strings.examplesUntag]
    ) { model, context, selection, yes, name in
        let selected = try await model.notes(selection)
        // All of them are looked for before anything happens to one.
        for id in selected.ids { _ = try await model.service.note(id) }
        try await selected.confirm(context, yes)
        let notes = try await model.changing(selected.ids) {
            var notes: [Note] = []
            for id in selected.ids { notes.append(try await model.service.untag(id, name)) }
            return notes
        }
        guard notes.count > 1 else { return NoteReplies.tags(of: notes[0]) }
        return NoteReplies.done(Strings.untaggedSeveral(count: notes.count, tag: name), selected.ids)
    }

    private static let pin = Command<NotesModel>(
        "pin", category: .writing, summary: Strings.commandPin, parameters: notes.orSelection(), yes,
        examples: ["pin 3"]
    ) { model, context, selection, yes in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let notes = try await model.changing(selected.ids) { try await model.service.pin(selected.ids, true) }
        guard notes.count > 1 else { return NoteReplies.done(Strings.pinned(id: notes[0].id), notes[0].id) }
        return NoteReplies.done(Strings.pinnedSeveral(count: notes.count), selected.ids)
    }

    private static let unpin = Command<NotesModel>(
        "unpin", category: .writing, summary: Strings.commandUnpin, parameters: notes.orSelection(), yes,
        examples: ["unpin 3"]
    ) { model, context, selection, yes in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let notes = try await model.changing(selected.ids) { try await model.service.pin(selected.ids, false) }
        guard notes.count > 1 else { return NoteReplies.done(Strings.unpinned(id: notes[0].id), notes[0].id) }
        return NoteReplies.done(Strings.unpinnedSeveral(count: notes.count), selected.ids)
    }

    private static let todo = Command<NotesModel>(
        "todo", category: .writing, summary: Strings.commandTodo,
        parameters: notes.orSelection(), yes,
        .option(.word("due", as: NoteDue.self, placeholder: "DAY", summary: Strings.optionDue)),
        .option(.word("every", as: NoteRepetition.self, placeholder: "WORDS", summary: Strings.optionEvery)),
        .flag("off", summary: Strings.optionOff),
        examples: ["todo 3", "todo 3 --due 2026-03-01", "todo 3 --due +3", Strings.examplesTodo, "todo 3 --off"]
    ) { model, context, selection, yes, due, every, off in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let (ids, id) = (selected.ids, selected.ids[0])
        var repetition = try every?.value ?? .asBefore
        if let due, due.moment == nil {
            // Without a date nothing repeats.
            if case .rule = repetition { throw CommandFault.unexpected("--due \(due.word)") }
            repetition = .asBefore
        }
        if off {
            _ = try await model.changing(ids) { try await model.service.dropTodo(ids) }
            guard ids.count > 1 else { return NoteReplies.done(Strings.todoOff(id: id), id) }
            return NoteReplies.done(Strings.todoOffSeveral(count: ids.count), ids)
        }
        let day = due?.moment?.due(today: context.world.today)
        let notes = try await model.changing(ids) {
            try await model.service.makeTodo(ids, due: day, repeating: repetition)
        }
        guard ids.count == 1 else {
            let text =
                day.map { Strings.todoDueSeveral(count: ids.count, day: $0.shown) }
                ?? Strings.todoMadeSeveral(count: ids.count)
            return NoteReplies.done(text, ids)
        }
        guard let todo = notes[0].marks.todo, let due = todo.due else {
            return NoteReplies.done(Strings.todoMade(id: id), id)
        }
        let facts = [Fact("id", .number(id)), Fact("due", .text(due.text))]
        guard let rule = todo.recurrence else {
            return Reply(.message(Strings.todoDue(id: id, day: due.shown), facts: facts))
        }
        let text = LocalizedText("todo.due.every") { language in
            Strings.todoDueEvery(id: id, day: due.shown, rule: rule.said.string(in: language)).string(in: language)
        }
        return Reply(.message(text, facts: facts + [Fact("repeat", .text(rule.text))]))
    }

    static let done = Command<NotesModel>(
        "done", category: .writing, summary: Strings.commandDone, parameters: notes.orSelection(), yes,
        .option(.number("task", placeholder: "N", summary: Strings.optionTask)),
        examples: ["done 3", Strings.examplesDone, "done 2 --task 2"]
    ) { model, context, selection, yes, task in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let said = try await model.service.openTask(task, of: selected.ids[0])
        let notes = try await model.changing(selected.ids) {
            try await model.service.finish(selected.ids, task: task)
        }
        if let said, notes.count == 1 {
            return NoteReplies.done(Strings.taskDone(id: notes[0].id, task: said), notes[0].id)
        }
        if notes.count == 1 {
            // In a page of Logseq the task is in the text, whose file is yet to be read.
            guard let todo = notes[0].marks.todo, todo.recurrence != nil, todo.doneAt == nil, let due = todo.due else {
                return NoteReplies.done(Strings.todoDone(id: notes[0].id), notes[0].id)
            }
            return .message(
                Strings.todoDoneNext(id: notes[0].id, day: due.shown), Fact("id", .number(notes[0].id)),
                Fact("due", .text(due.text)))
        }
        return NoteReplies.done(Strings.todoDoneSeveral(count: notes.count), selected.ids)
    }

    private static let move = Command<NotesModel>(
        "move", category: .writing, summary: Strings.commandMove,
        parameters: ids.orSelection(), yes,
        .name("notebook", values: .item("notebook"), summary: Strings.parameterNotebookMove),
        examples: [Strings.examplesMove, "move 3 /"]
    ) { model, context, selection, yes, notebook in
        let selected = try await model.notes(selection)
        try await selected.confirm(context, yes)
        let unlocked = try await model.unlock(selected.ids, comingTo: notebook, context)
        let (notes, renamed) = try await model.renaming(selected.ids) {
            try await model.service.move(selected.ids, to: notebook)
        }
        let notices = unlocked + renamed
        let notebook = notes[0].marks.notebook
        guard notes.count == 1 else {
            let text =
                notebook.isEmpty
                ? Strings.movedOutSeveral(count: notes.count)
                : Strings.movedSeveral(count: notes.count, notebook: notebook)
            return NoteReplies.done(text, selected.ids, notices: notices)
        }
        let id = notes[0].id
        guard !notebook.isEmpty else { return NoteReplies.done(Strings.movedOut(id: id), id, notices: notices) }
        return .message(
            Strings.moved(id: id, notebook: notebook), Fact("id", .number(id)), Fact("notebook", .text(notebook)),
            notices: notices)
    }
}

extension NotesCommands {
    /// New names for tags and notebooks.
    static let labelling: [Command<NotesModel>] = [renameTag, renameNotebook]

    private static let renameTag = Command<NotesModel>(
        "rename-tag", category: .writing, summary: Strings.commandRenameTag,
        parameters: .word("tag", values: .item("tag"), summary: Strings.parameterTagOld), yes,
        .name("name", values: .item("tag"), summary: Strings.parameterTagNew),
        examples: [Strings.examplesRenameTag]
    ) { model, context, old, yes, new in
        let selected = SelectedThings(try await model.service.notes(tagged: old), isAsked: true)
        try await selected.confirm(context, yes)
        try await model.changing(selected.ids) {
            try await model.service.rename(tag: old, to: new, in: selected.ids)
        }
        return .message(
            Strings.tagRenamed(old: old, new: new, count: selected.ids.count), Fact("tag", .text(new)),
            Fact("ids", .list(selected.ids.map(Value.number))))
    }

    private static let renameNotebook = Command<NotesModel>(
        "rename-notebook", category: .writing, summary: Strings.commandRenameNotebook,
        parameters: .word("notebook", values: .item("notebook"), summary: Strings.parameterNotebookOld), yes,
        .name("name", values: .item("notebook"), summary: Strings.parameterNotebookNew),
        examples: [Strings.examplesRenameNotebook]
    ) { model, context, old, yes, new in
        let selected = SelectedThings(try await model.service.notes(inNotebook: old), isAsked: true)
        try await selected.confirm(context, yes)
        let unlocked = try await model.unlock(selected.ids, comingTo: new, context)
        let (_, renamed) = try await model.renaming(selected.ids) {
            try await model.service.rename(notebook: old, to: new, in: selected.ids)
        }
        let notices = unlocked + renamed
        return .message(
            Strings.notebookRenamed(old: old, new: new, count: selected.ids.count), Fact("notebook", .text(new)),
            Fact("ids", .list(selected.ids.map(Value.number))), notices: notices)
    }
}
