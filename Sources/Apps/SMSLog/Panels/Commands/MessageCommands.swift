// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Reading, sending and removing single messages.
@MainActor
enum MessageCommands {
    static let all: [Command<SMSLogModel>] = [show, send, resend, remove, find]

    private static let id = Parameter.number("id", values: .item("message"), summary: Strings.parameterId)

    private static let show = Command<SMSLogModel>(
        CommandSpec(
            "show", aliases: ["cat", "view"], category: .reading, summary: Strings.commandShow, parameters: [id],
            examples: ["show 3"])
    ) { model, arguments, _ in
        MessageReplies.detail(try await model.service.message(try arguments.requiredNumber("id")))
    }

    private static let send = Command<SMSLogModel>(
        CommandSpec(
            "send", category: .writing, summary: Strings.commandSend,
            parameters: [
                .word("number", values: .item("number"), summary: Strings.parameterNumber),
                .text("text", summary: Strings.parameterText),
            ],
            examples: ["send +15551000000 I am on my way", "send Alice See you at 6"])
    ) { model, arguments, _ in
        let (word, text) = (arguments.text("number"), arguments.text("text"))
        // In quotation marks a number is whole.
        let message =
            arguments.isQuoted("number")
            ? try await model.service.send(text, to: word)
            : try await model.service.send(text, toNumberFrom: word)
        return MessageReplies.sending(message, isSent: model.service.gatewayName != nil)
    }

    private static let resend = Command<SMSLogModel>(
        CommandSpec(
            "resend", category: .writing, summary: Strings.commandResend, parameters: [id], examples: ["resend 7"])
    ) { model, arguments, _ in
        let message = try await model.service.resend(try arguments.requiredNumber("id"))
        return MessageReplies.sending(message, isSent: model.service.gatewayName != nil)
    }

    private static let remove = Command<SMSLogModel>(
        CommandSpec(
            "remove", aliases: ["rm", "delete", "del"], category: .writing, summary: Strings.commandRemove,
            parameters: [id, .flag("yes", summary: Strings.optionYes)], examples: ["remove 3", "remove 3 --yes"])
    ) { model, arguments, context in
        let message = try await model.service.message(try arguments.requiredNumber("id"))
        if !arguments.has("yes") {
            let question = Strings.promptRemove(id: message.id, name: message.displayName)
            try await context.confirm(question)
        }
        _ = try await model.service.remove(message.id)
        return .message(Strings.removed(id: message.id), Fact("id", .number(message.id)))
    }

    private static let find = Command<SMSLogModel>(
        CommandSpec(
            "find", aliases: ["search"], category: .reading, summary: Strings.commandFind,
            parameters: [
                .option("limit", placeholder: "N", summary: Strings.optionLimit),
                .query("query", summary: Strings.parameterQuery),
            ],
            examples: ["find train", "find \"see you\"", "find 你好", "find --limit 200 meeting"])
    ) { model, arguments, _ in
        let limit = try arguments.number("limit") ?? SMSLogModel.page
        // One more than is shown tells whether there are more.
        let found = try await model.service.find(arguments.text("query"), limit: min(limit, .max - 1) + 1)
        return MessageReplies.found(
            Array(found.prefix(limit)),
            cut: found.count > limit ? Records.Cut(total: nil, notice: Strings.foundMore(count: limit)) : nil)
    }
}
