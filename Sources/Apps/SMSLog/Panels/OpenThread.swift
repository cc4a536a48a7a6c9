// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogLogic

/// The conversation that is open, and the messages of it that are loaded: the page that was read last, and what somebody
/// has scrolled to from there.
struct OpenThread: Sendable {
    /// Reads messages of a conversation.
    typealias Read = (Address, Page, _ limit: Int) async throws -> [Message]

    /// The other end.
    var address: Address
    /// How many messages a page has.
    let limit: Int
    /// What is loaded, oldest first.
    var messages: [Message]
    /// How many messages there are in all.
    var count: Int
    /// Whether the newest message is among them.
    var isAtEnd: Bool
    /// Whether the oldest message is known to be among them.
    var isAtStart = false
    /// The message at which it was opened; nil: none.
    var reached: Int?
    /// How those are called who wrote them, where somebody has named them.
    var names: [Address: String] = [:]
    /// The number of each spelling, where the person has several numbers; none otherwise.
    var numbers: [Address: Address] = [:]
    /// What the user has begun to write there.
    var draft: ConversationDraft?

    /// At least so many are loaded at once for scrolling, and so many are kept at most.
    private static let (part, most) = (50, 200)

    /// The contact’s name, or else the address.
    var name: String { messages.last?.displayName ?? address.text }

    /// The number of a message, where the person has several.
    func number(of message: Message) -> String? {
        numbers.isEmpty ? nil : (numbers[message.address] ?? message.address).text
    }

    /// Who wrote what is loaded; none where there is but one at the other end.
    var senders: Set<Address> { messages.senders }

    /// Whether several people are at the other end.
    var isGroup: Bool { address.isGroup || messages.haveSenders }

    /// The page before what is loaded.
    var before: Page? { messages.first.map { .before(MessagePosition($0)) } }

    /// The page behind it.
    var after: Page? { messages.last.map { .after(MessagePosition($0)) } }

    /// What is read to have the same messages as they are now; at the end, with those that have come.
    var request: MessagesRequest.Thread {
        MessagesRequest.Thread(
            address: address, first: messages.first, limit: messages.count + (isAtEnd ? max(limit, Self.part) : 0),
            newest: limit)
    }

    /// The same with what was read.
    func refreshed(_ found: MessagesSnapshot.Thread) -> OpenThread {
        var thread = self
        thread.messages = found.messages
        thread.count = found.count
        thread.address = found.leader
        thread.draft = found.draft
        (thread.names, thread.numbers) = (found.names, found.numbers)
        if found.areNewest { thread.isAtStart = found.messages.count < limit }
        // Those that were there are gone where the newest are there instead.
        thread.isAtEnd = found.areNewest || isAtEnd && found.messages.count < request.limit
        if !found.areNewest {
            thread.dropFirst(to: max(limit, Self.most))
        }
        return thread
    }

    /// With older messages, those at the other end left behind where they are too many.
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

    /// With newer messages, those at the other end left behind where they are too many.
    func withNewer(_ read: Read) async throws -> OpenThread {
        guard !isAtEnd, let after else { return self }
        var thread = self
        let newer = try await read(address, after, Self.part)
        thread.messages += newer
        thread.isAtEnd = newer.count < Self.part
        thread.dropFirst(to: Self.most)
        return thread
    }

    /// With the messages around another one, in place of those that are loaded.
    func around(_ message: Message, _ read: Read) async throws -> OpenThread {
        var thread = self
        let older = try await read(address, .upTo(message), Self.part)
        let newer = try await read(address, .after(MessagePosition(message)), Self.part)
        thread.messages = older + newer
        (thread.isAtStart, thread.isAtEnd) = (older.count < Self.part, newer.count < Self.part)
        return thread
    }

    /// Leaves the oldest behind where there are more than so many.
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
