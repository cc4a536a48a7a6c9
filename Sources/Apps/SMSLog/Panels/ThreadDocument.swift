// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import SMSLogLogic

/// The open conversation, or in the list of conversations the selected one, on its newest messages; scrolling past its
/// ends turns to the pages before and after.
///
/// A selection alone does not mark messages as read: opening the conversation does.
@MainActor
enum ThreadDocument {
    static func source(of model: SMSLogModel) -> DocumentSource {
        guard let thread = model.regarded else {
            let isOpen = model.tab == .messages
            var source = DocumentSource(id: "", title: LocalizedText(verbatim: ""), isOpen: isOpen) {
                [[.text(Strings.threadNone.string(in: $0.language), .faint)]]
            }
            source.close = { model.closeThread() }
            return source
        }
        let isPreview = model.tab == .threads
        var source = DocumentSource(
            id: thread.address.text, title: title(of: thread), isOpen: model.tab == .messages
        ) { context in
            [blocks(of: thread, marksUnseen: !isPreview, in: context)]
        }
        source.items = ["number"]
        source.revision = 2 * model.threadRevision + (isPreview ? 1 : 0)
        source.close = { model.closeThread() }
        source.startsAtEnd = true
        source.isAtEnd = thread.isAtEnd
        source.isAtStart = thread.isAtStart
        // A found message is shown at its place in its conversation.
        if let query = model.found?.query, let id = thread.reached, let sought = SMSLogService.search(for: query) {
            source.search = DocumentSource.Search(
                sought.words, inBlock: String(id), visit: model.visit, places: sought.places)
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

    /// The other end, and the user’s marks.
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
            let date = CivilTime(message.date, in: context.timeZone)
            let day = date.date
            if day != last {
                var line = Block(.paragraph(StyledText(day, .faint)))
                line.id = "day \(day)"
                blocks.append(line)
            }
            last = day
            var block = block(of: message, at: date.time, thread, in: context)
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

    private static func block(
        of message: Message, at time: String, _ thread: OpenThread, in context: ViewContext
    ) -> Block {
        let sender = message.sender.map { thread.names[$0] ?? $0.text }
        let name = [thread.number(of: message), sender].compactMap { $0 }.joined(separator: " ")
        let status = message.status.isPlain ? "" : message.statusTitle.string(in: context.language)
        let isTrouble = message.status == .failed || message.progress == .doubtful
        var block = Block(
            .message(
                Block.Message(
                    head: "\(message.direction.arrow) \(time)", name: name.isEmpty ? nil : name,
                    lines: message.lines(in: context.language),
                    status: StyledText(status, isTrouble ? .warning : .faint),
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
        return (subject.map { [$0] } ?? []) + text + attachments.map { $0.label(in: language) }
    }
}

/// The open conversation, and its loaded messages: the page that was read last, and the pages to which the user
/// has scrolled from there.
struct OpenThread: Sendable {
    /// Reads messages of a conversation.
    typealias Read = (Address, Page, _ limit: Int) async throws -> [Message]

    /// The other end.
    var address: Address
    /// The number of messages on a page.
    let limit: Int
    /// The loaded messages, oldest first.
    var messages: [Message]
    /// The number of all messages.
    var count: Int
    /// Whether the newest message is among them.
    var isAtEnd: Bool
    /// Whether the oldest message is known to be among them.
    var isAtStart = false
    /// The message at which it was opened; `nil`: none.
    var reached: Int?
    /// The names of the senders, if they are named.
    var names: [Address: String] = [:]
    /// The number of each spelling if the person has several numbers; empty otherwise.
    var numbers: [Address: Address] = [:]
    /// The user’s draft there.
    var draft: ConversationDraft?

    /// The minimum number of messages loaded at once for scrolling, and the maximum number kept.
    private static let (part, most) = (50, 200)

    /// The contact’s name, or else the address.
    var name: String { messages.last?.displayName ?? address.text }

    /// The number of a message if the person has several.
    func number(of message: Message) -> String? {
        numbers.isEmpty ? nil : (numbers[message.address] ?? message.address).text
    }

    /// The senders of the loaded messages; none if there is only one at the other end.
    var senders: Set<Address> { messages.senders }

    /// Whether several people are at the other end.
    var isGroup: Bool { address.isGroup || messages.haveSenders }

    /// The page before the loaded messages.
    var before: Page? { messages.first.map { .before(MessagePosition($0)) } }

    /// The page behind it.
    var after: Page? { messages.last.map { .after(MessagePosition($0)) } }

    /// The request for the current state of the same messages; at the end, also for new ones.
    var request: MessagesRequest.Thread {
        MessagesRequest.Thread(
            address: address, first: messages.first, limit: messages.count + (isAtEnd ? max(limit, Self.part) : 0),
            newest: limit)
    }

    /// The conversation with the read messages.
    func refreshed(_ found: MessagesSnapshot.Thread) -> OpenThread {
        var thread = self
        thread.messages = found.messages
        thread.count = found.count
        thread.address = found.leader
        thread.draft = found.draft
        (thread.names, thread.numbers) = (found.names, found.numbers)
        if found.areNewest { thread.isAtStart = found.messages.count < limit }
        // Messages that were there are gone if the newest are there instead.
        thread.isAtEnd = found.areNewest || isAtEnd && found.messages.count < request.limit
        if !found.areNewest {
            thread.dropFirst(to: max(limit, Self.most))
        }
        return thread
    }

    /// The conversation with older messages, without those at the other end if they are too many.
    func withOlder(_ read: Read) async throws -> OpenThread {
        guard let before else { return self }
        var thread = self
        let older = try await read(address, before, Self.part)
        thread.messages = older + messages
        thread.isAtStart = older.count < Self.part
        if thread.messages.count > Self.most {
            thread.messages.removeLast(thread.messages.count - Self.most)
            thread.isAtEnd = false
        }
        return thread
    }

    /// The conversation with newer messages, without those at the other end if they are too many.
    func withNewer(_ read: Read) async throws -> OpenThread {
        guard !isAtEnd, let after else { return self }
        var thread = self
        let newer = try await read(address, after, Self.part)
        thread.messages += newer
        thread.isAtEnd = newer.count < Self.part
        thread.dropFirst(to: Self.most)
        return thread
    }

    /// The conversation with the messages around another one, in place of the loaded ones.
    func around(_ message: Message, _ read: Read) async throws -> OpenThread {
        var thread = self
        let older = try await read(address, .upTo(message), Self.part)
        let newer = try await read(address, .after(MessagePosition(message)), Self.part)
        thread.messages = older + newer
        (thread.isAtStart, thread.isAtEnd) = (older.count < Self.part, newer.count < Self.part)
        return thread
    }

    /// Drops the oldest messages if there are more than `most`.
    private mutating func dropFirst(to most: Int) {
        guard messages.count > most else { return }
        messages.removeFirst(messages.count - most)
        isAtStart = false
    }
}

extension OpenThread {
    /// A conversation on its newest page, or on the one that ends with `last`, as it was read.
    init(_ found: MessagesSnapshot.Thread, of address: Address, upTo last: Message?, limit: Int) {
        self.init(
            address: address, limit: limit, messages: found.messages, count: found.count,
            isAtEnd: last == nil, isAtStart: found.messages.count < limit, reached: last?.id, names: found.names,
            numbers: found.numbers, draft: found.draft)
    }
}
