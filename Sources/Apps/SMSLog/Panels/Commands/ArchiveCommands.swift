// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session
import Worlds

/// Old messages in a store of their own.
@MainActor
enum ArchiveCommands {
    static let all: [Command<SMSLogModel>] = [archiveBefore]

    private static let archiveBefore = Command<SMSLogModel>(
        "archive-before", category: .exchange, summary: Strings.commandArchiveBefore,
        parameters: .day("day", summary: Strings.parameterArchiveDay), .flag("yes", summary: Strings.optionYes),
        examples: ["archive-before 2020-01-01"]
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
        let prompter = context.prompter
        let archive = try await model.log(named: MessageStoreChoice.archiveName, context)
        let moved = try await model.service.move(found, to: archive) { done, total in
            await prompter.progress(done, of: total)
        }
        model.didChange(for: "archive-before")
        return report(
            moved, of: found.conversations,
            Strings.archivedMessages(messages: moved, conversations: found.conversations))
    }

    private static func report(_ messages: Int, of conversations: Int, _ text: LocalizedText) -> Reply {
        .message(
            text, Fact("messages", .number(messages)), Fact("conversations", .number(conversations)))
    }
}
