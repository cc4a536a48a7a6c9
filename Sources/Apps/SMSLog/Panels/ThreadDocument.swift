// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

/// The open conversation, on its newest messages; scrolling past its ends turns to the pages before and after.
@MainActor
enum ThreadDocument {
    /// The document of a model.
    static func source(of model: SMSLogModel) -> DocumentSource {
        guard let thread = model.thread else {
            return DocumentSource(id: "", title: LocalizedText(verbatim: "")) {
                [[.text(Strings.threadNone.string(in: $0.language), .faint)]]
            }
        }
        var source = DocumentSource(
            id: thread.address.text, title: LocalizedText(verbatim: thread.name), isOpen: model.tab == .messages
        ) { context in
            [thread.messages.map { block(of: $0, in: context) }]
        }
        source.close = { model.tab = .threads }
        source.startsAtEnd = true
        source.isAtEnd = thread.isAtEnd
        source.turnPage = { try await model.loadMessages($0) }
        source.onSeen = { ids in await model.didShow(thread.messages.filter { ids.contains(String($0.id)) }) }
        return source
    }

    private static func block(of message: Message, in context: ViewContext) -> Block {
        var block = Block(
            .message(
                Block.Message(
                    head: "\(message.direction.arrow) \(context.short(message.date))",
                    lines: message.lines(in: context.language),
                    status: message.status.isPlain ? "" : message.status.title.string(in: context.language),
                    isOwn: message.direction == .outgoing)))
        block.id = String(message.id)
        block.isUnseen = !message.isRead
        return block
    }
}

extension Message {
    /// The subject and the text’s lines, and the attachments on lines of their own; of a call, how it went.
    fileprivate func lines(in language: Language) -> [String] {
        if let call { return [call.text.string(in: language)] }
        let text =
            content.isEmpty ? [] : content.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        return (subject.map { [$0] } ?? []) + text + attachments.map { "[\($0.name ?? $0.contentType)]" }
    }
}
