// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

extension NotesCommands {
    /// Finding notes and looking at them.
    static let reading: [Command<NotesModel>] = [list, show, find, notebooks, notebook, tags]

    /// Only what is in the trash.
    static let trash = Parameter.flag("trash", summary: Strings.optionTrash)
    /// Which notes to list.
    static let listed = Parameter.optional(query("query", summary: Strings.parameterQuery))

    static let list = Command<NotesModel>(
        "list", aliases: ["ls", "dir"], category: .reading, summary: Strings.commandList,
        parameters: .option(.choice("sort", NotesModel.Sort.self, summary: Strings.optionSort)), .limit, trash, listed,
        examples: ["list", "list --sort newest --limit 10", "list in:work is:todo", "list @weekend"]
    ) { model, _, sort, limit, trash, query in
        if let query { try refuseOptions(in: query, of: "list") }
        let scope: NoteScope =
            if let query {
                .matching(trash ? "is:trashed " + query : query)
            } else {
                trash ? .trash : .active
            }
        try await model.show(scope, NoteListing(sort, limit: limit))
        return try await model.list()
    }

    /// A mistyped option is no word to look for; between quotation marks it is.
    private static func refuseOptions(in query: String, of command: String) throws {
        guard let option = QueryReader.option(in: query) else { return }
        throw CommandFault.unknownOption(option, command: command)
    }

    static let show = Command<NotesModel>(
        "show", aliases: ["cat", "view", "read"], category: .reading, summary: Strings.commandShow,
        parameters: shown.orSelection(), examples: ["show 3", "show 3@2", "show Plan", "show 'Plan#This week'"]
    ) { model, context, reference in
        let (id, place): (Int, String)
        do { (id, place) = try await model.place(reference) } catch NotesFault.unknownTitle(let title) {
            throw UnfoundNote(title: title)
        }
        if let number = reference.version {
            let note = try await model.note(id, context)
            let version = try await model.service.version(number, of: id)
            return NoteReplies.detail(note, version: version, now: model.service.now)
        }
        return try await model.detail(id, context, at: place, isSection: true)
    }

    static let find = Command<NotesModel>(
        "find", aliases: ["search"], category: .reading, summary: Strings.commandFind,
        parameters: .limit, .flag("rank", summary: Strings.optionRank),
        query("words", summary: Strings.parameterQueryFind),
        examples: ["find milk -oat", "find \"buy milk\" OR soy", "find tag:\"two words\" date:week", "find 使用"]
    ) { model, _, limit, ranks, words in
        try refuseOptions(in: words, of: "find")
        try await model.show(.matching(words), NoteListing(ranks ? .rank : .newest, limit: limit))
        return try await model.list()
    }

    private static let notebooks = Command<NotesModel>(
        "notebooks", category: .reading, summary: Strings.commandNotebooks, parameters: .limit,
        examples: ["notebooks"]
    ) { model, _, limit in
        NoteReplies.labels(
            try await model.service.labels(.notebook), "notebook", Strings.columnNotebook,
            whenEmpty: Strings.listEmptyNotebooks, limit: limit)
    }

    private static let notebook = Command<NotesModel>(
        "notebook", category: .reading, summary: Strings.commandNotebook,
        parameters: .name("name", values: .item("notebook"), summary: Strings.parameterNotebook), .limit,
        examples: ["notebook work/plans"]
    ) { model, _, name, limit in
        var listing = NoteListing()
        listing.limit = limit
        try await model.show(.matching(QueryKey.in.term(name)), listing)
        return try await model.list()
    }

    private static let tags = Command<NotesModel>(
        "tags", category: .reading, summary: Strings.commandTags, parameters: .limit,
        examples: ["tags", "tags --limit 20"]
    ) { model, _, limit in
        NoteReplies.labels(
            try await model.service.labels(.tag), "tag", Strings.columnTag, whenEmpty: Strings.listEmptyTags,
            limit: limit)
    }
}

/// No note is called what somebody wants to see, who may have meant words in it.
struct UnfoundNote: UserFacing, Equatable {
    let title: String

    private var fault: NotesFault { .unknownTitle(title) }
    var code: String { fault.code }
    var status: ExitStatus { fault.status }
    var sentence: LocalizedText {
        fault.sentence.followed(by: Strings.findInstead(words: CommandWord.quoted(title)))
    }
}
