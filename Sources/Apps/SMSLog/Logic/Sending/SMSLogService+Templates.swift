// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore
import Session

/// Texts that are kept to be sent again.
extension SMSLogService {
    /// The user’s templates, by name.
    package func templates() async throws -> [MessageTemplate] { try await dao.read(owner) { try $0.templates() } }

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
        try await dao.write(owner) { messages in
            if let other = try messages.templates().first(where: { $0.isCalled(template.name) }) {
                throw SMSLogFault.templateExists(other.name)
            }
            try messages.setTemplate(template, named: template.name)
        }
    }

    /// Gives a template another text.
    ///
    /// - Returns: What it was before.
    /// - Throws: `SMSLogFault.unknownTemplate`, `emptyText`, `tooLong`.
    package func change(_ template: MessageTemplate) async throws -> MessageTemplate {
        try Self.check(template)
        let former = try await self.template(template.name)
        let changed = MessageTemplate(name: former.name, text: template.text)
        try await dao.write(owner) { try $0.setTemplate(changed, named: changed.name) }
        return former
    }

    /// Removes a template.
    ///
    /// - Throws: `SMSLogFault.unknownTemplate`.
    package func remove(template name: String) async throws -> MessageTemplate {
        let template = try await template(name)
        try await dao.write(owner) { try $0.setTemplate(nil, named: template.name) }
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
