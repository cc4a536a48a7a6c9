// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumWorlds
import MessageFormats
import SMSLogLogic

/// Old messages in a store of their own.
@MainActor
enum ArchiveCommands {
    static let all: [Command<SMSLogModel>] = [archiveBefore, archiveBack]

    private static let archiveBefore = Command<SMSLogModel>(
        "archive-before", category: .exchange, summary: Strings.commandArchiveBefore,
        parameters: .day("day", summary: Strings.parameterArchiveDay), .flag("yes", summary: Strings.optionYes),
        examples: ["archive-before 2020-01-01"], isLasting: true
    ) { model, context, reference, yes in
        let zone = context.world.timeZone
        let day = reference.day(today: Day(context.world.clock.now, in: zone))
        let found = try await model.service.messages(before: day.start(in: zone))
        let count = found.ids.count
        guard count > 0 else { return report(0, of: 0, Strings.archivedNothing(day: day.text)) }
        if !yes {
            try await context.confirm(
                Strings.promptArchive(messages: count, conversations: found.conversations, day: day.text))
        }
        let moved = try await move(found, from: model.service, to: try model.log(in: .archive), context)
        return report(
            moved, of: found.conversations,
            Strings.archivedMessages(messages: moved, conversations: found.conversations))
    }

    private static let archiveBack = Command<SMSLogModel>(
        "archive-back", category: .exchange, summary: Strings.commandArchiveBack,
        parameters: .optional(.day("day", summary: Strings.parameterArchiveBackDay)),
        .flag("yes", summary: Strings.optionYes), examples: ["archive-back 2019-01-01", "archive-back"], isLasting: true
    ) { model, context, reference, yes in
        if case .look(let name) = model.service.origin { throw SMSLogFault.onlyLooked(name) }
        let zone = context.world.timeZone
        let day = reference?.day(today: Day(context.world.clock.now, in: zone))
        let archive = try model.log(in: .archive)
        let found = try await archive.messages(since: day?.start(in: zone))
        let count = found.ids.count
        guard count > 0 else {
            return report(0, of: 0, day.map { Strings.archiveHasNoneSince(day: $0.text) } ?? Strings.archiveIsEmpty)
        }
        if !yes {
            try await context.confirm(
                Strings.promptArchiveBack(messages: count, conversations: found.conversations))
        }
        let moved = try await move(found, from: archive, to: try model.log(in: .system), context)
        if case .store(.file) = model.service.origin { try await model.service.journal(changeOf: archive) }
        let said = Strings.archivedBack(messages: moved, conversations: found.conversations)
        let isShown = model.service.origin == .store(.system)
        return report(
            moved, of: found.conversations,
            isShown
                ? said
                : LocalizedText(as: said) {
                    "\(said.string(in: $0)) \(Strings.archivedBackElsewhere.string(in: $0))"
                })
    }

    private static func move(
        _ messages: MovedMessages, from log: SMSLogService, to other: SMSLogService, _ context: CommandContext
    ) async throws -> Int {
        let prompter = context.prompter
        return try await log.move(messages, to: other) { done, total in await prompter.progress(done, of: total) }
    }

    private static func report(_ messages: Int, of conversations: Int, _ text: LocalizedText) -> Reply {
        .message(
            text, Fact("messages", .number(messages)), Fact("conversations", .number(conversations)))
    }
}
