// SPDX-License-Identifier: GPL-3.0-or-later

package import Gateways
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
        let ((draft, isToLastUsed), key) = (try await outgoing(text, to: word, at: time), newKey())
        let id = try await dao.write(owner) {
            try $0.add(outgoing: draft, key: key, from: draft.date, isDraft: isDraft)
        }
        return (try await message(id), isToLastUsed)
    }

    /// A message that would be sent, and whether it goes to the number used last.
    private func outgoing(
        _ text: String, to word: String, at time: Timestamp?
    ) async throws -> (draft: MessageDraft, isToLastUsed: Bool) {
        try checkService()
        guard text.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyText }
        let parts = MessageLength(text).parts
        guard parts <= MessageLength.mostParts else { throw SMSLogFault.tooLong(parts: parts) }
        let number = Address(word)
        let (address, isToLastUsed) = try await destination(word)
        var draft = MessageDraft(
            address: address, rawAddress: number.isDialable ? word : nil, content: text, date: time ?? clock.now,
            direction: .outgoing, status: .pending)
        draft.handover = time == nil ? .waiting : .scheduled
        return (draft, isToLastUsed)
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
                let draft = try await outgoing(list.filled(text, for: entry), to: entry.recipient, at: time).draft
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

/// Gateways.
extension SMSLogService {
    /// The user’s gateways: the first one sends.
    package func gateways() async throws -> [Gateway] { try await dao.read(owner) { try $0.gateways() } }

    /// The gateway that sends; nil where there is none: nothing is sent then.
    package func gateway() async throws -> Gateway? { try await gateways().first }

    /// The gateway of a name.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func gateway(named name: String) async throws -> Gateway {
        guard let gateway = try await dao.read(owner, { try $0.gateway(name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
        return gateway
    }

    /// What is on its way.
    package func queue() async throws -> [QueuedMessage] { try await dao.read(owner) { try $0.queue() } }

    /// Adds a gateway; the first one sends.
    ///
    /// - Parameter password: What it is reached with; kept sealed.
    /// - Throws: `SMSLogFault.gatewayExists`; what `GatewayVault.seal` throws.
    package func add(_ gateway: Gateway, password: Secret? = nil) async throws {
        try checkService()
        var gateway = gateway
        if let password { gateway.secret = try vault.seal(password, for: gateway, of: owner) }
        let added = gateway
        guard try await dao.write(owner, { try $0.add(added) }) else { throw SMSLogFault.gatewayExists(added.name) }
    }

    /// Gives a gateway another password.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`; `SMSLogFault.needsNoPassword` for one that is a folder; what
    ///   `GatewayVault.seal` throws.
    package func setPassword(_ password: Secret, ofGateway name: String) async throws {
        let secret = try vault.seal(password, for: try await networkGateway(name), of: owner)
        guard try await dao.write(owner, { try $0.setSecret(secret, ofGateway: name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
    }

    /// The gateway of a name, which has a password.
    ///
    /// - Throws: as `setPassword`.
    @discardableResult
    package func networkGateway(_ name: String) async throws -> Gateway {
        let gateway = try await gateway(named: name)
        guard gateway.kind.isOfNetwork else { throw SMSLogFault.needsNoPassword(name) }
        return gateway
    }

    /// Puts where a gateway’s calls are waited for.
    ///
    /// - Parameters:
    ///   - callback: Under which address it reaches that place, where it is another one.
    ///   - signingKey: With what it signs its calls; nil leaves that as it is.
    /// - Throws: `SMSLogFault.unknownGateway`, `SMSLogFault.needsNoPassword` for one that is a folder; what
    ///   `GatewayVault.seal` throws.
    package func setCallbacks(
        ofGateway name: String, listen: ListenAddress?, callback: GatewayAddress?, signingKey: Secret?
    ) async throws {
        let gateway = try await networkGateway(name)
        let signing = try signingKey.map { try vault.seal(signingKey: $0, for: gateway, of: owner) }
        guard
            try await dao.write(
                owner,
                {
                    try $0.setCallbacks(
                        ofGateway: name, listen: listen?.text, callback: callback?.text, signing: signing)
                })
        else { throw SMSLogFault.unknownGateway(name) }
    }

    /// Puts how many messages a gateway is given in a day; nil: as many as there are.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func setLimit(_ most: Int?, ofGateway name: String) async throws {
        guard try await dao.write(owner, { try $0.setLimit(most, ofGateway: name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
    }

    /// How many messages a gateway was given today; nil for one that is given as many as there are.
    package func givenToday(_ gateway: Gateway) -> Int? { gateway.limit?.count(at: clock.now) }

    /// Whether a gateway has had its messages for today: what waits goes out tomorrow.
    package func hasHadEnough(_ gateway: Gateway) -> Bool { gateway.limit?.opens(after: clock.now) != nil }

    /// The address that a gateway calls; nil where nobody listens to it.
    package func callbacks(of gateway: Gateway) -> CallbackAddress? { vault.callbacks(of: gateway, of: owner) }

    /// Whether a program runs that waits for the calls of gateways.
    package var isListening: Bool { vault.isListening }

    /// Has a gateway call back no more.
    ///
    /// - Throws: as `test(gateway:)`.
    package func leave(gateway name: String) async throws { try await worker?.leave(name, of: owner) }

    /// Has a gateway send from now on.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func use(gateway name: String) async throws {
        guard try await dao.write(owner, { try $0.prefer(name) }) else { throw SMSLogFault.unknownGateway(name) }
    }

    /// Removes a gateway.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func remove(gateway name: String) async throws {
        guard try await dao.write(owner, { try $0.removeGateway(name) }) else { throw SMSLogFault.unknownGateway(name) }
    }

    /// Tries whether a gateway can be used.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`, `SMSLogFault.gatewayTrouble`.
    package func test(gateway name: String) async throws {
        _ = try await gateway(named: name)
        try await worker?.test(name, of: owner)
    }
}
