// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

extension NotesCommands {
    /// New names for tags and notebooks.
    static let labelling: [Command<NotesModel>] = [renameTag, renameNotebook]

    private static let renameTag = Command<NotesModel>(
        "rename-tag", category: .writing, summary: Strings.commandRenameTag,
        parameters: .word("tag", values: .item("tag"), summary: Strings.parameterTagOld), yes,
        .name("name", values: .item("tag"), summary: Strings.parameterTagNew),
        examples: ["rename-tag shopping errands", "rename-tag \"two words\" plain --yes"]
    ) { model, context, old, yes, new in
        let selected = SelectedThings(try await model.service.notes(tagged: old), isAsked: true)
        try await selected.confirm(context, yes)
        try await model.changing("rename-tag", selected.ids) {
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
        examples: ["rename-notebook work/plans ideas", "rename-notebook work office --yes"]
    ) { model, context, old, yes, new in
        let selected = SelectedThings(try await model.service.notes(inNotebook: old), isAsked: true)
        try await selected.confirm(context, yes)
        try await model.changing("rename-notebook", selected.ids, moves: true) {
            try await model.service.rename(notebook: old, to: new, in: selected.ids)
        }
        return .message(
            Strings.notebookRenamed(old: old, new: new, count: selected.ids.count), Fact("notebook", .text(new)),
            Fact("ids", .list(selected.ids.map(Value.number))))
    }
}
