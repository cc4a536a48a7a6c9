// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSecrets
package import AtriumSession
import AtriumStores

/// The messages that one owner sends.
package struct Outbox: Sendable {
    let store: any MessageStore
    let people: People
    let clock: any WallClock
    let random: any RandomBytes
    let origin: MessageOrigin

    /// Separates the recipient from the text behind it, as the user typed both.
    ///
    /// - Parameters:
    ///   - word: The first word, or all of a number or name in quotation marks.
    ///   - isQuoted: Whether it was in quotation marks.
    ///   - view: The conversation in view, which a text without a recipient answers.
    /// - Throws: `SMSLogFault` if no person, or several, are meant.
    package func text(
        _ word: String, isQuoted: Bool = false, before text: String, beside view: AddressedText.View?
    ) async throws -> AddressedText {
        try await people.askAside { try $0.addressed(word, isQuoted: isQuoted, before: text, beside: view) }
    }

    /// The same, with the number to which the text goes.
    ///
    /// - Throws: As `text` and `recipient(_:)`.
    package func addressed(
        _ word: String, isQuoted: Bool, before text: String, beside view: AddressedText.View?
    ) async throws -> (text: AddressedText, recipient: Recipient) {
        try origin.checkService()
        return try await people.askAside { people in
            let text = try people.addressed(word, isQuoted: isQuoted, before: text, beside: view)
            return (text, try people.recipient(of: text))
        }
    }

    /// The number to which a message for a word goes.
    ///
    /// - Throws: `SMSLogFault` if no or several people are meant, or one without a number, or if the store cannot send.
    package func recipient(_ word: String) async throws -> Recipient {
        try origin.checkService()
        return try await people.ask { try $0.recipient(word) }
    }

    /// The number to which a message in a conversation goes.
    ///
    /// - Throws: `SMSLogFault.notToGroup`, `SMSLogFault.notDialable`, or if this store sends nothing.
    package func recipient(in conversation: Address, called name: String) async throws -> Recipient {
        try origin.checkService()
        return try await people.ask { try $0.recipient(lastUsedOf: conversation, called: name) }
    }

    /// A message that was stored to be sent.
    package struct Outgoing: Sendable {
        package let message: Message
        /// The leader of its conversation.
        package let conversation: Address
        /// The gateway that sends it; without one it is only kept.
        package let gateway: Gateway?

        /// Reads a stored message; `nil` if there is none of this number.
        fileprivate init?(_ id: Int, in messages: any MessageReader) throws {
            guard let message = try messages.namedMessage(id) else { return nil }
            self.message = message
            conversation = try messages.leader(of: message.address)
            gateway = try messages.gateways().first
        }
    }

    /// Stores a message that is to be sent, before a gateway gets it, so that it cannot be lost.
    ///
    /// - Parameters:
    ///   - isDraft: Whether it is the draft of its conversation, which ends with it.
    ///   - time: The time to send it; `nil` for now.
    /// - Throws: `SMSLogFault`.
    package func send(
        _ text: String, to recipient: Recipient, isDraft: Bool = false, at time: Timestamp? = nil
    ) async throws -> Outgoing {
        try check(text)
        let (key, draft) = (newKey(), outgoing(text, to: recipient, at: time))
        return try await store.write { messages in
            let id = try messages.add(outgoing: draft, key: key, from: draft.date, isDraft: isDraft)
            guard let outgoing = try Outgoing(id, in: messages) else { throw SMSLogFault.unknownMessage(id) }
            return outgoing
        }
    }

    private func outgoing(_ text: String, to recipient: Recipient, at time: Timestamp?) -> MessageDraft {
        var draft = MessageDraft(
            address: recipient.address, rawAddress: recipient.written, content: text, date: time ?? clock.now,
            direction: .outgoing, status: .pending)
        draft.handover = time == nil ? .waiting : .scheduled
        return draft
    }

    /// Checks that a text can be sent.
    private func check(_ text: String) throws(SMSLogFault) {
        try origin.checkService()
        guard text.contains(where: { !$0.isWhitespace }) else { throw .emptyText }
        let parts = MessageLength(text).parts
        guard parts <= MessageLength.mostParts else { throw .tooLong(parts: parts) }
    }

    /// The messages that a list would send, and the lines that send nothing.
    ///
    /// - Parameter text: The text, with the names of columns between `{{` and `}}`.
    /// - Throws: `SMSLogFault.unknownGap` before a line is read.
    package func prepare(
        _ list: RecipientList, sending text: String, at time: Timestamp?
    ) async throws -> ListedMessages {
        if let gap = list.unknownGap(in: text) { throw SMSLogFault.unknownGap(gap, columns: list.columns) }
        return try await people.askAside { people in
            var messages = ListedMessages()
            messages.left = list.absent.map { ($0, .noRecipient) }
            let numbering = try people.numbering()
            var known: Set<Address> = []
            for entry in list.entries {
                do throws(any Error) {
                    let filled = try list.filled(text, for: entry)
                    try check(filled)
                    let number = Address(entry.recipient)
                    // The user does not see each number, and a short one may be mistyped; but some senders have one.
                    if PhoneNumbering.isTooShort(number.text), try !people.reader.isKnown(number) {
                        throw SMSLogFault.tooShort(entry.recipient)
                    }
                    let draft = outgoing(filled, to: try people.recipient(entry.recipient), at: time)
                    let person = try people.reader.leader(of: draft.address)
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
            messages.strangers = try people.strangers(among: Set(messages.drafts.map(\.address))).count
            return messages
        }
    }

    /// Stores messages that are to be sent, all of them or none.
    ///
    /// - Returns: Their numbers.
    /// - Throws: As `send`.
    package func send(_ listed: ListedMessages) async throws -> [Int] {
        let outgoing = listed.drafts.map { ($0, newKey()) }
        return try await store.write { messages in
            try outgoing.map { try messages.add(outgoing: $0, key: $1, from: $0.date) }
        }
    }

    /// The key by which gateways know a message.
    private func newKey() -> String { random.bytes(16).hexadecimal }

    /// Sends a message again that failed, that was kept without a gateway, or whose sending is in doubt.
    ///
    /// - Throws: As `send`; `SMSLogFault.unknownMessage`, `notResendable`, `notOwn`, `handedOver`.
    package func resend(_ id: Int) async throws -> Outgoing {
        try origin.checkService()
        let (key, now) = (newKey(), clock.now)
        return try await store.write { messages in
            guard let message = try messages.message(id) else { throw SMSLogFault.unknownMessage(id) }
            guard message.direction == .outgoing, [.failed, .pending].contains(message.status) else {
                throw SMSLogFault.notResendable(id, message.status)
            }
            guard message.handover != .foreign else { throw SMSLogFault.notOwn(id) }
            guard message.address.isDialable else { throw SMSLogFault.notDialable(message.address.text) }
            guard try messages.sendAgain(id, key: key, from: now), let outgoing = try Outgoing(id, in: messages) else {
                throw SMSLogFault.handedOver(id)
            }
            return outgoing
        }
    }

    /// Records that a message was sent of which no gateway knows.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`, `notDoubtful`.
    package func settle(_ id: Int) async throws {
        try await store.write { messages in
            guard try messages.message(id) != nil else { throw SMSLogFault.unknownMessage(id) }
            guard try messages.settle(id) else { throw SMSLogFault.notDoubtful(id) }
        }
    }
}

extension MessageOrigin {
    /// Checks that messages can be sent and received here.
    ///
    /// - Throws: `SMSLogFault.storeSendsNothing`, `SMSLogFault.onlyLooked`.
    func checkService() throws(SMSLogFault) {
        guard !isInService else { return }
        if case .look(let name) = self { throw .onlyLooked(name) }
        throw .storeSendsNothing
    }
}

extension SMSLogService {
    /// Holds back the messages that wait in a restored or copied store: they may have been sent since, or by the other one.
    ///
    /// Each is in doubt, as after an interrupted handover: the user says whether it was sent, or sends it again.
    ///
    /// - Returns: Their number.
    package static func holdBack(among stores: any MessagePlaces) async throws -> Int {
        var count = 0
        for owner in try await stores.owners() { count += try await holdBack(in: stores.store(of: owner)) }
        return count
    }

    /// Holds back the messages that wait in a store, and returns their number.
    @discardableResult
    static func holdBack(in store: any MessageStore) async throws -> Int {
        try await store.write { messages in
            let gateway = try messages.gateways().first?.name
            return try messages.queue().filter { queued in
                let doubtful = StatusChange(
                    to: .pending, from: [.pending], handover: .doubtful, after: [.waiting, .scheduled, .begun],
                    failure: queued.entry.gateway ?? gateway)
                return try messages.change(queued.id, doubtful) != nil
            }.count
        }
    }
}
