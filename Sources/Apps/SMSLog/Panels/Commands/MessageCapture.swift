// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
import AtriumTerminal
import SMSLogLogic

/// Reads the text of a message, and keeps an unfinished one as the draft of its conversation.
@MainActor
struct MessageCapture {
    let service: SMSLogService
    let context: CommandContext
    /// The recipient.
    let address: Address

    /// A text that continues the draft of the conversation, if it has one, up to a line with only a dot.
    ///
    /// - Throws: `KeptText`.
    func text() async throws -> String {
        let name = try await service.people.contact(address)?.name ?? address.text
        let prompts = TextCapture.Prompts(
            title: Strings.promptMessage(name: name), first: Strings.promptFirstLine(name: name)
        ) { text in
            let length = MessageLength(text)
            return Strings.lengthTyped(parts: length.parts, room: length.room, coding: length.coding.rawValue)
        }
        let draft = try await service.drafts.draft(for: address)
        let capture = TextCapture(prompts, startingWith: draft?.text, in: context) { [service, address] in
            try await service.drafts.keep($0, for: address)
        }
        do { return try await capture.lines(endingWithDot: true) } catch let fault as TextCapture.Fault {
            throw KeptText(.interrupted(fault), continuedBy: DraftCommands.resuming(address))
        }
    }

    /// All of the input, which is not kept before its end.
    func input() async throws -> String {
        let nothing = LocalizedText(verbatim: "")
        let prompts = TextCapture.Prompts(title: nothing, first: nothing)
        return try await TextCapture(prompts, in: context, keep: nil).lines(endingWithDot: false)
    }
}

/// The remark on a message while it is typed on the line.
extension SMSLogModel {
    package func remark(on begun: BegunText) async -> LocalizedText? {
        // A template has its own text, and `-` stands for text from elsewhere.
        guard begun.command == MessageCommands.send.spec.name,
            begun.options.isDisjoint(with: ["--template", "--resume"]), begun.text != "-", let word = begun.words.first,
            let text = try? await service.outbox.text(word, before: begun.text, beside: view).text, !text.isEmpty
        else { return nil }
        let length = MessageLength(text)
        return Strings.lengthTyped(parts: length.parts, room: length.room, coding: length.coding.rawValue)
    }
}
