// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumWorlds
import SMSLogLogic

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
            Strings.examplesSend, "send Alice", "send --yes 12345 STOP", "send --resume", "send --resume Alice",
        ], isLasting: true, audited: .send
    ) { model, context, resumes, at, template, yes, number, text in
        let options = SendOptions(model: model, context: context, time: try at?.timeToCome(in: context), asks: !yes)
        if let template {
            if resumes { throw SMSLogFault.templateOrText(template) }
            guard let number else { throw CommandFault.missing(MessageCommands.number) }
            return try await send(template: template, to: number, text ?? "", options)
        }
        let outbox = model.service.outbox
        if resumes {
            let word = [number?.text, text].compactMap { $0 }.joined(separator: " ")
            let begun = try await model.begun(word.isEmpty ? nil : word)
            guard word.isEmpty else { return try await write(to: try await outbox.recipient(word), options) }
            return try await write(to: try await outbox.recipient(in: begun, called: begun.text), options)
        }
        guard let number else {
            // A group cannot get a message, whatever follows.
            if let thread = model.regarded {
                do {
                    _ = try await outbox.recipient(in: thread.address, called: thread.name)
                } catch let fault as SMSLogFault {
                    if case .notToGroup = fault { throw fault }
                }
            }
            throw CommandFault.missing(MessageCommands.number)
        }
        let (said, to) = try await outbox.addressed(
            number.text, isQuoted: number.isQuoted, before: text ?? "", beside: model.view)
        // The user sees the recipient before the first line of the text.
        guard !said.text.isEmpty else { return try await write(to: to, options) }
        let input = MessageCapture(service: model.service, context: context, address: to.address)
        let body = said.text == "-" && said.answered == nil ? try await input.input() : said.text
        try await options.confirm(said, body)
        return try await send(body, to: to, options)
    }

    private static let number = Parameter.word(
        "number", as: CommandWord.self, values: .item("number"), summary: Strings.parameterNumber)

    static let at = Parameter.word("at", as: Moment.self, placeholder: "TIME", summary: Strings.optionSendAt)

    /// The circumstances in which a message is sent.
    private struct SendOptions {
        let model: SMSLogModel
        let context: CommandContext
        /// The time to send it; `nil` for now.
        let time: Timestamp?
        /// Whether the user is asked if something else could be meant.
        let asks: Bool

        /// Asks before a text is sent if it may have another recipient, or nothing is known of the number.
        @MainActor
        func confirm(_ addressed: AddressedText, _ text: String) async throws {
            // A text that names no recipient is never sent unasked to the conversation that is open.
            guard asks || addressed.answered != nil, let doubt = addressed.doubt else { return }
            switch doubt {
            case .newNumber: try await context.confirm(Strings.promptNewNumber(text: text, number: addressed.word))
            case .mayBeText(let name): try await context.confirm(Strings.promptReply(text: text, name: name))
            }
        }
    }

    /// Sends a template with its gaps filled.
    private static func send(
        template name: String, to first: CommandWord, _ values: String, _ options: SendOptions
    ) async throws -> Reply {
        let service = options.model.service
        let template = try await service.templates.template(name)
        let (said, to) = try await service.outbox.addressed(
            first.text, isQuoted: first.isQuoted, before: values, beside: nil)
        let text = try await service.templates.text(of: template, for: to.address, said.text)
        try await options.confirm(said, text)
        return try await send(text, to: to, options)
    }

    /// Asks the user for a message, or the rest of its draft, and sends it.
    private static func write(to: Recipient, _ options: SendOptions) async throws -> Reply {
        let capture = MessageCapture(service: options.model.service, context: options.context, address: to.address)
        return try await send(try await capture.text(), to: to, isDraft: true, options)
    }

    /// Sends a text; one that cannot be stored is kept as a draft.
    private static func send(
        _ text: String, to: Recipient, isDraft: Bool = false, _ options: SendOptions
    ) async throws -> Reply {
        let model = options.model
        let sent: Outbox.Outgoing
        do {
            sent = try await model.service.outbox.send(text, to: to, isDraft: isDraft, at: options.time)
        } catch let fault as any UserFacing & Sendable {
            guard MessageCommands.leavesText(fault) else { throw fault }
            if !isDraft, (try? await model.service.drafts.keepUnsent(text, for: to.address)) == nil { throw fault }
            throw KeptText(.refused(fault), continuedBy: DraftCommands.resuming(to.address))
        }
        await model.didMakeMessage(with: sent.conversation)
        return options.time == nil
            ? try await SendingReply.of(sent, oneOf: to.numbers, in: model.service)
            : try await SendingReply.scheduled(
                sent.message, oneOf: to.numbers, in: model.service, options.context.world.timeZone)
    }

    /// Whether there is a text that could be sent when something else is mended.
    private static func leavesText(_ fault: any Error) -> Bool {
        switch fault {
        case SMSLogFault.tooLong, SMSLogFault.nothingSendsLater: true
        default: fault is StoreFault
        }
    }

    private static let text = Parameter.text("text", summary: Strings.parameterText)

    private static let resend = Command<SMSLogModel>(
        "resend", category: .writing, summary: Strings.commandResend, parameters: id.orSelection(),
        .flag("sent", summary: Strings.optionSent), .flag("yes", summary: Strings.optionYes),
        examples: ["resend 7", "resend 7 --sent"], isLasting: true, audited: .send
    ) { model, context, id, isSent, yes in
        if isSent {
            try await model.service.outbox.settle(id)
            return .message(Strings.settled(id: id), Fact("id", .number(id)), Fact("status", SendStatus.sent.word))
        }
        if !yes, try await model.service.message(id).progress == .doubtful {
            try await context.confirm(Strings.promptResend(id: id))
        }
        let sent = try await model.service.outbox.resend(id)
        await model.didMakeMessage(with: sent.conversation)
        return try await SendingReply.of(sent, in: model.service)
    }

    /// The user’s decision on messages in doubt.
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
        examples: ["decide sent", "decide unsent", "decide sent in:bob date:today"], isLasting: true
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
                try await model.service.outbox.settle(message.id)
            } else {
                _ = try await model.service.outbox.resend(message.id)
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
        examples: [Strings.examplesLength]
    ) { _, _, text in
        let length = MessageLength(text)
        return .message(
            Strings.length(units: length.units, parts: length.parts, coding: length.coding.rawValue, room: length.room),
            Fact("units", .number(length.units)), Fact("parts", .number(length.parts)),
            Fact("coding", .text(length.coding.rawValue)), Fact("room", .number(length.room)))
    }

    private static let remove = Command<SMSLogModel>(
        "remove", aliases: ["rm", "delete", "del"], category: .writing, summary: Strings.commandRemove,
        parameters: .name("id", as: MessageNumbers.self, values: .item("message"), summary: Strings.parameterIds)
            .ofSeveral(), .flag("yes", summary: Strings.optionYes),
        examples: ["remove 3", "remove 3 5-7", "remove 3 --yes"], isLasting: true
    ) { model, context, selection, yes in
        let service = model.service
        let ids = try await SelectedThings(
            selection.spans, existing: { try await service.numbers(in: $0) },
            single: { try await service.message($0).id }
        ).ids
        if !yes {
            let message = try await service.message(ids[0])
            try await context.confirm(
                ids.count > 1
                    ? Strings.promptRemoveSeveral(count: ids.count)
                    : Strings.promptRemove(id: message.id, name: message.displayName))
        }
        _ = try await service.remove(ids)
        guard ids.count > 1 else { return .message(Strings.removed(id: ids[0]), Fact("id", .number(ids[0]))) }
        return .message(Strings.removedSeveral(count: ids.count), Fact("ids", .list(ids.map { .number($0) })))
    }

    /// Messages as typed, by their numbers: `3 5-7`.
    private struct MessageNumbers: CommandValue, Hashable {
        let word: String
        let spans: [ClosedRange<Int>]

        init(_ word: CommandWord, of name: String) throws(CommandFault) {
            guard let spans = CommandWord.spans(in: word.text) else {
                throw .notANumber(name: name, value: word.text)
            }
            (self.word, self.spans) = (word.text, spans)
        }
    }

    static let find = Command<SMSLogModel>(
        "find", aliases: ["search"], category: .reading, summary: Strings.commandFind,
        parameters: .limit,
        .query("query", values: .item("term"), summary: Strings.parameterQuery, terms: MessageQueryKey.allTerms)
            .limited(by: MessageQueryKey.hasLimit),
        examples: [Strings.examplesFind, "find 你好", "find in:bob is:unread"]
    ) { model, _, most, query in
        let limit = most ?? (MessageQueryKey.hasLimit(query) ? .max : SMSLogModel.page)
        try await model.service.check(query: query)
        model.list(found: query, limit: most)
        return .onPanels(notices: try await begun(query, in: model)) {
            MessageReplies.found(try await model.service.found(by: query, limit: limit))
        }
    }

    /// Says beside drafts that were found, which are messages of files, that there are others.
    private static func begun(_ query: String, in model: SMSLogModel) async throws -> [LocalizedText] {
        guard query.utf8.contains(UInt8(ascii: ":")) else { return [] }
        let term = MessageQueryKey.is.term(MessageFilter.State.draft.rawValue)
        guard query.split(whereSeparator: \.isWhitespace).contains(where: { $0 == term }) else { return [] }
        let count = try await model.service.drafts.all().count
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
