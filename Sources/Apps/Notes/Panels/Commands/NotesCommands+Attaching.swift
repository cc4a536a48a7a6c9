// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import Foundation
import NotesLogic

extension NotesCommands {
    /// Files that belong to notes.
    static let attaching: [Command<NotesModel>] = [attach, attachments, picture, detach, extract]

    private static let attach = Command<NotesModel>(
        "attach", category: .exchange, summary: Strings.commandAttach,
        parameters: id, .file("file", summary: Strings.parameterAttachFile), examples: ["attach 3 photo.png"]
    ) { model, context, id, file in
        let id = try await model.unlocked(model.id(id), context)
        let attachment = try await model.service.attachments.attach(context.path(of: file), to: id)
        let link = try await model.service.attachments.link(to: attachment, of: id)
        return .message(
            Strings.attached(id: id, name: attachment.name, link: link), Fact("id", .number(id)),
            Fact("name", .text(attachment.name)), Fact("type", .text(attachment.type)),
            Fact("size", .number(attachment.size)))
    }

    private static let attachments = Command<NotesModel>(
        "attachments", category: .reading, summary: Strings.commandAttachments, parameters: note, .limit,
        examples: ["attachments 3"]
    ) { model, context, id, limit in
        let id = try await model.unlocked(model.id(id), context)
        return .records(
            Records(
                try await model.service.attachments.all(of: id),
                [
                    .init("name", Strings.columnName) { .text($0.name) },
                    .init("type", Strings.columnType) { .text($0.type) },
                    .init("size", Strings.columnSize, isRightAligned: true) { .number($0.size) },
                ], whenEmpty: Strings.listEmptyAttachments
            ).limited(to: limit))
    }

    private static let picture = Command<NotesModel>(
        "picture", category: .reading, summary: Strings.commandPicture,
        parameters: .optional(pictureLink), examples: ["picture", "picture 2", "picture photo.png"]
    ) { model, context, reference in
        guard let regarded = model.regarded else { throw CommandFault.missing(note) }
        let (name, bytes) = try await model.picture(reference, of: model.note(regarded.id, context))
        let isShown = try await context.prompter.show(picture: bytes)
        return .message(
            isShown ? Strings.pictureShown(name: name) : Strings.pictureUnseen(name: name), Fact("name", .text(name)))
    }

    /// A picture of the open note.
    private static let pictureLink = Parameter.word(
        "link", as: LinkReference.self, values: .item("link"), summary: Strings.parameterPicture)

    private static let detach = Command<NotesModel>(
        "detach", category: .writing, summary: Strings.commandDetach, parameters: id, name, yes,
        examples: ["detach 3 photo.png", "detach 3 photo.png --yes"], isLasting: true
    ) { model, context, id, name, yes in
        let id = try await model.unlocked(model.id(id), context)
        guard let attachment = try await model.service.attachments.all(of: id).first(where: { $0.name == name }) else {
            throw AttachmentFault.unknown(name, note: id)
        }
        if let path = attachment.path { throw AttachmentFault.linked(path: path, note: id) }
        if !yes {
            try await context.confirm(Strings.promptDetach(id: id, name: name))
        }
        try await model.service.attachments.detach(name, from: id)
        return .message(Strings.detached(id: id, name: name), Fact("id", .number(id)), Fact("name", .text(name)))
    }

    private static let extract = Command<NotesModel>(
        "extract", category: .exchange, summary: Strings.commandExtract,
        parameters: id, name, .optional(.file("file", summary: Strings.parameterExtractFile)),
        examples: ["extract 3 photo.png", "extract 3 photo.png copy.png"]
    ) { model, context, id, name, file in
        let id = try await model.unlocked(model.id(id), context)
        let path = try context.writablePath(of: file ?? FileReference(name))
        try await model.service.attachments.extract(name, of: id, to: path)
        return .message(
            Strings.extracted(name: name, path: path), Fact("id", .number(id)), Fact("name", .text(name)),
            Fact("path", .text(path)))
    }

    private static let name = Parameter.word(
        "name", values: .item("attachment"), summary: Strings.parameterAttachment)
}
