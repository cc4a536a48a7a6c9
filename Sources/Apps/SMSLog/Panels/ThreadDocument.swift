// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// The open conversation, or in the list of conversations the selected one, on its newest messages; scrolling past its
/// ends turns to the pages before and after.
///
/// What is only selected is not marked as read: whoever wants that opens it.
@MainActor
enum ThreadDocument {
    /// The document of a model.
    static func source(of model: SMSLogModel) -> DocumentSource {
        guard let thread = model.regarded else {
            return DocumentSource(id: "", title: LocalizedText(verbatim: "")) {
                [[.text(Strings.threadNone.string(in: $0.language), .faint)]]
            }
        }
        let isPreview = model.tab == .threads
        var source = DocumentSource(
            id: thread.address.text, title: title(of: thread), isOpen: model.tab == .messages
        ) { context in
            [blocks(of: thread, marksUnseen: !isPreview, in: context)]
        }
        source.items = ["number"]
        source.close = { model.closeThread() }
        source.startsAtEnd = true
        source.isAtEnd = thread.isAtEnd
        source.isAtStart = thread.isAtStart
        // What was found is shown where it stands in its conversation.
        if let query = model.found?.query, let id = thread.reached, let places = SMSLogService.places(of: query) {
            source.search = DocumentSource.Search(
                query, inBlock: String(id), visit: model.visit, places: places)
        }
        source.turnPage = { try await model.loadMessages($0) }
        source.seek = { search in
            try await model.loadMessage(search.edge, isWhole: search.isWhole) { message in
                var texts = message.lines(in: search.language)
                if let sender = message.sender { texts.append(thread.names[sender] ?? sender.text) }
                if let number = thread.number(of: message) { texts.append(number) }
                return search.finds(texts.joined(separator: "\n"))
            }.map { String($0) }
        }
        guard !isPreview else { return source }
        source.onSeen = { ids in await model.didShow(thread.messages.filter { ids.contains(String($0.id)) }) }
        return source
    }

    /// Whom it is with, and what the user has said of it.
    private static func title(of thread: OpenThread) -> LocalizedText {
        guard let marks = thread.messages.last?.marks, !marks.isEmpty else {
            return LocalizedText(verbatim: thread.name)
        }
        return LocalizedText("thread.title") { language in
            [marks.sign + thread.name, marks.note(in: language)].filter { !$0.isEmpty }.joined(separator: " · ")
        }
    }

    /// The messages, each day’s below its date.
    private static func blocks(of thread: OpenThread, marksUnseen: Bool, in context: ViewContext) -> [Block] {
        var blocks: [Block] = []
        var last: String?
        for message in thread.messages {
            let day = CivilTime(message.date, in: context.timeZone).date
            if day != last {
                var line = Block(.paragraph(StyledText(day, .faint)))
                line.id = "day \(day)"
                blocks.append(line)
            }
            last = day
            var block = block(of: message, thread, in: context)
            block.isUnseen = marksUnseen && !message.isRead
            blocks.append(block)
        }
        if thread.isAtEnd, let draft = thread.draft {
            var lines = StyledText(Strings.draftShort(text: draft.text).string(in: context.language), .accented)
            lines.append(" · " + DraftCommands.resuming(thread.address), .faint)
            blocks.append(Block(.blank))
            var block = Block(.paragraph(lines))
            block.id = "draft"
            blocks.append(block)
        }
        return blocks
    }

    private static func block(of message: Message, _ thread: OpenThread, in context: ViewContext) -> Block {
        let sender = message.sender.map { thread.names[$0] ?? $0.text }
        let time = CivilTime(message.date, in: context.timeZone).time
        var block = Block(
            .message(
                Block.Message(
                    head: [message.direction.arrow, time, thread.number(of: message), sender].compactMap { $0 }.joined(
                        separator: " "),
                    lines: message.lines(in: context.language),
                    status: message.status.isPlain ? "" : message.statusTitle.string(in: context.language),
                    isOwn: message.direction == .outgoing)))
        block.id = String(message.id)
        return block
    }
}

extension Message {
    /// The subject and the text’s lines, and the attachments on lines of their own; of a call, how it went.
    fileprivate func lines(in language: Language) -> [String] {
        if let call { return [call.text.string(in: language)] }
        let text = content.isEmpty ? [] : contentLines.map(String.init)
        return (subject.map { [$0] } ?? []) + text + attachments.map { "[\($0.name ?? $0.contentType)]" }
    }
}
