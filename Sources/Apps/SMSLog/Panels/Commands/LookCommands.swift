// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// Messages of a file, of which nothing is kept.
@MainActor
enum LookCommands {
    static let all: [Command<SMSLogModel>] = [look]

    private nonisolated static let file = Parameter.file("file", summary: Strings.parameterLook)

    private static let look = Command<SMSLogModel>(
        "look", category: .exchange, summary: Strings.commandLook,
        parameters: .optional(file),
        .flag("end", summary: Strings.optionEnd), ImportCommands.me, ImportCommands.dates,
        ImportCommands.timeZone, ImportCommands.columns, ImportCommands.sent,
        examples: ["look ~/sms-20260101.xml", "look --end"]
    ) { model, context, file, ends, me, dates, zone, columns, sent in
        guard !ends else {
            if let file { throw CommandFault.unexpected(file.word) }
            try model.endLook()
            return .message(Strings.lookEnded)
        }
        guard let file else { throw CommandFault.missing(LookCommands.file) }
        let path = context.path(of: file)
        let prompter = context.prompter
        let (log, files) = try await ImportCommands.reading(path) {
            try await model.service.look(
                at: path,
                choices: ImportChoices(me: me, dates: dates, columns: columns, sent: sent, timeZone: zone?.timeZone)
            ) { done, total in
                await prompter.progress(bytes: done, of: total)
            }
        }
        model.look(at: log)
        return try await reply(log, files)
    }

    private static func reply(_ log: SMSLogService, _ files: [ImportedFile]) async throws -> Reply {
        let (tally, total) = (try await log.tally(), ImportTotal(files))
        let name = if case .look(let name) = log.origin { name } else { "" }
        return Reply(
            .message(
                Strings.looking(messages: tally.all, conversations: tally.conversations, name: name),
                facts: [
                    Fact("file", .text(name)), Fact("messages", .number(tally.all)),
                    Fact("conversations", .number(tally.conversations)), Fact("refused", .number(total.refused)),
                ]), notices: files.flatMap(ImportCommands.notices),
            status: total.isPartial ? .failure : .success)
    }
}
