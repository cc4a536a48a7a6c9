// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesLogic
import Session

extension NotesCommands {
    /// Finding notes and looking at them.
    static let reading: [Command<NotesModel>] = [list, show, find, notebooks, notebook, tags]

    private static let list = Command<NotesModel>(
        CommandSpec(
            "list", aliases: ["ls", "dir"], category: .reading, summary: Strings.commandList,
            parameters: [
                .option(
                    "sort", values: .choices(NotesModel.Sort.allCases.map(\.rawValue)), summary: Strings.optionSort,
                    terms: NotesModel.Sort.allCases.map { .init($0.rawValue, $0.summary) }),
                limit, .flag("trash", summary: Strings.optionTrash),
                query("query", isOptional: true, summary: Strings.parameterQuery),
            ], examples: ["list", "list --sort newest --limit 10", "list in:work is:todo", "list @weekend"])
    ) { model, arguments, _ in
        if let query = arguments["query"] { try refuseOptions(in: query, of: "list") }
        let scope: NotesModel.Scope =
            if let query = arguments["query"] {
                .matching(arguments.has("trash") ? "is:trashed " + query : query)
            } else {
                arguments.has("trash") ? .trash : .active
            }
        let limit = try arguments.number("limit")
        try await model.show(
            scope, NoteListing(arguments["sort"].flatMap { NotesModel.Sort(rawValue: $0) }, limit: limit))
        return try await model.list()
    }

    /// A mistyped option is no word to look for; between quotation marks it is.
    private static func refuseOptions(in query: String, of command: String) throws {
        guard let option = QueryReader.option(in: query) else { return }
        throw CommandFault.unknownOption(option, command: command)
    }

    private static let show = Command<NotesModel>(
        CommandSpec(
            "show", aliases: ["cat", "view", "read"], category: .reading, summary: Strings.commandShow,
            parameters: [reference],
            examples: ["show 3", "show 3@2"])
    ) { model, arguments, context in
        let reference = try NoteReference(arguments.text("id"))
        if let number = reference.version {
            let note = try await model.note(reference.id, context)
            let version = try await model.service.version(number, of: reference.id)
            return NoteReplies.detail(note, version: version)
        }
        return try await model.detail(reference.id, context)
    }

    private static let find = Command<NotesModel>(
        CommandSpec(
            "find", aliases: ["search"], category: .reading, summary: Strings.commandFind,
            parameters: [
                limit, .flag("rank", summary: Strings.optionRank),
                query("words", summary: Strings.parameterQueryFind),
            ],
            examples: ["find milk -oat", "find \"buy milk\" OR soy", "find tag:\"two words\" date:week", "find 使用"])
    ) { model, arguments, _ in
        let limit = try arguments.number("limit")
        try refuseOptions(in: arguments.text("words"), of: "find")
        try await model.show(
            .matching(arguments.text("words")), NoteListing(arguments.has("rank") ? .rank : .newest, limit: limit))
        return try await model.list()
    }

    private static let notebooks = Command<NotesModel>(
        CommandSpec("notebooks", category: .reading, summary: Strings.commandNotebooks)
    ) { model, _, _ in
        NoteReplies.labels(
            try await model.service.labels(.notebook), "notebook", Strings.columnNotebook,
            whenEmpty: Strings.listEmptyNotebooks)
    }

    private static let notebook = Command<NotesModel>(
        CommandSpec(
            "notebook", category: .reading, summary: Strings.commandNotebook,
            parameters: [
                .name("name", values: .item("notebook"), summary: Strings.parameterNotebook),
                limit,
            ],
            examples: ["notebook work/plans"])
    ) { model, arguments, _ in
        var listing = NoteListing()
        listing.limit = try arguments.number("limit")
        try await model.show(.matching("in:\"\(arguments.text("name").replacing("\"", with: ""))\""), listing)
        return try await model.list()
    }

    private static let tags = Command<NotesModel>(
        CommandSpec("tags", category: .reading, summary: Strings.commandTags)
    ) { model, _, _ in
        NoteReplies.labels(
            try await model.service.labels(.tag), "tag", Strings.columnTag, whenEmpty: Strings.listEmptyTags)
    }
}
