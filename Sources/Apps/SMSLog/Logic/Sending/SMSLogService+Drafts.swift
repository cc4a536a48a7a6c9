// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Stores

/// Texts that were begun to be written to somebody, and not sent: one for each conversation.
extension SMSLogService {
    /// Keeps what the user has written to somebody so far, in place of what was kept.
    package func keepDraft(_ text: String, for address: Address) async throws {
        let draft = ConversationDraft(text: text, savedAt: clock.now)
        try await WritePermit.recording { try await store.write { try $0.setDraft(draft, for: address) } }
    }

    /// Keeps a text that could not be sent, below what is kept already.
    package func keepUnsent(_ text: String, for address: Address) async throws {
        let now = clock.now
        try await WritePermit.recording {
            try await store.write { messages in
                let before = try messages.draft(for: address)?.text
                guard before != text else { return }
                let whole = [before, text].compactMap { $0 }.joined(separator: "\n")
                try messages.setDraft(ConversationDraft(text: whole, savedAt: now), for: address)
            }
        }
    }

    /// What the user has begun to write to somebody; nil where there is nothing.
    package func draft(for address: Address) async throws -> ConversationDraft? {
        try await store.read { try $0.draft(for: address) }
    }

    /// All that the user has begun to write, the newest first.
    package func drafts() async throws -> [KeptDraft] { try await store.read { try $0.drafts() } }

    /// Throws away what was begun to be written to these.
    ///
    /// - Returns: What was thrown away.
    /// - Throws: `SMSLogFault.noDraft` where there is nothing of one.
    package func dropDrafts(for addresses: [Address]) async throws -> [KeptDraft] {
        try await store.write { messages in
            let all = try messages.drafts()
            var dropped: [KeptDraft] = []
            for address in addresses {
                let leader = try messages.leader(of: address)
                guard let kept = all.first(where: { $0.party.address == leader }) else {
                    throw SMSLogFault.noDraft(address.text)
                }
                try messages.setDraft(nil, for: address)
                dropped.append(kept)
            }
            try messages.journal(
                dropped.map {
                    MessageStep(
                        $0.party.address, called: $0.displayName, before: .init(draft: .init($0.draft)),
                        after: .init(draft: .init(nil)))
                })
            return dropped
        }
    }
}

/// Texts that are kept to be sent again.
extension SMSLogService {
    /// The user’s templates, by name.
    package func templates() async throws -> [MessageTemplate] { try await store.read { try $0.templates() } }

    /// The template of a name, in whatever case.
    ///
    /// - Throws: `SMSLogFault.unknownTemplate`.
    package func template(_ name: String) async throws -> MessageTemplate {
        let templates = try await templates()
        guard let template = templates.first(where: { $0.isCalled(name) }) else {
            throw SMSLogFault.unknownTemplate(name, known: templates.map(\.name))
        }
        return template
    }

    /// Keeps a template.
    ///
    /// - Throws: `SMSLogFault.templateExists`, `emptyText`, `tooLong`.
    package func add(_ template: MessageTemplate) async throws {
        try Self.check(template)
        try await store.write { messages in
            if let other = try messages.templates().first(where: { $0.isCalled(template.name) }) {
                throw SMSLogFault.templateExists(other.name)
            }
            try Self.put(template, named: template.name, in: messages)
        }
    }

    private static func put(
        _ template: MessageTemplate?, named name: String, in messages: any MessageDAO
    ) throws {
        let former = try messages.templates().first { $0.name == name }
        try messages.setTemplate(template, named: name)
        try messages.journal([
            MessageStep(
                nil, called: name, before: .init(template: .init(former)), after: .init(template: .init(template)))
        ])
    }

    /// Gives a template another text.
    ///
    /// - Returns: What it was before.
    /// - Throws: `SMSLogFault.unknownTemplate`, `emptyText`, `tooLong`.
    package func change(_ template: MessageTemplate) async throws -> MessageTemplate {
        try Self.check(template)
        let former = try await self.template(template.name)
        let changed = MessageTemplate(name: former.name, text: template.text)
        try await store.write { try Self.put(changed, named: changed.name, in: $0) }
        return former
    }

    /// Removes a template.
    ///
    /// - Throws: `SMSLogFault.unknownTemplate`.
    package func remove(template name: String) async throws -> MessageTemplate {
        let template = try await template(name)
        try await store.write { try Self.put(nil, named: template.name, in: $0) }
        return template
    }

    private static func check(_ template: MessageTemplate) throws {
        guard template.text.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyText }
        let parts = MessageLength(template.text).parts
        guard parts <= MessageLength.mostParts else { throw SMSLogFault.tooLong(parts: parts) }
    }

    /// The text of a template for somebody, with its gaps filled.
    ///
    /// A gap `name` that nothing is said of has the name of the contact.
    ///
    /// - Parameter words: `gap=value`, and so on.
    /// - Throws: `SMSLogFault.unknownTemplate`, `unknownTemplateGap`, `emptyGap`.
    package func text(of template: MessageTemplate, for address: Address, _ words: String) async throws -> String {
        let gaps = TextGaps.names(in: template.text)
        var values = try GapValues(words).values
        if let other = values.keys.sorted().first(where: { !gaps.contains($0) }) {
            throw SMSLogFault.unknownTemplateGap(other, template: template.name, gaps: gaps)
        }
        if gaps.contains("name"), values["name"] == nil { values["name"] = try await contact(address)?.name }
        if let empty = gaps.first(where: { values[$0] == nil }) {
            throw SMSLogFault.emptyGap(empty, template: template.name)
        }
        return TextGaps.filling(template.text) { values[$0] ?? "" }
    }
}
