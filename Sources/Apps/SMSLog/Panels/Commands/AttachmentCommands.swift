// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session
import Stores

/// The files that belong to messages.
@MainActor
enum AttachmentCommands {
    static let all: [Command<SMSLogModel>] = [attachments, extract]

    private static let attachments = Command<SMSLogModel>(
        "attachments", category: .reading, summary: Strings.commandAttachments, parameters: MessageCommands.id,
        .limit, examples: ["attachments 3"]
    ) { model, _, id, limit in
        let files = try await model.service.attachments(of: id)
        return Reply(
            .records(
                Records(
                    columns: [
                        .init("number", Strings.columnId, isRightAligned: true), .init("name", Strings.columnName),
                        .init("type", Strings.columnType), .init("size", Strings.columnSize, isRightAligned: true),
                        .init("kept", Strings.columnKept),
                        .init("sha256", LocalizedText(verbatim: "SHA-256"), isHidden: true),
                    ],
                    rows: files.map { file in
                        [
                            .number(file.number), MessageReplies.optional(file.part.name),
                            .text(file.part.contentType), .number(file.part.size), .flag(file.part.digest != nil),
                            MessageReplies.optional(file.part.digest?.description),
                        ]
                    }, whenEmpty: Strings.attachmentsNone
                ).limited(to: limit)))
    }

    private static let extract = Command<SMSLogModel>(
        "extract", category: .exchange, summary: Strings.commandExtract,
        parameters: MessageCommands.id, .optional(.number("number", summary: Strings.parameterAttachment)),
        .option(.file("to", placeholder: "FOLDER", summary: Strings.optionTo)),
        examples: ["extract 3", "extract 3 1 --to pictures"]
    ) { model, context, id, number, folder in
        let path = try context.writablePath(of: folder ?? FileReference("."))
        let (paths, missing) = try await model.service.extract(id, number: number, to: path)
        return Reply(
            .message(
                Strings.extracted(count: paths.count, path: path),
                facts: [Fact("id", .number(id)), Fact("paths", .list(paths.map { .text($0) }))]),
            notices: missing > 0 ? [Strings.extractMissing(count: missing)] : [],
            status: missing > 0 ? .failure : .success)
    }
}
