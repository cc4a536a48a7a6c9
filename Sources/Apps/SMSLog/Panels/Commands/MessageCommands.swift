// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogLogic
import Session
import Stores
import Worlds

/// Reading, sending and removing single messages.
@MainActor
enum MessageCommands {
    static let all: [Command<SMSLogModel>] = [show, send, resend, decide, length, remove, find]

    static let id = Parameter.number("id", values: .item("message"), summary: Strings.parameterId)

    private static let show = Command<SMSLogModel>(
        "show", aliases: ["cat", "view"], category: .reading, summary: Strings.commandShow, parameters: id,
        examples: ["show 3"]
    ) { model, _, id in
        MessageReplies.detail(try await model.service.whole(id))
    }

    static let send = Command<SMSLogModel>(
        "send", category: .writing, summary: Strings.commandSend,
        parameters: .flag("resume", summary: Strings.optionResume), .option(at), .option(TemplateCommands.option),
        .flag("yes", summary: Strings.optionYes), .optional(number), .optional(text),
        examples: [
            "send +15551000000 I am on my way", "send Alice See you at 6", "send On my way", "send Alice",
            "send --yes 12345 STOP", "send --resume", "send --resume Alice",
            "send --at \"friday 9:00\" Alice Happy birthday", "send --template meet Alice time=6",
        ]
    ) { model, context, resumes, at, template, yes, number, text in
        let way = Way(model: model, context: context, time: try at?.timeToCome(in: context), asks: !yes)
        if let template {
            if resumes { throw SMSLogFault.templateOrText(template) }
            guard let number else { throw CommandFault.missing(MessageCommands.number) }
            return try await send(template: template, to: number, text ?? "", way)
        }
        if resumes {
            let word = [number?.text, text].compactMap { $0 }.joined(separator: " ")
            let begun = try await model.begun(word.isEmpty ? nil : word).address
            guard word.isEmpty else { return try await write(to: try await model.service.destination(word), way) }
            let to = try await model.service.destination((try await model.service.lastUsed(of: begun) ?? begun).text)
            return try await write(to: Destination(lastUsed: to.address), way)
        }
        guard let number else {
            // To a group nothing can be sent, whatever followed.
            if let thread = model.regarded, case let fault = try await refusal(of: thread, in: model),
                case .notToGroup = fault
            {
                throw fault
            }
            throw CommandFault.missing(MessageCommands.number)
        }
        if let reply = try await reply(number, text, in: model) {
            // The first word might be a name that was mistyped.
            try await way.confirm(Strings.promptReply(text: reply.text, name: reply.thread.name))
            return try await send(reply.text, to: Destination(lastUsed: reply.address), way)
        }
        let recipient = try await recipient(number, text ?? "", way)
        let to = try await model.service.destination(recipient.word)
        // Who begins to write sees whom it is for.
        guard !recipient.text.isEmpty else { return try await write(to: to, way) }
        let input = MessageCapture(service: model.service, context: context, address: to.address)
        let said = recipient.text == "-" ? try await input.input() : recipient.text
        try await way.confirm(recipient, said)
        return try await send(said, to: to, way)
    }

    /// Whom words mean that stand before a text.
    private static func recipient(_ first: CommandWord, _ text: String, _ way: Way) async throws -> Recipient {
        let service = way.model.service
        // In quotation marks a number or a name is whole.
        guard !first.isQuoted else { return try await service.recipient(whole: first.text, before: text) }
        return try await service.recipient(first.text, before: text, in: way.model.opened?.address)
    }

    private static let number = Parameter.word(
        "number", as: CommandWord.self, values: .item("number"), summary: Strings.parameterNumber)

    static let at = Parameter.word("at", as: Moment.self, placeholder: "TIME", summary: Strings.optionSendAt)

    /// Where a message is sent from, and when.
    private struct Way {
        let model: SMSLogModel
        let context: CommandContext
        /// Nil: at once.
        let time: Timestamp?
        /// Whether the user is asked where something else could be meant.
        let asks: Bool

        @MainActor
        func confirm(_ question: LocalizedText) async throws {
            if asks { try await context.confirm(question) }
        }

        /// Asks before a text is sent where somebody else could be meant, or nothing is known of the number.
        @MainActor
        func confirm(_ recipient: Recipient, _ text: String) async throws {
            switch recipient.doubt {
            case .newNumber: try await confirm(Strings.promptNewNumber(text: text, number: recipient.word))
            case .mayBeText(let name): try await confirm(Strings.promptReply(text: text, name: name))
            case nil: break
            }
        }
    }

    /// Sends a text that is kept, with its gaps filled.
    private static func send(
        template name: String, to first: CommandWord, _ values: String, _ way: Way
    ) async throws -> Reply {
        let service = way.model.service
        let template = try await service.template(name)
        let recipient = try await recipient(first, values, way)
        let to = try await service.destination(recipient.word)
        let text = try await service.text(of: template, for: to.address, recipient.text)
        try await way.confirm(recipient, text)
        return try await send(text, to: to, way)
    }

    /// Has somebody write a message, or go on with one, and sends it.
    private static func write(to: Destination, _ way: Way) async throws -> Reply {
        let capture = MessageCapture(service: way.model.service, context: way.context, address: to.address)
        return try await send(try await capture.text(), to: to, isDraft: true, way)
    }

    /// Sends a text; one that cannot be stored is kept as a draft.
    private static func send(
        _ text: String, to: Destination, isDraft: Bool = false, _ way: Way
    ) async throws -> Reply {
        let model = way.model
        let message: Message
        do {
            message = try await model.service.send(text, to: to, isDraft: isDraft, at: way.time)
        } catch let fault as any UserFacing & Sendable {
            guard MessageCommands.leavesText(fault) else { throw fault }
            if !isDraft, (try? await model.service.keepUnsent(text, for: to.address)) == nil { throw fault }
            throw DraftFault.unsent(fault, to.address)
        }
        await model.didMake(message)
        let numbers = to.isLastUsed ? try await model.service.numbers(of: message.address) : []
        return way.time == nil
            ? try await SendingReply.of(message, oneOf: numbers, in: model.service)
            : try await SendingReply.scheduled(message, oneOf: numbers, in: model.service, way.context.world.timeZone)
    }

    /// Whether there is a text that could be sent when something else is mended.
    private static func leavesText(_ fault: any Error) -> Bool {
        switch fault {
        case SMSLogFault.tooLong, SMSLogFault.nothingSendsLater: true
        default: fault is StoreFault
        }
    }

    private static let text = Parameter.text("text", summary: Strings.parameterText)

    /// What is said to the open conversation, where the first word is neither a number nor of anybody’s name.
    private static func reply(
        _ first: CommandWord, _ rest: String?, in model: SMSLogModel
    ) async throws -> (text: String, thread: OpenThread, address: Address)? {
        guard !first.isQuoted, let thread = try await answered(by: first.text, in: model) else { return nil }
        guard let address = try await model.service.lastUsed(of: thread.address) else {
            throw try await refusal(of: thread, in: model)
        }
        return ([first.text, rest].compactMap { $0 }.joined(separator: " "), thread, address)
    }

    /// Why nothing can be sent to what is read.
    private static func refusal(of thread: OpenThread, in model: SMSLogModel) async throws -> SMSLogFault {
        try await model.service.refusal(of: thread.address, called: thread.name)
    }

    /// The open conversation, where a word behind the command is neither a number nor of anybody’s name.
    static func answered(by word: String, in model: SMSLogModel) async throws -> OpenThread? {
        guard let thread = model.regarded, !word.unicodeScalars.contains(where: { $0.properties.numericType != nil }),
            try await !model.service.isNamed(word)
        else { return nil }
        return thread
    }

    private static let resend = Command<SMSLogModel>(
        "resend", category: .writing, summary: Strings.commandResend, parameters: id.orSelection(),
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
        let message = try await model.service.resend(id)
        await model.didMake(message)
        return try await SendingReply.of(message, in: model.service)
    }

    /// What the user says of messages in doubt.
    private enum Decision: String, CommandChoice {
        case sent, unsent

        var meaning: LocalizedText? {
            switch self {
            case .sent: Strings.decisionSent
            case .unsent: Strings.decisionUnsent
            }
        }
    }

    private static let decide = Command<SMSLogModel>(
        "decide", category: .writing, summary: Strings.commandDecide,
        parameters: .choice("decision", Decision.self, summary: Strings.parameterDecision),
        .flag("yes", summary: Strings.optionYes),
        .optional(
            .query("query", values: .item("term"), summary: Strings.parameterQuery, terms: MessageQueryKey.allTerms)),
        examples: ["decide sent", "decide unsent", "decide sent in:bob date:today"]
    ) { model, context, decision, yes, query in
        let doubt = MessageQueryKey.is.term(MessageFilter.State.doubt.rawValue)
        let found = try await model.service.find([doubt, query].compactMap { $0 }.joined(separator: " "), limit: .max)
            .filter { $0.progress == .doubtful }
        guard !found.isEmpty else { return .message(Strings.decidedNothing, Fact("decided", .number(0))) }
        if !yes {
            try await context.confirm(
                decision == .sent
                    ? Strings.promptDecideSent(count: found.count) : Strings.promptDecideUnsent(count: found.count))
        }
        for message in found {
            if decision == .sent {
                _ = try await model.service.settle(message.id)
            } else {
                _ = try await model.service.resend(message.id)
            }
        }
        let trouble = decision == .sent ? nil : try await SendingReply.work(of: model.service)
        return .message(
            decision == .sent
                ? Strings.decidedSent(count: found.count) : Strings.decidedUnsent(count: found.count),
            Fact("decided", .number(found.count)), Fact("ids", .list(found.map { .number($0.id) })),
            notices: trouble.map { [$0] } ?? [])
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
        parameters: .limit,
        .query("query", values: .item("term"), summary: Strings.parameterQuery, terms: MessageQueryKey.allTerms),
        examples: [
            "find train", "find \"see you\"", "find 你好", "find --limit 200 meeting", "find from:alice date:2021 train",
            "find in:bob is:unread", "find train -late",
        ]
    ) { model, _, most, query in
        let limit = most ?? SMSLogModel.page
        try await model.service.check(query: query)
        model.list(found: query, limit: most)
        return .onPanels(notices: try await begun(query, in: model)) {
            // One more than is shown tells whether there are more.
            let found = try await model.service.find(query, limit: min(limit, .max - 1) + 1)
            return MessageReplies.found(
                Array(found.prefix(limit)),
                names: try await model.service.names(of: Set(found.compactMap(\.sender))),
                beside: try await model.service.conversations(named: query),
                cut: found.count > limit ? try await cut(query, limit, in: model) : nil)
        }
    }

    /// Among so many messages what is found is counted for a reply, whatever it was found by.
    private static let mostCounted = 200_000

    /// What a list of so many messages that were found leaves out.
    private static func cut(_ query: String, _ shown: Int, in model: SMSLogModel) async throws -> Records.Cut {
        let count = try await model.service.quickCount(query, among: mostCounted)
        return Records.Cut(to: shown, of: count.flatMap { $0 < SMSLogService.mostCounted ? $0 : nil }, keeping: .newest)
    }

    /// Says beside drafts that were found, which are messages of files, that there are others.
    private static func begun(_ query: String, in model: SMSLogModel) async throws -> [LocalizedText] {
        let term = MessageQueryKey.is.term(MessageFilter.State.draft.rawValue)
        guard query.split(whereSeparator: \.isWhitespace).contains(where: { $0 == term }) else { return [] }
        let count = try await model.service.drafts().count
        return count > 0 ? [Strings.foundDrafts(count: count)] : []
    }
}

extension Moment {
    /// The point in time that is meant, which is not over.
    ///
    /// - Throws: `SMSLogFault.past`, `CommandFault`.
    @MainActor
    func timeToCome(in context: CommandContext) throws -> Timestamp {
        guard let time = time(now: context.world.clock.now, in: context.world.timeZone) else {
            throw CommandFault.notAMoment(name: "at", value: word)
        }
        guard time > context.world.clock.now else { throw SMSLogFault.past(word) }
        return time
    }
}
