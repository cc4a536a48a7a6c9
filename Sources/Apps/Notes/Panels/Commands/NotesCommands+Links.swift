// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic
import Session

extension NotesCommands {
    /// Where links lead.
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
                    .init("title", Strings.columnTitle) { .text($0.source.title) },
                    .init("link", Strings.columnLink) { .text($0.link.text) },
                    .init("leads", Strings.columnLeads) { leads($0) },
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
