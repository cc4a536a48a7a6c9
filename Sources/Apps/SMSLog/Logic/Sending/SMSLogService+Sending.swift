// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
import Secrets
package import Session
import Stores

/// Sending and receiving messages.
extension SMSLogService {
    /// Stores a message that is to be sent; it is stored before any gateway hears of it, so that it cannot be lost.
    ///
    /// - Parameters:
    ///   - isDraft: Whether it is what was begun to be written to them, of which nothing is kept then.
    ///   - time: When it is sent; nil: at once.
    /// - Returns: the message; without a gateway it is kept, and never sent by itself.
    /// - Throws: `SMSLogFault`.
    package func send(
        _ text: String, to destination: Destination, isDraft: Bool = false, at time: Timestamp? = nil
    ) async throws -> Message {
        try check(text)
        let (key, draft) = (newKey(), outgoing(text, to: destination, at: time))
        let id = try await store.write {
            try $0.add(outgoing: draft, key: key, from: draft.date, isDraft: isDraft)
        }
        return try await message(id)
    }

    private func outgoing(_ text: String, to destination: Destination, at time: Timestamp?) -> MessageDraft {
        var draft = MessageDraft(
            address: destination.address, rawAddress: destination.written, content: text, date: time ?? clock.now,
            direction: .outgoing, status: .pending)
        draft.handover = time == nil ? .waiting : .scheduled
        return draft
    }

    /// Looks whether a text can be sent.
    private func check(_ text: String) throws(SMSLogFault) {
        try checkService()
        guard text.contains(where: { !$0.isWhitespace }) else { throw .emptyText }
        let parts = MessageLength(text).parts
        guard parts <= MessageLength.mostParts else { throw .tooLong(parts: parts) }
    }

    /// What a list would send, and to whom it would not.
    ///
    /// - Parameter text: With a gap for each word in `{{` and `}}`, which names a column of the list.
    /// - Throws: `SMSLogFault.unknownGap` before anything else is looked at.
    package func prepare(_ list: RecipientList, sending text: String, at time: Timestamp?) async throws
        -> ListedMessages
    {
        if let gap = list.unknownGap(in: text) { throw SMSLogFault.unknownGap(gap, columns: list.columns) }
        var messages = ListedMessages()
        messages.left = list.absent.map { ($0, .noRecipient) }
        let numbering = try await numbering()
        var known: Set<Address> = []
        for entry in list.entries {
            do throws(any Error) {
                let filled = try list.filled(text, for: entry)
                try check(filled)
                let number = Address(entry.recipient)
                // Nobody looks at each of them; but there are such senders, to whom one may have written before.
                if PhoneNumbering.isTooShort(number.text), try await !isKnown(number) {
                    throw SMSLogFault.tooShort(entry.recipient)
                }
                let draft = outgoing(filled, to: try await destination(entry.recipient), at: time)
                let person = try await leader(of: draft.address)
                guard known.insert(numbering.spelling(person)).inserted else {
                    messages.left.append((entry, nil))
                    continue
                }
                messages.drafts.append(draft)
            } catch let fault as SMSLogFault {
                messages.left.append((entry, fault))
            }
        }
        messages.left.sort { $0.entry.line < $1.entry.line }
        messages.strangers = try await strangers(among: Set(messages.drafts.map(\.address))).count
        return messages
    }

    /// Stores messages that are to be sent, all of them or none.
    ///
    /// - Throws: As `send`.
    package func send(_ listed: ListedMessages) async throws -> [Message] {
        let outgoing = listed.drafts.map { ($0, newKey()) }
        let ids = try await store.write { messages in
            try outgoing.map { try messages.add(outgoing: $0, key: $1, from: $0.date) }
        }
        return try await messages(ids)
    }

    /// The messages of these numbers, in order.
    package func messages(_ ids: [Int]) async throws -> [Message] {
        try await store.read { messages in try ids.compactMap { try messages.message($0) } }
    }

    /// Whom a word means, to whom a message can be sent.
    ///
    /// - Throws: `SMSLogFault` where nobody is meant, or nobody to whom a message can be sent.
    package func recipient(_ word: String) async throws -> Address { try await found(word).address }

    /// The same as that to which a message is going to be sent.
    ///
    /// - Throws: As `recipient`; `SMSLogFault.storeSendsNothing`, `SMSLogFault.onlyLooked`.
    package func destination(_ word: String) async throws -> Destination {
        try checkService()
        return try await found(word)
    }

    private func found(_ word: String) async throws -> Destination {
        let address = try await address(typed: word)
        if let number = try await dialable(address) {
            return Destination(number, written: address.isDialable ? word : nil)
        }
        let (leader, named) = try await meant(word)
        if let named, let number = try await dialable(named) { return Destination(number) }
        guard let number = try await lastUsed(of: leader) else { throw try await refusal(of: leader, called: word) }
        return Destination(lastUsed: number)
    }

    /// Why no message can be sent to a conversation that has no number.
    package func refusal(of leader: Address, called word: String) async throws -> SMSLogFault {
        let isGroup = try await conversation(with: leader)?.isGroup ?? leader.isGroup
        return isGroup ? .notToGroup(word) : .notDialable(word)
    }

    /// Names a message to gateways.
    private func newKey() -> String { random.bytes(16).hexadecimal }

    /// Has a message of one’s own sent again that failed, that was kept while there was no gateway, or of which nobody
    /// knows whether it was sent.
    ///
    /// - Throws: as `send`; `SMSLogFault.unknownMessage`, `notResendable`, `notOwn`, `handedOver`.
    package func resend(_ id: Int) async throws -> Message {
        try checkService()
        let message = try await message(id)
        guard message.direction == .outgoing, [.failed, .pending].contains(message.status) else {
            throw SMSLogFault.notResendable(id, message.status)
        }
        guard message.handover != .foreign else { throw SMSLogFault.notOwn(id) }
        guard message.address.isDialable else { throw SMSLogFault.notDialable(message.address.text) }
        let (key, now) = (newKey(), clock.now)
        guard try await store.write({ try $0.sendAgain(id, key: key, from: now) }) else {
            throw SMSLogFault.handedOver(id)
        }
        return try await self.message(id)
    }

    /// Takes the user’s word for it that a message was sent of which nobody else knows.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`, `notDoubtful`.
    package func settle(_ id: Int) async throws -> Message {
        _ = try await message(id)
        guard try await store.write({ try $0.settle(id) }) else { throw SMSLogFault.notDoubtful(id) }
        return try await message(id)
    }

    /// Has everything done with the gateways that is due.
    ///
    /// - Throws: as `GatewayWorker.work(for:)`.
    package func work() async throws {
        guard try await gateway() != nil else { return }
        try await worker?.work(for: owner)
    }

    /// Has the gateways asked for what came in.
    ///
    /// - Returns: The messages that are new.
    /// - Throws: as `work`.
    package func receive() async throws -> [Message] {
        try checkService()
        let last = try await store.read { try $0.lastNumber() }
        try await work()
        return try await store.read { messages in
            try messages.messages(.above(last), limit: .max).filter { $0.direction == .incoming }
        }
    }
}

/// Whom a message goes to.
package struct Destination: Sendable {
    /// The number.
    package let address: Address
    /// The same as somebody wrote it.
    let written: String
    /// Whether it is the number used last of several, of which nobody has named one.
    package let isLastUsed: Bool

    init(_ address: Address, written: String? = nil) {
        (self.address, self.written, isLastUsed) = (address, written ?? address.text, false)
    }

    /// The number that a person used last.
    package init(lastUsed address: Address) {
        (self.address, written, isLastUsed) = (address, address.text, true)
    }
}
