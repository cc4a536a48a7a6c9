import AtriumKit
import SMSLogLogic
import Session

/// Reading conversations.
@MainActor
enum ThreadCommands {
    static let all: [Command<SMSLogModel>] = [threads, thread, older, newer, mark]

    private static let number = Parameter.word("number", values: .item("number"))

    private static let threads = Command<SMSLogModel>(
        CommandSpec(
            "threads", category: .reading, summary: Strings.commandThreads,
            parameters: [.option("limit", summary: Strings.optionLimit)],
            examples: ["threads", "threads --limit 200"])
    ) { model, arguments, _ in
        try await list(model, limit: arguments.number("limit") ?? SMSLogModel.page)
    }

    /// The list of conversations, and whether there are more of them.
    static func list(_ model: SMSLogModel, limit: Int) async throws -> Reply {
        // One more than is shown tells whether there are more.
        let found = try await model.service.conversations(limit: min(limit, .max - 1) + 1)
        model.tab = .threads
        return MessageReplies.conversations(
            Array(found.prefix(limit)), notices: found.count > limit ? [Strings.threadsMore(count: limit)] : [])
    }

    private static let thread = Command<SMSLogModel>(
        CommandSpec(
            "thread", category: .reading, summary: Strings.commandThread,
            parameters: [number, .option("limit", summary: Strings.optionLimit)],
            examples: ["thread +15551000000", "thread Alice", "thread \"Alice Smith\" --limit 10"])
    ) { model, arguments, _ in
        let address = try await model.service.address(of: arguments.text("number"))
        let limit = try arguments.number("limit") ?? SMSLogModel.page
        return MessageReplies.page(try await model.open(address, limit: limit))
    }

    private static let older = Command<SMSLogModel>(
        CommandSpec("older", category: .reading, summary: Strings.commandOlder, examples: ["older"])
    ) { model, _, _ in
        MessageReplies.page(try await model.older())
    }

    private static let newer = Command<SMSLogModel>(
        CommandSpec("newer", category: .reading, summary: Strings.commandNewer, examples: ["newer"])
    ) { model, _, _ in
        MessageReplies.page(try await model.newer())
    }

    private static let mark = Command<SMSLogModel>(
        CommandSpec(
            "mark", category: .writing, summary: Strings.commandMark,
            parameters: [number, .word("state", values: .choices(["read", "unread"]))],
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
