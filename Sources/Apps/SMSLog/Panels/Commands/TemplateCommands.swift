// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

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
                try await model.service.templates(),
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
        examples: [
            "template add meet Dear {{name}}, we meet at {{time}}",
            "template change meet {{name}}, see you at {{time}}",
            "template remove meet",
        ]
    ) { model, _, action, name, text in
        let service = model.service
        switch action {
        case .add:
            guard let text else { throw CommandFault.missing(TemplateCommands.text) }
            try await service.add(MessageTemplate(name: name, text: text))
            return reply(Strings.templateAdded(name: name), MessageTemplate(name: name, text: text))
        case .change:
            guard let text else { throw CommandFault.missing(TemplateCommands.text) }
            let former = try await service.change(MessageTemplate(name: name, text: text))
            return reply(
                Strings.templateChanged(name: former.name, text: former.text),
                MessageTemplate(name: former.name, text: text))
        case .remove:
            let former = try await service.remove(template: name)
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
            notices: TextGaps.lookalikes(in: template.text).map { Strings.gapLookalike(gap: $0) })
    }
}

/// What `template` does.
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
