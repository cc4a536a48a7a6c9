// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores

/// The texts that are kept to be sent again.
package struct TemplateService: Sendable {
    let store: any MessageStore

    /// All templates, by name.
    package func all() async throws -> [MessageTemplate] { try await store.read { try $0.templates() } }

    /// The template of a name, in any case.
    ///
    /// - Throws: `SMSLogFault.unknownTemplate`.
    package func template(_ name: String) async throws -> MessageTemplate {
        let templates = try await all()
        guard let template = templates.first(where: { $0.isCalled(name) }) else {
            throw SMSLogFault.unknownTemplate(name, known: templates.map(\.name))
        }
        return template
    }

    /// Adds a template.
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

    /// Changes the text of a template.
    ///
    /// - Returns: The former template.
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
    package func remove(_ name: String) async throws -> MessageTemplate {
        let template = try await template(name)
        try await store.write { try Self.put(nil, named: template.name, in: $0) }
        return template
    }

    private static func check(_ template: MessageTemplate) throws {
        guard template.text.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyText }
        let parts = MessageLength(template.text).parts
        guard parts <= MessageLength.mostParts else { throw SMSLogFault.tooLong(parts: parts) }
    }

    /// The text of a template for an address, with its gaps filled.
    ///
    /// A gap `name` without a value is filled with the name of the contact.
    ///
    /// - Parameter words: `gap=value`, and so on.
    /// - Throws: `SMSLogFault.unknownTemplate`, `unknownTemplateGap`, `emptyGap`.
    package func text(of template: MessageTemplate, for address: Address, _ words: String) async throws -> String {
        let gaps = TextGaps.names(in: template.text)
        var values = try GapValues(words).values
        if let other = values.keys.sorted().first(where: { !gaps.contains($0) }) {
            throw SMSLogFault.unknownTemplateGap(other, template: template.name, gaps: gaps)
        }
        if gaps.contains("name"), values["name"] == nil {
            values["name"] = try await store.read { try $0.contact(address)?.name }
        }
        if let empty = gaps.first(where: { values[$0] == nil }) {
            throw SMSLogFault.emptyGap(empty, template: template.name)
        }
        return TextGaps.filling(template.text) { values[$0] ?? "" }
    }
}
