// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

extension NotesCommands {
    /// Texts that were not finished.
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
                    .init("title", Strings.columnTitle) { .text($0.title) },
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

    /// What is edited, as far as it can be told.
    @MainActor
    private static func title(of command: String, _ model: NotesModel) async throws -> String {
        guard let id = command.split(separator: " ").last.flatMap({ Int($0) }) else { return command }
        do { return try await model.service.note(id).title } catch NotesFault.unknownNote { return command }
    }
}

extension UnfinishedNote {
    fileprivate var firstLine: String { String(content.prefix { !$0.isNewline }) }
}
