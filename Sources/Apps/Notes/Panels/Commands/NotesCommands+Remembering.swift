// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

extension NotesCommands {
    /// Versions and saved queries.
    static let remembering: [Command<NotesModel>] = [history, diff, save, forget, saved]

    private static let history = Command<NotesModel>(
        "history", category: .reading, summary: Strings.commandHistory, parameters: note, .limit,
        examples: ["history 3", "history 3 --limit 5"]
    ) { model, context, reference, limit in
        let id = try await model.id(reference)
        _ = try await model.note(id, context)
        return NoteReplies.versions(try await model.service.versions(of: id), limit: limit)
    }

    private static let otherReference = Parameter.word(
        "other", as: NoteReference.self, values: .item("reference"), summary: Strings.parameterReferenceOther)

    private static let diff = Command<NotesModel>(
        "diff", category: .reading, summary: Strings.commandDiff, parameters: reference, .optional(otherReference),
        examples: ["diff 3", "diff 3@1", "diff 3@1 3@2"]
    ) { model, context, first, second in
        let id = try await model.id(first)
        let present = try await model.note(id, context)
        // Alone, a note is compared with its version before.
        let isAlone = first.version == nil && second == nil
        let number = first.version ?? (isAlone ? max(1, present.version - 1) : present.version)
        let old = try await model.service.version(number, of: id)
        let other = if let second { try await model.id(second) } else { id }
        let text = try await model.note(other, context).content
        let new =
            if let version = second?.version {
                try await model.service.version(version, of: other).content
            } else {
                text
            }
        return try await difference(old.content, new)
    }

    @MainActor
    private static func difference(_ old: String, _ new: String) async throws -> Reply {
        NoteReplies.difference(try await WordDiff.pieces(from: old, to: new))
    }

    private static let save = Command<NotesModel>(
        "save", category: .writing, summary: Strings.commandSave,
        parameters: .word("name", summary: Strings.parameterQueryName),
        query("query", summary: Strings.parameterQuerySave),
        examples: ["save weekend is:todo date:week sort:due"]
    ) { model, _, name, query in
        try await model.service.save(query, as: name)
        model.didChange(for: "save")
        return .message(Strings.querySaved(name: name), Fact("name", .text(name)))
    }

    private static let forget = Command<NotesModel>(
        "forget", category: .writing, summary: Strings.commandForget,
        parameters: .word("name", values: .item("query"), summary: Strings.parameterQueryName),
        examples: ["forget weekend"]
    ) { model, _, name in
        try await model.service.forgetQuery(name)
        model.didChange(for: "forget")
        return .message(Strings.queryForgotten(name: name), Fact("name", .text(name)))
    }

    private static let saved = Command<NotesModel>(
        "saved", category: .reading, summary: Strings.commandSaved, parameters: .limit, examples: ["saved"]
    ) { model, _, limit in
        .records(
            Records(
                try await model.service.savedQueries(),
                [
                    .init("name", Strings.columnName) { .text($0.name) },
                    .init("query", Strings.columnQuery) { .text($0.query) },
                ], whenEmpty: Strings.listEmptySaved
            ).limited(to: limit))
    }
}
