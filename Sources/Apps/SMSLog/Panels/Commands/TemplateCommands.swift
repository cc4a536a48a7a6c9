// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumWorlds
import SMSLogLogic

/// Texts that are kept to be sent again.
@MainActor
enum TemplateCommands {
    static let all: [Command<SMSLogModel>] = [templates, template]

    private static let name = Parameter.word("name", values: .item("template"), summary: Strings.parameterTemplate)

    /// The option of commands that send.
    static let option = Parameter.word(
        "template", placeholder: "NAME", values: .item("template"), summary: Strings.optionTemplate)

    private static let templates = Command<SMSLogModel>(
        "templates", category: .reading, summary: Strings.commandTemplates, examples: ["templates"]
    ) { model, _ in
        .records(
            Records(
                try await model.service.templates.all(),
                [
                    .init("name", Strings.columnName) { .text($0.name) },
                    .init("gaps", Strings.columnGaps) { .list(TextGaps.names(in: $0.text).map { .text($0) }) },
                    .init("text", Strings.columnText) { .text($0.text) },
                ], whenEmpty: Strings.templatesNone))
    }

    private static let template = Command<SMSLogModel>(
        "template", category: .writing, summary: Strings.commandTemplate,
        parameters: .choice("action", TemplateAction.self, summary: Strings.parameterTemplateAction), name,
        .optional(text),
        examples: [Strings.examplesTemplate]
    ) { model, _, action, name, text in
        let service = model.service
        switch action {
        case .add:
            guard let text else { throw CommandFault.missing(TemplateCommands.text) }
            try await service.templates.add(MessageTemplate(name: name, text: text))
            return reply(Strings.templateAdded(name: name), MessageTemplate(name: name, text: text))
        case .change:
            guard let text else { throw CommandFault.missing(TemplateCommands.text) }
            let former = try await service.templates.change(MessageTemplate(name: name, text: text))
            return reply(
                Strings.templateChanged(name: former.name, text: former.text),
                MessageTemplate(name: former.name, text: text))
        case .remove:
            let former = try await service.templates.remove(name)
            let sentence = Strings.templateRemoved(name: former.name, text: former.text)
            return Reply(.message(sentence, facts: facts(of: former)))
        }
    }

    private static let text = Parameter.text("text", summary: Strings.parameterTemplateText)

    private static func facts(of template: MessageTemplate) -> [Fact] {
        [Fact("name", .text(template.name)), Fact("text", .text(template.text))]
    }

    private static func reply(_ sentence: LocalizedText, _ template: MessageTemplate) -> Reply {
        Reply(
            .message(sentence, facts: facts(of: template)),
            notices: TextGaps.lookalikes(in: template.text).map { Strings.gapLookalike(gap: $0) }
                + unclosed(in: template.text))
    }

    /// The notice about a gap that is not closed, and so is sent as it is.
    fileprivate static func unclosed(in text: String) -> [LocalizedText] {
        TextGaps.unclosed(in: text).map { [Strings.gapUnclosed(gap: $0)] } ?? []
    }
}

/// The actions of `template`.
private enum TemplateAction: String, CommandChoice {
    case add, change, remove

    var meaning: LocalizedText? {
        switch self {
        case .add: Strings.templateActionAdd
        case .change: Strings.templateActionChange
        case .remove: Strings.templateActionRemove
        }
    }
}

/// One text for many.
@MainActor
enum ListCommands {
    static let all: [Command<SMSLogModel>] = [sendList]

    /// A list of more bytes is none.
    private static let limit = 16 << 20
    /// The number of lines that send nothing to report one by one.
    private static let mostListed = 20

    private static let text = Parameter.text("text", summary: Strings.parameterListText)

    private static let sendList = Command<SMSLogModel>(
        "send-list", category: .writing, summary: Strings.commandSendList,
        parameters: .file("file", summary: Strings.parameterList),
        .option(MessageCommands.at), .option(TemplateCommands.option), .flag("yes", summary: Strings.optionYes),
        .optional(text),
        examples: [Strings.examplesSendList],
        isLasting: true, audited: .send
    ) { model, context, file, at, template, yes, text in
        if let template, text != nil { throw SMSLogFault.templateOrText(template) }
        var kept = text
        if let template { kept = try await model.service.templates.template(template).text }
        guard let text = kept else { throw CommandFault.missing(ListCommands.text) }
        let path = context.path(of: file)
        let list = RecipientList(try await FileContents.text(readingAsideAt: path, limit: limit))
        let time = try at?.timeToCome(in: context)
        let listed = try await model.service.outbox.prepare(list, sending: text, at: time)
        guard let first = listed.drafts.first else {
            throw listed.left.compactMap(\.fault).first { $0 != .noRecipient } ?? SMSLogFault.emptyList(file.word)
        }
        let lookalikes = list.lookalikes(in: text)
        if !yes {
            if let gap = lookalikes.first { try await context.confirm(Strings.promptLookalike(gap: gap)) }
            try await context.confirm(question(listed, first))
        }
        let sent = try await model.service.outbox.send(listed)
        var notices = try await SendingReply.work(of: model.service).map { [$0] } ?? []
        if try await model.service.gateways.sending() == nil { notices.append(Strings.listNothing) }
        notices += lookalikes.map { Strings.gapLookalike(gap: $0) } + TemplateCommands.unclosed(in: text)
        if time != nil, !model.service.gateways.isListening { notices.append(Strings.sendingNobody) }
        return report(try await model.service.messages(sent), listed, notices)
    }

    private static func question(_ listed: ListedMessages, _ first: MessageDraft) -> LocalizedText {
        let (count, number) = (listed.drafts.count, first.address.text)
        return listed.strangers == 0
            ? Strings.promptList(count: count, parts: listed.parts, number: number, text: first.content)
            : Strings.promptListNew(
                count: count, parts: listed.parts, number: number, text: first.content, new: listed.strangers)
    }

    private static func report(
        _ messages: [Message], _ listed: ListedMessages, _ others: [LocalizedText]
    ) -> Reply {
        let rest = listed.left.count - mostListed
        let notices =
            listed.left.prefix(mostListed).map(sentence) + (rest > 0 ? [Strings.listLeftMore(count: rest)] : [])
            + others
        let isWhole = listed.left.isEmpty && !messages.contains { $0.status == .failed }
        return .records(
            Records(
                messages,
                [
                    .init("id", Strings.columnId, isRightAligned: true) { .number($0.id) },
                    .init("number", Strings.columnNumber) { .text($0.address.text) },
                    .init("contact", Strings.columnContact) { MessageReplies.optional($0.contact?.name) },
                    .init("status", Strings.columnStatus) { $0.statusWord },
                    .init("parts", Strings.columnParts, isRightAligned: true) {
                        .number(MessageLength($0.content).parts)
                    },
                ], whenEmpty: Strings.threadEmpty), notices: notices, status: isWhole ? .success : .failure)
    }

    /// The fault of a line of a list.
    private static func sentence(_ left: (entry: RecipientList.Entry, fault: SMSLogFault?)) -> LocalizedText {
        let reason = left.fault?.sentence ?? Strings.listTwice(number: left.entry.recipient)
        return LocalizedText("list.left") { language in
            Strings.listLeft(line: left.entry.line, reason: reason.string(in: language)).string(in: language)
        }
    }
}
