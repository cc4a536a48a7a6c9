// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import SMSLogLogic
import SMSLogStore
import Synchronization

/// Stores that record each transaction: `write`, or the questions of a read.
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
            onWrite: { [self] in transactions.withLock { $0.append(["write"]) } },
            onRead: { [self] messages in
                let reader = CountingMessages(messages: messages)
                return (reader, { self.transactions.withLock { $0.append(reader.questions.withLock { $0 }) } })
            }
        ).store(of: owner)
    }

    func owners() async throws -> [UserID] { try await stores.owners() }

    func changes() throws -> ChangeObserver<MessageChange> { try stores.changes() }
}

/// The stores that a user can choose, of which the system’s records its transactions.
struct CountingPlaces: MessagePlaces {
    let places: any MessagePlaces
    let counting: CountingStores

    func open(
        _ choice: MessageStoreChoice, for owner: UserID, isMade: Bool, isWatched: Bool
    ) throws -> any MessageStore {
        try choice == .system
            ? counting.store(of: owner) : places.open(choice, for: owner, isMade: isMade, isWatched: isWatched)
    }

    func all(of owner: UserID) throws -> [any MessageStore] { try places.all(of: owner) }
    func temporary(for owner: UserID) throws -> any MessageStore { try places.temporary(for: owner) }
    func isOurs(_ path: String) -> Bool { places.isOurs(path) }
    func mayBeStore(_ path: String) -> Bool { places.mayBeStore(path) }
    func store(of owner: UserID) throws -> any MessageStore { try counting.store(of: owner) }
    func owners() async throws -> [UserID] { try await counting.owners() }
    func changes() throws -> ChangeObserver<MessageChange> { try counting.changes() }
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

    func contents(of ids: [Int]) throws -> [Int: MessageContents] {
        note("contents")
        return try messages.contents(of: ids)
    }

    func bytes(of digest: Digest) throws -> [UInt8]? {
        note("bytes")
        return try messages.bytes(of: digest)
    }

    func conversations(_ key: ConversationKey, limit: Int) throws -> [Conversation] {
        note(key == .namedChats ? "named chats" : "conversations")
        return try messages.conversations(key, limit: limit)
    }

    func lastNumber() throws -> Int {
        note("last number")
        return try messages.lastNumber()
    }

    func counts(limit: Int) throws -> MessageCounts {
        note("counts")
        return try messages.counts(limit: limit)
    }

    func addresses(_ key: AddressKey, limit: Int) throws -> [KnownAddress] {
        if case .these = key { note("known") }
        return try messages.addresses(key, limit: limit)
    }

    func speakers() throws -> [Address: Set<Address>] {
        note("speakers")
        return try messages.speakers()
    }

    func queue(_ id: Int?) throws -> [QueuedMessage] {
        note("queue")
        return try messages.queue(id)
    }

    func kept<Value>(_ kind: KeptKind<Value>) throws -> [String: Value] {
        note("kept")
        return try messages.kept(kind)
    }

    func statistics(_ scope: MessageScope, measuresAnswers: Bool) throws -> MessageStatistics {
        note("statistics")
        return try messages.statistics(scope, measuresAnswers: measuresAnswers)
    }

    func tally() throws -> Tally {
        note("tally")
        return try messages.tally()
    }

    func written() throws -> [SendStatus: Int] {
        note("written")
        return try messages.written()
    }
}
