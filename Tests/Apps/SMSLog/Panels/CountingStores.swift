// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogStore
import Search
import Session
import Stores
import Synchronization

/// A store that writes down what is read of it: each transaction, by its questions.
final class CountingStores: MessageStores {
    private let stores: any MessageStores
    private let transactions = Mutex<[[String]]>([])

    init(_ stores: any MessageStores) { self.stores = stores }

    /// What was read since the last call.
    func take() -> [[String]] {
        transactions.withLock { transactions in
            defer { transactions = [] }
            return transactions
        }
    }

    func store(of owner: UserID) throws -> any MessageStore {
        try WatchedMessages(
            stores: stores,
            onRead: { [self] messages in
                let reader = CountingMessages(messages: messages)
                return (reader, { self.transactions.withLock { $0.append(reader.questions.withLock { $0 }) } })
            }
        ).store(of: owner)
    }

    func owners() async throws -> [UserID] { try await stores.owners() }

    func changes() throws -> ChangeObserver<MessageChange> { try stores.changes() }
}

/// One transaction, which writes down what it is asked.
private final class CountingMessages: MessageReader {
    private let messages: any MessageReader
    let questions = Mutex<[String]>([])

    init(messages: any MessageReader) { self.messages = messages }

    private func note(_ question: String) { questions.withLock { $0.append(question) } }

    func journal(limit: Int) throws -> [JournalEntry] {
        note("journal")
        return try messages.journal(limit: limit)
    }

    func messages(_ key: MessageKey, limit: Int) throws -> [Message] {
        note("messages")
        return try messages.messages(key, limit: limit)
    }

    func find(_ filter: MessageFilter, after last: Message?, limit: Int) throws -> [Message] {
        note("find")
        return try messages.find(filter, after: last, limit: limit)
    }

    func count(_ filter: MessageFilter, limit: Int) throws -> Int {
        note("count")
        return try messages.count(filter, limit: limit)
    }

    func conversations(_ kind: ConversationKind, after last: Conversation?, limit: Int) throws -> [Conversation] {
        note("conversations")
        return try messages.conversations(kind, after: last, limit: limit)
    }

    func conversationCounts(limit: Int) throws -> [ConversationKind: Int]? {
        note("counts")
        return try messages.conversationCounts(limit: limit)
    }

    func reading() throws -> (region: String, version: Int)? { try messages.reading() }

    func known(_ address: Address) throws -> KnownAddress? {
        note("known")
        return try messages.known(address)
    }

    func joinedAddresses(with address: Address?) throws -> [JoinedAddress] {
        try messages.joinedAddresses(with: address)
    }

    func givenName(of address: Address) throws -> GivenName? { try messages.givenName(of: address) }

    func allNames() throws -> [PersonName] { try messages.allNames() }

    func contactsAtWork() throws -> [Contact] { try messages.contactsAtWork() }

    func apart() throws -> Set<AddressPair> { try messages.apart() }

    func conversation(with address: Address) throws -> Conversation? {
        note("conversation")
        return try messages.conversation(with: address)
    }

    func drafts() throws -> [KeptDraft] {
        note("drafts")
        return try messages.drafts()
    }

    func parties(startingWith prefix: String, limit: Int) throws -> [Party] {
        note("parties")
        return try messages.parties(startingWith: prefix, limit: limit)
    }

    func background(of id: Int) throws -> MessageBackground? {
        note("background")
        return try messages.background(of: id)
    }

    func parts(of id: Int) throws -> (parts: [MessagePart], participants: [Participant]) {
        note("parts")
        return try messages.parts(of: id)
    }

    func bytes(of digest: Digest) throws -> [UInt8]? {
        note("bytes")
        return try messages.bytes(of: digest)
    }

    func ownAddresses() throws -> Set<Address> {
        note("own")
        return try messages.ownAddresses()
    }

    func namedChats() throws -> NamedChats {
        note("named chats")
        return try messages.namedChats()
    }

    func speakers() throws -> [Address: Set<Address>] {
        note("speakers")
        return try messages.speakers()
    }

    func groups() throws -> [Address] {
        note("groups")
        return try messages.groups()
    }

    func unread() throws -> Int {
        note("unread")
        return try messages.unread()
    }

    func lastNumber() throws -> Int {
        note("last")
        return try messages.lastNumber()
    }

    func queue(_ id: Int?) throws -> [QueuedMessage] {
        note("queue")
        return try messages.queue(id)
    }

    func templates() throws -> [MessageTemplate] {
        note("templates")
        return try messages.templates()
    }

    func gateways() throws -> [Gateway] {
        note("gateways")
        return try messages.gateways()
    }

    func signingKey() throws -> [UInt8]? {
        note("key")
        return try messages.signingKey()
    }

    func slots(_ scope: MessageScope) throws -> [MessageSlot] {
        note("slots")
        return try messages.slots(scope)
    }

    func responses(_ scope: MessageScope) throws -> ResponseTimes {
        note("responses")
        return try messages.responses(scope)
    }

    func exportMark(of target: String) throws -> Int? {
        note("export")
        return try messages.exportMark(of: target)
    }

    func tally() throws -> Tally {
        note("tally")
        return try messages.tally()
    }
}
