// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
import AtriumSession
import NotesLogic

extension NotesCommands {
    /// Finding notes and looking at them.
    static let reading: [Command<NotesModel>] = [list, show, find, notebooks, notebook, tags]

    /// Only notes in the trash.
    static let trash = Parameter.flag("trash", summary: Strings.optionTrash)
    /// The notes to list.
    static let listed = Parameter.optional(query("query", summary: Strings.parameterQuery))

    static let list = Command<NotesModel>(
        "list", aliases: ["ls", "dir"], category: .reading, summary: Strings.commandList,
        parameters: .option(.choice("sort", NotesModel.Sort.self, summary: Strings.optionSort)), .limit, trash, listed,
        examples: ["list", "list --sort newest --limit 10", Strings.examplesList]
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
        parameters: shown.orSelection(), examples: ["show 3", "show 3@2", Strings.examplesShow]
    ) { model, context, reference in
        let (id, place): (Int, String)
        do { (id, place) = try await model.place(reference) } catch NotesFault.unknownTitle(let title) {
            throw UnknownNoteName(title: title)
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
        examples: [Strings.examplesFind, "find 使用"]
    ) { model, _, limit, ranks, words in
        try refuseOptions(in: words, of: "find")
        try await model.show(.matching(words), NoteListing(ranks ? .rank : .newest, limit: limit))
        return try await model.list()
    }

    private static let notebooks = Command<NotesModel>(
        "notebooks", category: .reading, summary: Strings.commandNotebooks, parameters: .limit,
        examples: ["notebooks"]
    ) { model, _, limit in
        NoteReplies.labels(try await model.service.labels(.notebook), .notebook, limit: limit)
    }

    private static let notebook = Command<NotesModel>(
        "notebook", category: .reading, summary: Strings.commandNotebook,
        parameters: .name("name", values: .item("notebook"), summary: Strings.parameterNotebook), .limit,
        examples: [Strings.examplesNotebook]
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
        NoteReplies.labels(try await model.service.labels(.tag), .tag, limit: limit)
    }
}

/// No note has the name to show, which may be meant as words to find.
struct UnknownNoteName: UserFacing, Equatable {
    let title: String

    private var fault: NotesFault { .unknownTitle(title) }
    var code: String { fault.code }
    var status: ExitStatus { fault.status }
    var sentence: LocalizedText {
        fault.sentence.followed(by: Strings.findInstead(words: CommandWord.quoted(title)))
    }
}

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
        examples: [Strings.examplesSave]
    ) { model, _, name, query in
        try await model.service.save(query, as: name)
        return .message(Strings.querySaved(name: name), Fact("name", .text(name)))
    }

    private static let forget = Command<NotesModel>(
        "forget", category: .writing, summary: Strings.commandForget,
        parameters: .word("name", values: .item("query"), summary: Strings.parameterQueryName),
        examples: [Strings.examplesForget]
    ) { model, _, name in
        try await model.service.forgetQuery(name)
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

extension NotesCommands {
    /// The commands for the targets of links.
    static let linking: [Command<NotesModel>] = [links]

    private static let links = Command<NotesModel>(
        "links", category: .reading, summary: Strings.commandLinks,
        parameters: .flag("broken", summary: Strings.optionBroken), .flag("orphans", summary: Strings.optionOrphans),
        .limit, .optional(note), examples: ["links 3", "links --broken --limit 20", "links --orphans"]
    ) { model, context, broken, orphans, limit, reference in
        try await model.welcome()
        if orphans {
            guard !broken, reference == nil else {
                throw CommandFault.unexpected(broken ? "--broken" : reference?.word ?? "")
            }
            return NoteReplies.list(try await model.service.orphans(), at: model.service.now, limit: limit)
        }
        if reference == nil, broken {
            return NoteReplies.links(
                try await model.service.brokenLinks(), whenEmpty: Strings.listEmptyBroken, limit: limit)
        }
        let id = if let reference { try await model.id(reference) } else { model.regarded?.id }
        guard let id else { throw NotesFault.noLinksOf }
        let note = try await model.note(id, context)
        let links = try await model.service.links(of: note)
        return NoteReplies.links(
            broken ? links.filter(\.isBroken) : links, whenEmpty: Strings.listEmptyLinks, limit: limit)
    }
}

extension NoteReplies {
    /// Links, each with the note in which it stands and the one that it leads to.
    static func links(_ links: [FoundLink], whenEmpty: LocalizedText, limit: Int?) -> Reply {
        .records(
            Records(
                links,
                [
                    .init("id", Strings.columnId, isRightAligned: true) { .number($0.source.id) },
                    .init("title", Strings.columnTitle, isCut: true) { .text($0.source.title) },
                    .init("link", Strings.columnLink, isCut: true) { .text($0.link.text) },
                    .init("leads", Strings.columnLeads, isCut: true) { leads($0) },
                    .init("target", Strings.columnId, isHidden: true) { $0.target.map { .number($0.id) } ?? .none },
                    .init("broken", Strings.columnState, isHidden: true) { .mark($0.isBroken) },
                ], whenEmpty: whenEmpty
            ).limited(to: limit))
    }

    private static func leads(_ link: FoundLink) -> Value {
        if let file = link.file { return .text(file) }
        guard !link.isOfFile else { return .word(key: "no file", Strings.linkNoFile) }
        guard let target = link.target else { return .word(key: "nowhere", Strings.linkNowhere) }
        guard link.lacksPlace else { return .text("\(target.id) \(target.title)") }
        return .word(key: "no place", Strings.linkNoPlace(id: target.id, title: target.title))
    }
}
