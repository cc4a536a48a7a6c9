// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import AtriumKit
import Session

/// Reading conversations.
@MainActor
enum ThreadCommands {
    static let all: [Command<SMSLogModel>] = [threads, thread, older, newer, mark]

    private static let number = Parameter.word("number", values: .item("number"), summary: Strings.parameterNumber)

    private static let threads = Command<SMSLogModel>(
        CommandSpec(
            "threads", aliases: ["list", "ls"], category: .reading, summary: Strings.commandThreads,
            parameters: [
                .word(
                    "kind", isOptional: true, values: .choices(ConversationKind.allCases.map(\.rawValue)),
                    summary: Strings.parameterKind,
                    terms: ConversationKind.allCases.map { .init($0.rawValue, $0.title) }),
                .option("limit", placeholder: "N", summary: Strings.optionLimit),
            ],
            examples: ["threads", "threads unread", "threads --limit 200"])
    ) { model, arguments, _ in
        let kind = arguments["kind"].flatMap { ConversationKind(rawValue: $0) } ?? .all
        return try await list(model, kind, limit: arguments.number("limit"))
    }

    /// The list of conversations of a kind, and whether there are more of them.
    static func list(_ model: SMSLogModel, _ kind: ConversationKind = .all, limit: Int? = nil) async throws -> Reply {
        model.list(kind, limit: limit)
        return .onPanels {
            let shown = limit ?? SMSLogModel.page
            // One more than is shown tells whether there are more.
            let found = try await model.service.conversations(kind, limit: min(shown, .max - 1) + 1)
            return MessageReplies.conversations(
                Array(found.prefix(shown)), of: kind, cut: found.count > shown ? try await cut(model, kind, shown) : nil
            )
        }
    }

    /// What a list of so many conversations leaves out.
    private static func cut(_ model: SMSLogModel, _ kind: ConversationKind, _ shown: Int) async throws -> Records.Cut {
        let total = try await model.service.allConversationCounts()[kind] ?? shown
        return Records.Cut(total: total, notice: Strings.threadsMore(count: shown, total: total))
    }

    private static let thread = Command<SMSLogModel>(
        CommandSpec(
            "thread", aliases: ["read"], category: .reading, summary: Strings.commandThread,
            parameters: [number, .option("limit", placeholder: "N", summary: Strings.optionLimit)],
            examples: ["thread +15551000000", "thread Alice", "thread \"Alice Smith\" --limit 10"])
    ) { model, arguments, _ in
        let address = try await model.service.address(of: arguments.text("number"))
        let limit = try arguments.number("limit") ?? SMSLogModel.page
        return MessageReplies.page(try await model.open(address, limit: limit), in: model)
    }

    private static let older = Command<SMSLogModel>(
        CommandSpec("older", category: .reading, summary: Strings.commandOlder, examples: ["older"])
    ) { model, _, _ in
        MessageReplies.page(try await model.older(), in: model)
    }

    private static let newer = Command<SMSLogModel>(
        CommandSpec("newer", category: .reading, summary: Strings.commandNewer, examples: ["newer"])
    ) { model, _, _ in
        MessageReplies.page(try await model.newer(), in: model)
    }

    private static let mark = Command<SMSLogModel>(
        CommandSpec(
            "mark", category: .writing, summary: Strings.commandMark,
            parameters: [
                number, .word("state", values: .choices(["read", "unread"]), summary: Strings.parameterState),
            ],
            examples: ["mark +15551000000 unread", "mark Alice read"])
    ) { model, arguments, _ in
        let address = try await model.service.address(of: arguments.text("number"))
        let isRead = arguments.text("state") == "read"
        let count = try await isRead ? model.service.markRead(address) : model.service.markUnread(address)
        return .message(
            isRead ? Strings.markedRead(count: count) : Strings.markedUnread(count: count),
            Fact("number", .text(address.text)), Fact("changed", .number(count)))
    }
}
