// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
import AtriumStores
import MessageFormats
public import SMSLogLogic

/// Reading conversations.
@MainActor
enum ThreadCommands {
    static let all: [Command<SMSLogModel>] = [threads, thread, older, newer, mark]

    /// The conversation, to the end of the line.
    static let number = Parameter.name("number", values: .item("number"), summary: Strings.parameterNumber)
    /// The kind of conversations.
    static let kind = Parameter.optional(
        .word(
            "kind", as: ConversationKind.self, values: .choices(ConversationKind.allCases.map(\.rawValue)),
            summary: Strings.parameterKind,
            terms: ConversationKind.allCases.map { ParameterSpec.Term($0.rawValue, $0.title) }))

    static let threads = Command<SMSLogModel>(
        "threads", aliases: ["list", "ls"], category: .reading, summary: Strings.commandThreads,
        parameters: kind, .limit,
        examples: ["threads", "threads unread", "threads archived", "threads --limit 200"]
    ) { model, _, kind, limit in
        try await list(model, kind ?? .all, limit: limit)
    }

    /// The list of conversations of a kind, and whether there are more of them.
    static func list(_ model: SMSLogModel, _ kind: ConversationKind = .all, limit: Int? = nil) async throws -> Reply {
        model.list(kind, limit: limit)
        return .onPanels {
            let shown = limit ?? SMSLogModel.page
            // One more than shown reveals whether there are more.
            let found = try await model.service.conversations(kind, limit: min(shown, .max - 1) + 1)
            let counts = found.isEmpty ? try await model.service.allConversationCounts() : [:]
            return MessageReplies.conversations(
                Array(found.prefix(shown)), cut: found.count > shown ? try await cut(model, kind, shown) : nil,
                whenEmpty: kind.whenEmpty(counts, in: model.service.origin))
        }
    }

    /// The conversations that a list of `shown` leaves out.
    private static func cut(_ model: SMSLogModel, _ kind: ConversationKind, _ shown: Int) async throws -> Records.Cut {
        let total = try await model.service.allConversationCounts()[kind] ?? shown
        return Records.Cut(to: shown, of: total, keeping: .newest)
    }

    /// The line that opens a conversation.
    nonisolated static func opening(_ address: Address) -> String { "thread \(CommandWord.quoted(address.text))" }

    static let thread = Command<SMSLogModel>(
        "thread", aliases: ["read"], category: .reading, summary: Strings.commandThread,
        parameters: number.orSelection(), .limit,
        examples: [
            "thread +15551000000", "thread Alice", "thread Alice Smith --limit 10", "thread Alice, Bob Jones",
        ]
    ) { model, _, number, limit in
        MessageReplies.page(try await model.open(number, limit: limit ?? SMSLogModel.page), in: model)
    }

    private static let older = Command<SMSLogModel>(
        "older", category: .reading, summary: Strings.commandOlder, examples: ["older"]
    ) { model, _ in
        MessageReplies.page(try await model.older(), in: model)
    }

    private static let newer = Command<SMSLogModel>(
        "newer", category: .reading, summary: Strings.commandNewer, examples: ["newer"]
    ) { model, _ in
        MessageReplies.page(try await model.newer(), in: model)
    }

    private static let mark = Command<SMSLogModel>(
        "mark", category: .writing, summary: Strings.commandMark,
        parameters: Parameter.word("number", values: .item("number"), summary: Strings.parameterNumber).orSelection(),
        .choice("state", ReadState.self, summary: Strings.parameterState),
        examples: ["mark +15551000000 unread", "mark Alice read"]
    ) { model, _, number, state in
        let address = try await model.service.people.address(of: number)
        let isRead = state == .read
        let count = try await isRead ? model.service.markRead(address) : model.service.markUnread(address)
        return .message(
            isRead ? Strings.markedRead(count: count) : Strings.markedUnread(count: count),
            Fact("number", .text(address.text)), Fact("changed", .number(count)))
    }
}

/// The states for `mark`.
private enum ReadState: String, CommandChoice {
    case read, unread
}

extension ConversationKind: CommandValue {
    /// A kind, with `is:` before it or without.
    package init(_ word: CommandWord, of name: String) throws(CommandFault) {
        let text = word.text.hasPrefix(ConversationSelection.key) ? word.text.dropFirst(3) : word.text[...]
        guard let kind = ConversationKind(rawValue: String(text)) else {
            throw .notAChoice(name: name, value: word.text, choices: Self.allCases.map(\.rawValue))
        }
        self = kind
    }

    package var word: String { rawValue }
}

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
