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
        return .records(
            Records(
                files,
                [
                    .init("number", Strings.columnId, isRightAligned: true) { .number($0.number) },
                    .init("name", Strings.columnName) { MessageReplies.optional($0.part.name) },
                    .init("type", Strings.columnType) { .text($0.part.contentType) },
                    .init("size", Strings.columnSize, isRightAligned: true) { .number($0.part.size) },
                    .init("kept", Strings.columnKept) { .flag($0.part.digest != nil) },
                    .init("sha256", LocalizedText(verbatim: "SHA-256"), isHidden: true) {
                        MessageReplies.optional($0.part.digest?.description)
                    },
                ], whenEmpty: Strings.attachmentsNone
            ).limited(to: limit))
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
