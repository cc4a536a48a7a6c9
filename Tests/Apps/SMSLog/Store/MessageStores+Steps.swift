// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumSystems
@testable import SMSLogLogic
import Synchronization

@testable import SMSLogStore

/// The messages of several users in stores that a function opens, each of which stays open.
final class OpenedMessages: MessageStores {
    private let open: @Sendable (UserID) throws -> any MessageStore
    private let opened = Mutex<[UserID: any MessageStore]>([:])

    init(open: @escaping @Sendable (UserID) throws -> any MessageStore) { self.open = open }

    func store(of owner: UserID) throws -> any MessageStore {
        try opened.withLock { opened in
            if let store = opened[owner] { return store }
            let store = try open(owner)
            opened[owner] = store
            return store
        }
    }

    func owners() -> [UserID] { [] }

    func changes() throws -> ChangeObserver<MessageChange> { try store(of: ana).changes() }
}

/// The messages of several users, whose transactions a test observes.
struct WatchedMessages: MessageStores {
    let stores: any MessageStores
    /// Called before each transaction that writes.
    var onWrite: @Sendable () throws -> Void = {}
    /// The reader that a transaction uses in place of its own, and the action after it.
    var onRead: @Sendable (any MessageReader) -> (any MessageReader, () -> Void) = { ($0, {}) }

    func store(of owner: UserID) throws -> any MessageStore { Watched(store: try stores.store(of: owner), by: self) }

    func owners() async throws -> [UserID] { try await stores.owners() }

    func changes() throws -> ChangeObserver<MessageChange> { try stores.changes() }

    private struct Watched: MessageStore {
        let store: any MessageStore
        let watch: WatchedMessages

        init(store: any MessageStore, by watch: WatchedMessages) {
            self.store = store
            self.watch = watch
        }

        func read<Result: Sendable>(_ body: @Sendable (any MessageReader) throws -> Result) async throws -> Result {
            try await store.read { messages in
                let (reader, end) = watch.onRead(messages)
                defer { end() }
                return try body(reader)
            }
        }

        func write<Result: Sendable>(
            _ body: @escaping @Sendable (any MessageDAO) throws -> Result
        ) async throws -> Result {
            try watch.onWrite()
            return try await store.write(body)
        }

        func changes() -> ChangeObserver<MessageChange> { store.changes() }

        func copy() async throws -> any MessageStore { try await store.copy() }
    }
}

extension SystemMessages {
    /// The messages of all users in a system.
    static func all(on system: InformationSystem) throws -> any MessageStores {
        let all = SystemMessages(on: system)
        _ = try all.store(of: ana)
        return all
    }

    /// The messages of all users in a store separate from a system.
    static func all(
        _ choice: MessageStoreChoice, beside system: InformationSystem, isMade: Bool, isWatched: Bool
    ) throws -> any MessageStores {
        let all = OpenedMessages {
            try SystemMessages(on: system).open(choice, for: $0, isMade: isMade, isWatched: isWatched)
        }
        _ = try all.store(of: ana)
        return all
    }

    /// The messages of all users in a file, of which a search checks `reach` one by one.
    static func all(in file: SQLiteSystem, reach: Int = 4096) throws -> any MessageStores {
        let all = OpenedMessages { try store(on: file, of: $0, reach: reach) }
        _ = try all.store(of: ana)
        return all
    }
}

extension SMSLogService {
    convenience init(
        dao: any MessageStores, owner: UserID, clock: any WallClock, timeZone: Zone = .gmt,
        random: any RandomBytes = SodiumRandom(), sealingCost: Argon2Parameters = .current,
        worker: (any GatewayWorker)? = nil, vault: GatewayVault = GatewayVault(home: nil), systemRegion: String? = nil,
        origin: MessageOrigin = .store(.system)
    ) {
        let store: any MessageStore
        do { store = try dao.store(of: owner) } catch { fatalError("A test opens its store before: \(error)") }
        self.init(
            store: store, owner: owner, clock: clock, timeZone: timeZone, random: random, sealingCost: sealingCost,
            worker: worker, vault: vault, systemRegion: systemRegion, origin: origin)
    }
}

extension MessageStores {
    func read<Result: Sendable>(
        _ owner: UserID, _ body: @Sendable (any MessageReader) throws -> Result
    ) async throws -> Result {
        try await store(of: owner).read(body)
    }

    func write<Result: Sendable>(
        _ owner: UserID, _ body: @escaping @Sendable (any MessageDAO) throws -> Result
    ) async throws -> Result {
        try await store(of: owner).write(body)
    }

    func removeAll(of owner: UserID, onProgress: @MainActor (Int) -> Void) async throws {
        try await store(of: owner).removeAll(onProgress: onProgress)
    }

    /// A temporary copy of the store of the user of most tests.
    func copy() async throws -> any MessageStores {
        let copy = try await store(of: ana).copy()
        return OpenedMessages { _ in copy }
    }
}

/// Single queries, each of one consistent state.
extension MessageStores {
    /// One message; `nil` if there is none with this number.
    func message(_ id: Int, of owner: UserID) async throws -> Message? {
        try await read(owner) { try $0.named($0.messages(.number(id), limit: 1)).first }
    }

    /// Messages of one conversation, oldest first: at most `limit` of them, next to the start of `page`.
    func messages(with address: Address, of owner: UserID, page: Page, limit: Int) async throws -> [Message] {
        try await read(owner) { try $0.named($0.messages(.page(address, page), limit: limit)) }
    }

    /// The newest messages that match a query, newest first: those after one message, or the first ones.
    func find(
        _ query: SearchQuery, of owner: UserID, after last: Message? = nil, limit: Int
    ) async throws -> [Message] {
        try await read(owner) {
            try $0.named($0.find(MessageFilter(words: query), after: last, limit: limit))
        }
    }

    /// The conversations of a kind, pinned ones first, then the newest: those after one of them, or the first ones.
    func conversations(
        of owner: UserID, _ kind: ConversationKind, after last: Conversation? = nil, limit: Int
    ) async throws -> [Conversation] {
        try await read(owner) { try $0.named($0.conversations(kind, after: last, limit: limit)) }
    }

    /// The number of conversations of each kind; `nil` if there are more than `limit`, which are not counted.
    func conversationCounts(of owner: UserID, limit: Int) async throws -> [ConversationKind: Int]? {
        try await read(owner) { try $0.conversationCounts(limit: limit) }
    }

    /// One conversation; `nil` if it has no message.
    func conversation(with address: Address, of owner: UserID) async throws -> Conversation? {
        try await read(owner) { messages in
            try messages.conversation(with: address).flatMap { try messages.named([$0]).first }
        }
    }

    /// The address that represents the conversation of another one; see `MessageReader.leader(of:)`.
    func leader(of address: Address, owner: UserID) async throws -> Address {
        try await read(owner) { try $0.leader(of: address) }
    }

    /// The contact with this address; `nil` if there is none.
    func contact(_ address: Address, of owner: UserID) async throws -> Contact? {
        try await read(owner) { try $0.contact(address) }
    }

    /// All contacts, by name and then by address.
    func contacts(of owner: UserID) async throws -> [Contact] { try await read(owner) { try $0.contacts() } }

    /// The addresses with messages or a name that begin with a prefix, by address.
    func addresses(startingWith prefix: String, of owner: UserID, limit: Int) async throws -> [KnownAddress] {
        try await read(owner) { try $0.addresses(.beginning(prefix), limit: limit) }
    }

    /// The bytes of parts; `nil` if they were never received.
    func bytes(of digest: Digest, owner: UserID) async throws -> [UInt8]? {
        try await read(owner) { try $0.bytes(of: digest) }
    }

    /// The numbers known to be the user’s own.
    func ownAddresses(of owner: UserID) async throws -> Set<Address> {
        try await read(owner) { try $0.ownAddresses() }
    }

    /// The numbers of stored items.
    func tally(of owner: UserID) async throws -> Tally { try await read(owner) { try $0.tally() } }
}

/// Changes of one step each, documented at the functions with their rules.
extension MessageStores {
    /// Stores the rows read from a file; see `MessageDAO.merge(_:)`.
    func merge(_ rows: MessageMerge, of owner: UserID) async throws -> MergedMessages {
        try await write(owner) { try $0.merge(rows) }
    }

    /// Marks all messages of a conversation as seen, and returns the number of unseen ones.
    func markRead(_ address: Address, of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.setRead(true, .conversation(address)) }
    }

    /// Marks the messages with these numbers as seen, and returns the number of unseen ones.
    func markRead(_ ids: [Int], of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.setRead(true, .numbers(ids)) }
    }

    /// Marks the newest incoming message of a conversation as unseen, and returns the number of changes: 1 or 0.
    func markUnread(_ address: Address, of owner: UserID) async throws -> Int {
        try await write(owner) { try $0.markUnread(address) }
    }

    /// Permanently removes a message and returns it; `nil` if there is none with this number.
    func remove(_ id: Int, of owner: UserID) async throws -> Message? {
        try await write(owner) { try $0.remove(id) }
    }

    /// Reads numbers as in a region; see `MessageDAO.setPeople(by:)`.
    func setPeople(by region: String, of owner: UserID) async throws -> PeopleChange {
        try await write(owner) { try $0.setPeople(by: region) }
    }
}
