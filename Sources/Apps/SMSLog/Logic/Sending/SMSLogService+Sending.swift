// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore
import Secrets
package import Session

/// Sending messages, and taking in those that came.
extension SMSLogService {
    /// Stores a message that is to be sent; it is stored before any gateway hears of it, so that it cannot be lost.
    ///
    /// - Parameters:
    ///   - word: a number, or words of a contact’s name.
    ///   - isDraft: Whether it is what was begun to be written to them, of which nothing is kept then.
    ///   - time: When it is sent; nil: at once.
    /// - Returns: the message; without a gateway it is kept, and never sent by itself.
    /// - Throws: `SMSLogFault`.
    package func send(
        _ text: String, to word: String, isDraft: Bool = false, at time: Timestamp? = nil
    ) async throws -> Message {
        try await sending(text, to: word, isDraft: isDraft, at: time).message
    }

    /// The same, and whether it goes to the number used last of several, of which the word names none.
    ///
    /// - Throws: As `send`.
    package func sending(
        _ text: String, to word: String, isDraft: Bool = false, at time: Timestamp? = nil
    ) async throws -> (message: Message, isToLastUsed: Bool) {
        let (draft, isToLastUsed) = try await outgoing(text, to: word, at: time)
        return (try await store(draft, isDraft: isDraft), isToLastUsed)
    }

    /// The same as `send`, to a number that was found before.
    package func send(
        _ text: String, toFound number: Address, isDraft: Bool = false, at time: Timestamp? = nil
    ) async throws -> Message {
        try check(text)
        return try await store(outgoing(text, to: number, written: number.text, at: time), isDraft: isDraft)
    }

    private func store(_ draft: MessageDraft, isDraft: Bool) async throws -> Message {
        let key = newKey()
        let id = try await dao.write(owner) {
            try $0.add(outgoing: draft, key: key, from: draft.date, isDraft: isDraft)
        }
        return try await message(id)
    }

    /// A message that would be sent, and whether it goes to the number used last.
    private func outgoing(
        _ text: String, to word: String, at time: Timestamp?
    ) async throws -> (draft: MessageDraft, isToLastUsed: Bool) {
        try check(text)
        let (address, isToLastUsed) = try await destination(word)
        let written = Address(word).isDialable ? word : nil
        return (outgoing(text, to: address, written: written, at: time), isToLastUsed)
    }

    private func outgoing(_ text: String, to number: Address, written: String?, at time: Timestamp?) -> MessageDraft {
        var draft = MessageDraft(
            address: number, rawAddress: written, content: text, date: time ?? clock.now, direction: .outgoing,
            status: .pending)
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
        let numbering = try await numbering()
        var known: Set<Address> = []
        for entry in list.entries {
            do throws(any Error) {
                let draft = try await outgoing(try list.filled(text, for: entry), to: entry.recipient, at: time).draft
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
        return messages
    }

    /// Stores messages that are to be sent, all of them or none.
    ///
    /// - Throws: As `send`.
    package func send(_ listed: ListedMessages) async throws -> [Message] {
        let outgoing = listed.drafts.map { ($0, newKey()) }
        let ids = try await dao.write(owner) { messages in
            try outgoing.map { try messages.add(outgoing: $0, key: $1, from: $0.date) }
        }
        return try await messages(ids)
    }

    /// The messages of these numbers, in order.
    package func messages(_ ids: [Int]) async throws -> [Message] {
        try await dao.read(owner) { messages in try ids.compactMap { try messages.message($0) } }
    }

    /// To whom a message would be sent.
    ///
    /// - Throws: `SMSLogFault` where nobody is meant, or nobody to whom a message can be sent.
    package func recipient(_ word: String) async throws -> Address {
        try await destination(word).address
    }

    /// The same, and whether it is the number used last of several, of which the word names none.
    ///
    /// - Throws: As `recipient`.
    package func destination(_ word: String) async throws -> (address: Address, isLastUsed: Bool) {
        if let number = try await dialable(Address(word)) { return (number, false) }
        let (leader, named) = try await meant(word)
        if let named, let number = try await dialable(named) { return (number, false) }
        guard let number = try await lastUsed(of: leader) else { throw SMSLogFault.notDialable(word) }
        return (number, true)
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
        guard try await dao.write(owner, { try $0.sendAgain(id, key: key, from: now) }) else {
            throw SMSLogFault.handedOver(id)
        }
        return try await self.message(id)
    }

    /// Takes the user’s word for it that a message was sent of which nobody else knows.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`, `notDoubtful`.
    package func settle(_ id: Int) async throws -> Message {
        _ = try await message(id)
        guard try await dao.write(owner, { try $0.settle(id) }) else { throw SMSLogFault.notDoubtful(id) }
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
        let last = try await dao.read(owner) { try $0.lastNumber() }
        try await work()
        return try await dao.read(owner) { messages in
            try messages.messages(.above(last), limit: .max).filter { $0.direction == .incoming }
        }
    }
}
