// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
package import SMSLogDomain
package import SMSLogStore
import Search
package import Session
package import Stores

/// The message log of one user: the rules, and the one who writes.
package final class SMSLogService: Sendable {
    let dao: any MessageDAO
    let owner: UserID
    let clock: any WallClock
    /// In which files tell times that say no place.
    let timeZone: TimeZone
    private let gateway: (any MessageGateway)?

    /// The log of `owner` in this store; without a gateway it sends nothing.
    package init(
        dao: any MessageDAO, owner: UserID, clock: any WallClock, timeZone: TimeZone = .gmt,
        gateway: (any MessageGateway)?
    ) {
        self.timeZone = timeZone
        self.dao = dao
        self.owner = owner
        self.clock = clock
        self.gateway = gateway
    }

    /// The log of `owner` on the information system of a world.
    ///
    /// - Throws: `StoreFault`.
    package convenience init(
        in world: World, owner: UserID, gateway: (any MessageGateway)?
    ) throws {
        self.init(
            dao: try MessageStore.open(on: world.system), owner: owner, clock: world.clock, timeZone: world.timeZone,
            gateway: gateway)
    }

    /// Deletes everything that a user keeps on the information system of a world.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    /// - Throws: `StoreFault`; what was deleted until then stays so.
    package static func deleteAll(
        of user: UserID, in world: World, onProgress: @MainActor (Int) -> Void
    ) async throws {
        try await MessageStore.removeAll(of: user, on: world.system, onProgress: onProgress)
    }

    /// Somebody who hears of each change of messages or contacts from now on, by this process or another.
    package func changes() -> ChangeObserver<MessageChange> { dao.changes() }
}

// Reading
extension SMSLogService {
    /// The conversations of a kind with the newest messages, newest first.
    ///
    /// - Parameter last: The conversation that those come after; nil for the first ones.
    package func conversations(_ kind: ConversationKind = .all, after last: Conversation? = nil, limit: Int)
        async throws -> [Conversation]
    {
        try await dao.conversations(of: owner, kind, after: last, limit: limit)
    }

    /// How many conversations there are of each kind, however many they are.
    package func allConversationCounts() async throws -> [ConversationKind: Int] {
        try await dao.conversationCounts(of: owner, limit: .max - 1) ?? [:]
    }

    /// So many are counted in about a millisecond, which a frame may take.
    static let countedConversations = 1000

    /// One conversation; nil when it has no message.
    package func conversation(with address: Address) async throws -> Conversation? {
        try await dao.conversation(with: address, of: owner)
    }

    /// Messages of a conversation, oldest first.
    package func messages(with address: Address, page: Page, limit: Int) async throws -> [Message] {
        try await dao.messages(with: address, of: owner, page: page, limit: limit)
    }

    /// One message.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func message(_ id: Int) async throws -> Message {
        guard let message = try await dao.message(id, of: owner) else { throw SMSLogFault.unknownMessage(id) }
        return message
    }

    /// The newest messages that have all words and phrases of a query, newest first.
    ///
    /// - Throws: `SMSLogFault.emptyQuery` when there is no letter and no digit to look for.
    package func find(_ text: String, limit: Int) async throws -> [Message] {
        let query = SearchQuery(text)
        guard !query.isEmpty else { throw SMSLogFault.emptyQuery(text) }
        return try await dao.find(query, of: owner, limit: limit)
    }

    /// The newest messages that have all words of a text, newest first; none for one without a letter or digit.
    ///
    /// Off the caller’s actor.
    @concurrent
    package func search(_ words: String, limit: Int) async throws -> [Message] {
        let query = SearchQuery(words)
        return query.isEmpty ? [] : try await dao.find(query, of: owner, limit: limit)
    }

    /// All contacts, by name.
    package func contacts() async throws -> [Contact] { try await dao.contacts(of: owner) }

    /// The contact of an address; nil when there is none.
    package func contact(_ address: Address) async throws -> Contact? { try await dao.contact(address, of: owner) }

    /// How these are called, where somebody has named them.
    package func names(of addresses: Set<Address>) async throws -> [Address: String] {
        try await dao.read(owner) { messages in
            var names: [Address: String] = [:]
            for address in addresses { names[address] = try messages.contact(address)?.name }
            return names
        }
    }

    /// Those with messages or a name whose address begins so, by address; off the caller’s actor.
    @concurrent
    package func parties(startingWith prefix: String, limit: Int) async throws -> [Party] {
        try await dao.parties(startingWith: prefix, of: owner, limit: limit)
    }

    /// The contacts whose name has these words, by name; off the caller’s actor.
    @concurrent
    package func contacts(named words: String, limit: Int) async throws -> [Contact] {
        let query = SearchQuery(words, beginnings: .all)
        return Array(try await dao.contacts(of: owner).lazy.filter { query.finds($0.name) }.prefix(limit))
    }

    /// How much there is.
    package func tally() async throws -> Tally { try await dao.tally(of: owner) }

    /// The name of the gateway that messages are sent through; nil where there is none.
    package var gatewayName: String? { gateway?.name }

    /// The address that somebody means by a number, or by words of a contact’s name if only one contact has them.
    ///
    /// - Throws: `SMSLogFault.unknownNumber`, `SMSLogFault.ambiguousName`.
    package func address(of word: String) async throws -> Address {
        let address = Address(word)
        if try await isKnown(address) { return address }
        return try await contact(named: word).address
    }

    /// Whether a word means an address, or somebody’s name, be it that of several.
    package func isSomebody(_ word: String) async throws -> Bool {
        do {
            _ = try await address(of: word)
            return true
        } catch SMSLogFault.unknownNumber {
            return false
        } catch SMSLogFault.ambiguousName {
            return true
        }
    }

    /// Whether there are messages or a contact of an address.
    func isKnown(_ address: Address) async throws -> Bool {
        if try await dao.conversation(with: address, of: owner) != nil { return true }
        return try await dao.contact(address, of: owner) != nil
    }

    private func contact(named word: String) async throws -> Contact {
        let query = SearchQuery(word, beginnings: .all)
        let named = try await dao.contacts(of: owner).filter { query.finds($0.name) }
        let same = named.filter { $0.name == word }
        let found = same.isEmpty ? named : same
        guard let first = found.first else { throw SMSLogFault.unknownNumber(word) }
        guard found.count == 1 else {
            throw SMSLogFault.ambiguousName(word, numbers: found.prefix(10).map(\.address.text))
        }
        return first
    }
}

// Writing
extension SMSLogService {
    /// Marks all messages of a conversation as seen, and returns how many were not.
    @discardableResult
    package func markRead(_ address: Address) async throws -> Int { try await dao.markRead(address, of: owner) }

    /// Marks messages as seen that were shown, those among them that were not; returns how many.
    @discardableResult
    package func markRead(_ shown: [Message]) async throws -> Int {
        let unread = shown.filter { !$0.isRead }
        return unread.isEmpty ? 0 : try await dao.markRead(unread.map(\.id), of: owner)
    }

    /// Marks the newest incoming message of a conversation as not seen, and returns whether it was.
    @discardableResult
    package func markUnread(_ address: Address) async throws -> Int { try await dao.markUnread(address, of: owner) }

    /// Removes a message and returns it.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func remove(_ id: Int) async throws -> Message {
        guard let message = try await dao.remove(id, of: owner) else { throw SMSLogFault.unknownMessage(id) }
        return message
    }

    /// Stores a contact in place of the one of its address.
    ///
    /// - Throws: `SMSLogFault.emptyName`; `SMSLogFault.unknownNumber` for an address without a character.
    package func save(_ contact: Contact) async throws {
        guard contact.name.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyName }
        guard !contact.address.isEmpty else { throw SMSLogFault.unknownNumber("") }
        try await dao.save(contact, of: owner)
    }

    /// Removes the name of an address, and returns the contact that it was; its messages stay.
    ///
    /// - Throws: `SMSLogFault.unknownNumber`.
    package func removeContact(_ address: Address) async throws -> Contact {
        guard let contact = try await dao.removeContact(address, of: owner) else {
            throw SMSLogFault.unknownNumber(address.text)
        }
        return contact
    }
}

// Sending
extension SMSLogService {
    /// Stores a message and sends it; it is stored before the gateway hears of it, so that it cannot be lost.
    ///
    /// - Parameter word: a number, or words of a contact’s name.
    /// - Returns: the message as the gateway has taken it; without a gateway it waits.
    /// - Throws: `SMSLogFault`; with `refused` the message stays in the log as failed.
    package func send(_ text: String, to word: String) async throws -> Message {
        guard text.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyText }
        let number = Address(word)
        let address = number.isDialable ? number : try await address(of: word)
        guard address.isDialable else { throw SMSLogFault.notDialable(word) }
        var draft = MessageDraft(
            address: address, rawAddress: number.isDialable ? word : nil, content: text, date: clock.now,
            direction: .outgoing, status: .pending)
        draft.handover = .waiting
        guard let id = try await dao.save([draft], of: owner).first else { throw SMSLogFault.emptyText }
        return try await handOver(try await message(id))
    }

    /// Sends a message of one’s own again that failed, or that no gateway has.
    ///
    /// - Throws: as `send`; `SMSLogFault.unknownMessage`, `notResendable`, `notOwn`, `handedOver`.
    package func resend(_ id: Int) async throws -> Message {
        let message = try await message(id)
        guard message.direction == .outgoing, [.failed, .pending].contains(message.status) else {
            throw SMSLogFault.notResendable(id, message.status)
        }
        guard message.address.isDialable else { throw SMSLogFault.notDialable(message.address.text) }
        switch (message.handover, message.status) {
        case (.foreign, _): throw SMSLogFault.notOwn(id)
        case (.waiting, _), (.taken, .failed): return try await handOver(message)
        case (.begun, _), (.taken, _): throw SMSLogFault.handedOver(id)
        }
    }

    /// Gives a message to the gateway, which of all who try at the same time one does.
    private func handOver(_ message: Message) async throws -> Message {
        guard let gateway else { return message }
        let claim = StatusChange(
            to: .pending, from: [message.status], handover: .begun, after: [message.handover])
        guard try await dao.change(message.id, of: owner, claim) != nil else {
            throw SMSLogFault.handedOver(message.id)
        }
        do {
            let outgoing = OutgoingMessage(id: message.id, number: message.address.text, text: message.content)
            let receipt = try await gateway.submit(outgoing)
            return try await took(message.id, receipt.reference)
        } catch let refusal as GatewayRefusal {
            let failed = StatusChange(
                to: .failed, from: [.pending], handover: .waiting, after: [.begun], failure: refusal.reason)
            _ = try await dao.change(message.id, of: owner, failed)
            throw SMSLogFault.refused(message.id, reason: refusal.reason)
        }
    }

    /// Keeps the gateway’s name for a message: taken is not sent; that, and more, is for the gateway’s reports to say.
    private func took(_ id: Int, _ reference: String) async throws -> Message {
        for status in [SendStatus.pending, .sent, .delivered, .failed] {
            // Another status than pending when a report was faster than the receipt.
            let change = StatusChange(
                to: status, from: [status], handover: .taken, after: [.begun], reference: reference)
            if let message = try await dao.change(id, of: owner, change) { return message }
        }
        return try await message(id)
    }

    /// Takes over what the gateway says of a message, unless it has come further already.
    ///
    /// - Returns: the message as it is now; nil when there is none of the report’s reference, or nothing changes.
    @discardableResult
    package func apply(_ report: DeliveryReport) async throws -> Message? {
        guard let message = try await dao.message(reference: report.reference, of: owner) else { return nil }
        let change: StatusChange
        switch report.outcome {
        case .sent: change = StatusChange(to: .sent, from: [.pending])
        case .delivered: change = StatusChange(to: .delivered, from: [.pending, .sent])
        case .failed(let reason): change = StatusChange(to: .failed, from: [.pending, .sent], failure: reason)
        }
        return try await dao.change(message.id, of: owner, change)
    }

    /// Applies the gateway’s reports until the task is cancelled or the gateway ends.
    package func followReports() async throws {
        guard let gateway else { return }
        for await report in gateway.deliveryReports() { try await apply(report) }
    }
}
