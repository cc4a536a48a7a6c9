// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSecrets
package import AtriumSession
package import AtriumStores
package import AtriumWorlds

/// The message log of one user: its single writer, with the services that work on the same store.
package final class SMSLogService: Sendable {
    let store: any MessageStore
    /// The source of the messages.
    package let origin: MessageOrigin
    package let owner: UserID
    package let clock: any WallClock
    /// The time zone of times in files that name none.
    package let timeZone: Zone
    /// Whether its changes are discarded in the end.
    let isTrial: Bool
    /// The numbers, the names and their people.
    package let people: People
    /// The messages that the user sends.
    package let outbox: Outbox
    /// The texts that were begun and not sent.
    package let drafts: DraftService
    /// The texts that are kept to be sent again.
    package let templates: TemplateService
    /// The gateways that send and receive.
    package let gateways: GatewayService
    /// Messages to files.
    package let exports: MessageExports

    /// The log of `owner` in this store.
    package init(
        store: any MessageStore, owner: UserID, clock: any WallClock, timeZone: Zone = .gmt,
        random: any RandomBytes = SodiumRandom(), sealingCost: Argon2Parameters = .current,
        worker: (any GatewayWorker)? = nil, vault: GatewayVault = GatewayVault(home: nil), systemRegion: String? = nil,
        origin: MessageOrigin = .store(.system), isTrial: Bool = false
    ) {
        self.isTrial = isTrial
        self.origin = origin
        self.timeZone = timeZone
        self.store = store
        self.owner = owner
        self.clock = clock
        people = People(store: store, systemRegion: systemRegion)
        outbox = Outbox(store: store, people: people, clock: clock, random: random, origin: origin)
        drafts = DraftService(store: store, people: people, clock: clock)
        templates = TemplateService(store: store)
        gateways = GatewayService(
            store: store, owner: owner, clock: clock, origin: origin, worker: worker, vault: vault)
        exports = MessageExports(
            store: store, people: people,
            signing: SigningKeys(store: store, owner: owner, random: random, cost: sealingCost), clock: clock,
            timeZone: timeZone)
    }

    /// The log of `owner` in one of the stores of a world.
    ///
    /// - Parameters:
    ///   - choice: The store; only the one that all apps share sends and receives.
    ///   - worker: Does the work of gateways; without one messages wait.
    /// - Throws: `StoreFault`.
    package convenience init(
        among stores: any MessagePlaces, in world: World, owner: UserID, choice: MessageStoreChoice = .system,
        worker: (any GatewayWorker)?
    ) throws {
        let store = try stores.open(choice, for: owner, isMade: false, isWatched: world.worksUnasked)
        self.init(
            store: store, owner: owner, clock: world.clock, timeZone: world.timeZone,
            random: world.seed.map { SeededRandom(seed: $0) } ?? SodiumRandom(),
            sealingCost: world.passwordCost == .full ? .current : .cheap,
            worker: worker, vault: GatewayVault(home: world.home), systemRegion: People.region(of: world.variables),
            origin: .store(choice))
    }

    /// Deletes everything that a user keeps in the stores; a file elsewhere is left as it is.
    ///
    /// - Parameter onProgress: Receives the number of deleted messages.
    /// - Throws: `StoreFault`; data deleted until then stay deleted.
    package static func deleteAll(
        of user: UserID, among stores: any MessagePlaces, onProgress: @MainActor (Int) -> Void
    ) async throws {
        for store in try stores.all(of: user) { try await store.removeAll(onProgress: onProgress) }
    }

    /// The amount of data that `deleteAll` deletes: in a system and in the archive beside it.
    ///
    /// - Throws: `StoreFault`.
    package static func kept(
        of user: UserID, among stores: any MessagePlaces
    ) async throws -> (messages: Int, attachments: Int, contacts: Int, gateways: Int) {
        var kept = (messages: 0, attachments: 0, contacts: 0, gateways: 0)
        for store in try stores.all(of: user) {
            let part = try await store.read { messages in
                var withFiles = MessageFilter()
                withFiles.features = [.attachment]
                let tally = try messages.tally()
                return (
                    tally.all, try messages.count(withFiles, limit: .max), tally.contacts,
                    try messages.gateways().count
                )
            }
            kept.messages += part.0
            kept.attachments += part.1
            kept.contacts += part.2
            kept.gateways += part.3
        }
        return kept
    }

    /// An observer of each change of messages or contacts from now on, by this process or another.
    package func changes() -> ChangeObserver<MessageChange> { store.changes() }
}

// MARK: - Reading
extension SMSLogService {
    /// The conversations of a kind, those that are pinned first, then the newest.
    ///
    /// - Parameter last: The conversation before the first one to return; `nil`: from the first one.
    package func conversations(_ kind: ConversationKind = .all, after last: Conversation? = nil, limit: Int)
        async throws -> [Conversation]
    {
        try await store.read { try $0.named($0.conversations(kind, after: last, limit: limit)) }
    }

    /// Returns the number of conversations of each kind, without a limit; off the caller’s actor.
    @concurrent
    package func allConversationCounts() async throws -> [ConversationKind: Int] {
        try await store.read { try $0.conversationCounts(limit: .max - 1) } ?? [:]
    }

    /// The number of conversations counted in about ten milliseconds, which the read for a change may take.
    static let countedConversations = 10_000

    /// The conversation of an address; `nil` if it has no message.
    package func conversation(with address: Address) async throws -> Conversation? {
        try await store.read { messages in
            try messages.conversation(with: address).flatMap { try messages.named([$0]).first }
        }
    }

    /// Messages of a conversation, oldest first.
    package func messages(with address: Address, page: Page, limit: Int) async throws -> [Message] {
        try await store.read { try $0.named($0.messages(.page(address, page), limit: limit)) }
    }

    /// The leader of the conversation with the message that was stored last; `nil` if that message is gone.
    package func lastConversation() async throws -> Address? {
        try await store.read { messages in
            try messages.message(messages.lastNumber()).map { try messages.leader(of: $0.address) }
        }
    }

    /// Returns the nearest matching message of a conversation, from a page on and in its direction; `nil` if there is
    /// none.
    ///
    /// Reads one page after the other, off the caller’s actor: it compares texts as they are shown, which no index has.
    @concurrent
    package func nearest(
        with address: Address, _ start: Page, where isSought: @Sendable (Message) -> Bool
    ) async throws -> Message? {
        var page: Page? = start
        while let next = page {
            try Task.checkCancellation()
            let messages = try await messages(with: address, page: next, limit: Self.soughtAtOnce)
            let isForward = if case .after = next { true } else { false }
            if let found = isForward ? messages.first(where: isSought) : messages.last(where: isSought) { return found }
            guard messages.count == Self.soughtAtOnce else { return nil }
            page =
                isForward
                ? messages.last.map { .after(MessagePosition($0)) }
                : messages.first.map { .before(MessagePosition($0)) }
        }
        return nil
    }

    private static let soughtAtOnce = 1_000

    /// One message.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func message(_ id: Int) async throws -> Message {
        guard let message = try await store.read({ try $0.namedMessage(id) }) else {
            throw SMSLogFault.unknownMessage(id)
        }
        return message
    }

    /// The messages of these numbers, in order.
    package func messages(_ ids: [Int]) async throws -> [Message] {
        try await store.read { try $0.messages(.numbers(ids), limit: ids.count) }
    }

    /// Returns the newest messages that have all words of a text, newest first; none for one without a letter or digit.
    ///
    /// Off the caller’s actor.
    @concurrent
    package func search(_ words: String, limit: Int) async throws -> [Message] {
        let query = SearchQuery(words, signs: .pictures)
        return query.isEmpty
            ? [] : try await store.read { try $0.named($0.find(MessageFilter(words: query), after: nil, limit: limit)) }
    }

    /// Returns the totals of the log.
    package func tally() async throws -> Tally { try await store.read { try $0.tally() } }

    /// The numbers of messages that were written here, by their status: no gateway had any other.
    package func written() async throws -> [SendStatus: Int] { try await store.read { try $0.written() } }
}

// MARK: - Writing
extension SMSLogService {
    /// Marks all messages of a conversation as seen, and returns the number of those that were not.
    @discardableResult
    package func markRead(_ address: Address) async throws -> Int {
        try await store.write { try $0.read(address) }
    }

    /// Marks shown messages as seen, and returns the number of those that were not.
    @discardableResult
    package func markRead(_ shown: [Message]) async throws -> Int {
        let unread = shown.unread
        return unread.isEmpty ? 0 : try await store.write { try $0.setRead(true, .numbers(unread)) }
    }

    /// Marks the newest incoming message of a conversation as not seen, and returns whether it was.
    @discardableResult
    package func markUnread(_ address: Address) async throws -> Int {
        try await store.write { try $0.unread(address) }
    }

    /// The numbers in a span that messages have, in order.
    ///
    /// - Throws: `SMSLogFault.unknownMessage` if there are none; `StoreFault`.
    package func numbers(in span: ClosedRange<Int>) async throws -> [Int] {
        let ids = try await store.read { reader in
            var found: [Int] = []
            var last = span.lowerBound - 1
            while last < span.upperBound, case let page = try reader.messages(.above(last), limit: 500),
                let end = page.last
            {
                found += page.map(\.id).filter(span.contains)
                last = end.id
            }
            return found
        }
        guard !ids.isEmpty else { throw SMSLogFault.unknownMessage(span.lowerBound) }
        return ids
    }

    /// Removes messages, all of them or none, and returns them.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func remove(_ ids: [Int]) async throws -> [Message] {
        try await store.write { messages in
            let removed = try ids.map { id in
                guard let message = try messages.message(id) else { throw SMSLogFault.unknownMessage(id) }
                return message
            }
            try messages.remove(removed)
            return removed
        }
    }
}

/// A message with all that it is made of, but for the bytes of its parts.
package struct WholeMessage: Sendable {
    package let message: Message
    /// The background of the message, which no conversation shows.
    package let background: MessageBackground
    /// The parts of a multimedia message, in its order.
    package let parts: [MessagePart]
    /// The participants that a multimedia message names, in its order.
    package let participants: [Participant]

    /// The other end as it was written when the message came.
    package var rawAddress: String { background.rawAddress ?? message.address.text }
    package var details: MessageDetails { background.details }
}

extension MessageReader {
    /// Messages with all that they are made of.
    func whole(_ messages: [Message]) throws -> [WholeMessage] {
        let contents = try contents(of: messages.map(\.id))
        return messages.compactMap { message in
            contents[message.id].map {
                WholeMessage(
                    message: message, background: $0.background, parts: $0.parts, participants: $0.participants)
            }
        }
    }
}

extension SMSLogService {
    /// A message with all that it is made of, as one moment has it.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func whole(_ id: Int) async throws -> WholeMessage {
        try await store.read { messages in
            guard let message = try messages.whole(messages.named(messages.messages(.number(id), limit: 1))).first
            else {
                throw SMSLogFault.unknownMessage(id)
            }
            return message
        }
    }
}
