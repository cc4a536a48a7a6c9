// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// Reading, sending and removing single messages.
@MainActor
enum MessageCommands {
    static let all: [Command<SMSLogModel>] = [show, send, resend, length, remove, find]

    static let id = Parameter.number("id", values: .item("message"), summary: Strings.parameterId)

    private static let show = Command<SMSLogModel>(
        "show", aliases: ["cat", "view"], category: .reading, summary: Strings.commandShow, parameters: id,
        examples: ["show 3"]
    ) { model, _, id in
        let message = try await model.service.message(id)
        let (details, participants) = try await model.service.details(of: id)
        return MessageReplies.detail(message, details, participants)
    }

    static let send = Command<SMSLogModel>(
        "send", category: .writing, summary: Strings.commandSend,
        parameters: .word(
            "number", as: CommandWord.self, values: .item("number"), summary: Strings.parameterNumber),
        .optional(text),
        examples: ["send +15551000000 I am on my way", "send Alice See you at 6", "send On my way"]
    ) { model, context, number, text in
        if let reply = try await reply(number, text, in: model) {
            // The first word might be a name that was mistyped.
            let question = Strings.promptReply(text: reply.text, name: reply.thread.name)
            try await context.confirm(question)
            let message = try await model.service.send(reply.text, to: reply.thread.address.text)
            return try await SendingReply.of(message, in: model.service)
        }
        guard let text else { throw CommandFault.missing(MessageCommands.text) }
        // In quotation marks a number is whole.
        let message =
            number.isQuoted
            ? try await model.service.send(text, to: number.text)
            : try await model.service.send(text, toNumberFrom: number.text)
        return try await SendingReply.of(message, in: model.service)
    }

    private static let text = Parameter.text("text", summary: Strings.parameterText)

    /// What is said to the open conversation, where the first word is neither a number nor anybody who is known.
    private static func reply(
        _ first: CommandWord, _ rest: String?, in model: SMSLogModel
    ) async throws -> (text: String, thread: OpenThread)? {
        guard let thread = model.regarded, thread.address.isDialable, !first.isQuoted,
            !first.text.unicodeScalars.contains(where: { $0.properties.numericType != nil }),
            try await !model.service.isSomebody(first.text)
        else { return nil }
        return ([first.text, rest].compactMap { $0 }.joined(separator: " "), thread)
    }

    private static let resend = Command<SMSLogModel>(
        "resend", category: .writing, summary: Strings.commandResend, parameters: id,
        .flag("sent", summary: Strings.optionSent), .flag("yes", summary: Strings.optionYes),
        examples: ["resend 7", "resend 7 --sent"]
    ) { model, context, id, isSent, yes in
        if isSent {
            _ = try await model.service.settle(id)
            return .message(Strings.settled(id: id), Fact("id", .number(id)), Fact("status", SendStatus.sent.word))
        }
        if !yes, try await model.service.message(id).progress == .doubtful {
            try await context.confirm(Strings.promptResend(id: id))
        }
        return try await SendingReply.of(try await model.service.resend(id), in: model.service)
    }

    private static let length = Command<SMSLogModel>(
        "length", category: .reading, summary: Strings.commandLength, parameters: text,
        examples: ["length See you at 6"]
    ) { _, _, text in
        let length = MessageLength(text)
        return .message(
            Strings.length(units: length.units, parts: length.parts, coding: length.coding.rawValue, room: length.room),
            Fact("units", .number(length.units)), Fact("parts", .number(length.parts)),
            Fact("coding", .text(length.coding.rawValue)), Fact("room", .number(length.room)))
    }

    private static let remove = Command<SMSLogModel>(
        "remove", aliases: ["rm", "delete", "del"], category: .writing, summary: Strings.commandRemove,
        parameters: id, .flag("yes", summary: Strings.optionYes), examples: ["remove 3", "remove 3 --yes"]
    ) { model, context, id, yes in
        let message = try await model.service.message(id)
        if !yes {
            let question = Strings.promptRemove(id: message.id, name: message.displayName)
            try await context.confirm(question)
        }
        _ = try await model.service.remove(message.id)
        return .message(Strings.removed(id: message.id), Fact("id", .number(message.id)))
    }

    static let find = Command<SMSLogModel>(
        "find", aliases: ["search"], category: .reading, summary: Strings.commandFind,
        parameters: ThreadCommands.limit,
        .query("query", values: .item("term"), summary: Strings.parameterQuery, terms: MessageQueryKey.allTerms),
        examples: [
            "find train", "find \"see you\"", "find 你好", "find --limit 200 meeting", "find from:alice date:2021 train",
            "find in:bob is:unread",
        ]
    ) { model, _, most, query in
        let limit = most ?? SMSLogModel.page
        // One more than is shown tells whether there are more.
        let found = try await model.service.find(query, limit: min(limit, .max - 1) + 1)
        model.list(found: query, limit: most)
        return .onPanels {
            MessageReplies.found(
                Array(found.prefix(limit)),
                cut: found.count > limit ? Records.Cut(total: nil, notice: Strings.foundMore(count: limit)) : nil)
        }
    }
}
