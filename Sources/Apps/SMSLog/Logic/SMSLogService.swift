// SPDX-License-Identifier: GPL-3.0-or-later

import Search
package import Secrets
package import Session
package import Stores
package import Worlds

/// The message log of one user: the rules, and the one who writes.
package final class SMSLogService: Sendable {
    let store: any MessageStore
    /// Where the messages are from.
    package let origin: MessageOrigin
    package let owner: UserID
    package let clock: any WallClock
    /// In which files tell times that say no place.
    package let timeZone: Zone
    let random: any RandomBytes
    /// What deriving a key from the password of the key that signs costs.
    let sealingCost: Argon2Parameters
    /// Does what is to be done with gateways; nil: somebody else does.
    let worker: (any GatewayWorker)?
    /// Seals the passwords of gateways.
    let vault: GatewayVault
    /// In which region the operating system is.
    let systemRegion: String?
    /// Whether nothing of it stays.
    let isTrial: Bool
    /// Those by whose names is searched.
    let known = KnownContacts()

    /// The log of `owner` in this store.
    package init(
        store: any MessageStore, owner: UserID, clock: any WallClock, timeZone: Zone = .gmt,
        random: any RandomBytes = SodiumRandom(), sealingCost: Argon2Parameters = .current,
        worker: (any GatewayWorker)? = nil, vault: GatewayVault = GatewayVault(home: nil), systemRegion: String? = nil,
        origin: MessageOrigin = .store(.system), isTrial: Bool = false
    ) {
        self.isTrial = isTrial
        self.origin = origin
        self.systemRegion = systemRegion
        self.vault = vault
        self.random = random
        self.sealingCost = sealingCost
        self.worker = worker
        self.timeZone = timeZone
        self.store = store
        self.owner = owner
        self.clock = clock
    }

    /// The log of `owner` in one of the stores of a world.
    ///
    /// - Parameters:
    ///   - choice: Which store; only that which all apps share sends and receives.
    ///   - worker: Does what is to be done with gateways; nil: this process, for those that are folders.
    /// - Throws: `StoreFault`.
    package convenience init(
        among stores: any MessagePlaces, in world: World, owner: UserID, choice: MessageStoreChoice = .system,
        worker: (any GatewayWorker)? = nil
    ) throws {
        let store = try stores.open(choice, for: owner, isMade: false, isWatched: world.worksUnasked)
        let vault = GatewayVault(home: world.home)
        self.init(
            store: store, owner: owner, clock: world.clock, timeZone: world.timeZone,
            random: world.seed.map { SeededRandom(seed: $0) } ?? SodiumRandom(),
            sealingCost: world.passwordCost == .full ? .current : .cheap,
            worker: worker
                ?? LocalWorker(stores: stores, clock: world.clock, timeZone: world.timeZone, vault: vault, http: nil),
            vault: vault, systemRegion: Self.region(of: world.variables), origin: .store(choice))
    }

    /// Deletes everything that a user keeps on the information system of a world; a file elsewhere is left as it is.
    ///
    /// - Parameter onProgress: Hears how many messages are gone.
    /// - Throws: `StoreFault`; what was deleted until then stays so.
    package static func deleteAll(
        of user: UserID, among stores: any MessagePlaces, onProgress: @MainActor (Int) -> Void
    ) async throws {
        for store in try stores.all(of: user) { try await store.removeAll(onProgress: onProgress) }
    }

    /// How much a user has in a system and in the archive beside it: what `deleteAll` deletes.
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

    /// Somebody who hears of each change of messages or contacts from now on, by this process or another.
    package func changes() -> ChangeObserver<MessageChange> { store.changes() }
}

// Reading
extension SMSLogService {
    /// The conversations of a kind, those that are pinned first, then the newest.
    ///
    /// - Parameter last: The conversation that those come after; nil for the first ones.
    package func conversations(_ kind: ConversationKind = .all, after last: Conversation? = nil, limit: Int)
        async throws -> [Conversation]
    {
        try await store.read { try $0.named($0.conversations(kind, after: last, limit: limit)) }
    }

    /// How many conversations there are of each kind, however many they are; off the caller’s actor.
    @concurrent
    package func allConversationCounts() async throws -> [ConversationKind: Int] {
        try await store.read { try $0.conversationCounts(limit: .max - 1) } ?? [:]
    }

    /// So many are counted in about ten milliseconds, which the read for a change may take.
    static let countedConversations = 10_000

    /// One conversation; nil when it has no message.
    package func conversation(with address: Address) async throws -> Conversation? {
        try await store.read { messages in
            try messages.conversation(with: address).flatMap { try messages.named([$0]).first }
        }
    }

    /// Messages of a conversation, oldest first.
    package func messages(with address: Address, page: Page, limit: Int) async throws -> [Message] {
        try await store.read { try $0.named($0.messages(.page(address, page), limit: limit)) }
    }

    /// The message that came into the store last; nil where there is none, or it is gone.
    package func lastArrival() async throws -> Message? {
        try await store.read { try $0.message($0.lastNumber()) }
    }

    /// The nearest message of a conversation that is looked for, from a page on and in its direction; nil where there is
    /// none.
    ///
    /// It reads a page after the other, off the caller’s actor: texts are looked at as they are shown, which no index has.
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

    /// The newest messages that have all words of a text, newest first; none for one without a letter or digit.
    ///
    /// Off the caller’s actor.
    @concurrent
    package func search(_ words: String, limit: Int) async throws -> [Message] {
        let query = SearchQuery(words, signs: .pictures)
        return query.isEmpty
            ? [] : try await store.read { try $0.named($0.find(MessageFilter(words: query), after: nil, limit: limit)) }
    }

    /// All contacts, by name; groups that have one are none.
    package func contacts() async throws -> [Contact] { try await store.read { try $0.contacts() } }

    /// The contact of an address; nil when there is none.
    package func contact(_ address: Address) async throws -> Contact? {
        try await store.read { try $0.contact(address) }
    }

    /// The contact of an address, or what stands for one where somebody chats under a name; nil when there is neither.
    package func knownContact(_ address: Address) async throws -> Contact? {
        if let contact = try await contact(address) { return contact }
        guard let chat = try await conversation(with: address), chat.isNamedPerson else { return nil }
        return Contact(address: chat.address, name: chat.address.text, kind: .unknown)
    }

    /// How these are called, where somebody has named them.
    package func names(of addresses: Set<Address>) async throws -> [Address: String] {
        try await store.read { try $0.names(of: addresses) }
    }

    /// Those with messages or a name whose address begins so, by address; off the caller’s actor.
    @concurrent
    package func parties(startingWith prefix: String, limit: Int) async throws -> [Party] {
        try await store.read { try $0.parties(startingWith: prefix, limit: limit) }
    }

    /// The contacts whose name has these words, by name, groups among them; off the caller’s actor.
    @concurrent
    package func contacts(named words: String, limit: Int) async throws -> [Contact] {
        let query = SearchQuery(words, beginnings: .all)
        let named = try await allNames().lazy.filter { $0.contact.address == $0.leader && query.finds($0.contact.name) }
        return Array(named.map(\.contact).prefix(limit))
    }

    /// All names that were given, as `MessageReader.allNames()` has them: read once, and again after one has changed.
    func allNames() async throws -> [PersonName] {
        let moment = known.look { store.changes() }
        return try await store.read { [known] in try known.all($0, since: moment) }
    }

    /// How much there is.
    package func tally() async throws -> Tally { try await store.read { try $0.tally() } }

    /// The address that somebody means by a number, by words of a contact’s name if only one contact has them, by all who
    /// are in a group, or else by words of a service’s name.
    ///
    /// - Parameter orGroup: Whether several between commas are a group.
    /// - Throws: `SMSLogFault.unknownNumber`, `SMSLogFault.ambiguousName`; `SMSLogFault.noGroup`,
    ///   `SMSLogFault.severalGroups`.
    package func address(of word: String, orGroup: Bool = true) async throws -> Address {
        do { return try await somebody(word, orGroup: orGroup) } catch SMSLogFault.unknownNumber(let text) {
            guard let service = try await store.read({ try PeopleLookup($0).service(named: word) }) else {
                throw SMSLogFault.unknownNumber(text)
            }
            return service
        }
    }

    /// The same, but for services.
    private func somebody(_ word: String, orGroup: Bool) async throws -> Address {
        do { return try await meant(word, orGroup: orGroup).leader } catch SMSLogFault.unknownNumber(let text) {
            guard let leader = try await personAtWork(word) else { throw SMSLogFault.unknownNumber(text) }
            return leader
        }
    }

    /// The same, and the number where one of several is meant, as `PeopleLookup` has it.
    func meant(_ word: String, orGroup: Bool = true) async throws -> PeopleLookup.Meant {
        let moment = known.look { store.changes() }
        return try await store.read { [known] messages in
            try PeopleLookup(messages) { try known.all(messages, since: moment) }.meant(word, orGroup: orGroup)
        }
    }

    /// Whether a word means an address, or somebody’s name, be it that of several; those in a group are several people.
    package func isSomebody(_ word: String) async throws -> Bool {
        do {
            _ = try await somebody(word, orGroup: false)
            return true
        } catch SMSLogFault.unknownNumber {
            return false
        } catch SMSLogFault.ambiguousName {
            return true
        }
    }

    /// Whether there are messages or a contact of an address.
    func isKnown(_ address: Address) async throws -> Bool {
        try await store.read { try $0.isKnown(address) }
    }
}

// Writing
extension SMSLogService {
    /// Marks all messages of a conversation as seen, and returns how many were not.
    @discardableResult
    package func markRead(_ address: Address) async throws -> Int {
        try await store.write { try $0.read(address) }
    }

    /// Marks messages as seen that were shown, those among them that were not; returns how many.
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

    /// Removes a message and returns it.
    ///
    /// - Throws: `SMSLogFault.unknownMessage`.
    package func remove(_ id: Int) async throws -> Message {
        guard let message = try await store.write({ try $0.remove(id) }) else { throw SMSLogFault.unknownMessage(id) }
        return message
    }

    /// Stores a contact in place of the one of its address.
    ///
    /// - Throws: `SMSLogFault.emptyName`; `SMSLogFault.unknownNumber` for an address without a character.
    package func save(_ contact: Contact) async throws {
        guard contact.name.contains(where: { !$0.isWhitespace }) else { throw SMSLogFault.emptyName }
        guard !contact.address.isEmpty else { throw SMSLogFault.unknownNumber("") }
        let name = GivenName(contact: contact, namedAt: nil)
        try await store.write { messages in
            let old = try messages.givenName(of: contact.address)
            if let old = old?.contact, old.kind == .corporate, contact.kind != .corporate {
                throw SMSLogFault.corporateName(old.name, contact.address)
            }
            // The same name has become one of the corporate book: there are not two.
            let isSame = old?.own?.contact.name == contact.name
            try Self.name(contact.address, isSame ? name : name.over(old), in: messages)
        }
    }

    /// A name that was removed.
    package struct RemovedName: Sendable {
        /// The contact that it was.
        package let contact: Contact
        /// The one that it came before, which is there again; nil if there was none.
        package let rest: Contact?
    }

    /// Removes the name of an address that comes first; its messages stay.
    ///
    /// - Throws: `SMSLogFault.unknownNumber`.
    package func removeContact(_ address: Address) async throws -> RemovedName {
        try await store.write { messages in
            guard let old = try messages.givenName(of: address) else { throw SMSLogFault.unknownNumber(address.text) }
            try Self.name(address, old.rest, in: messages)
            return RemovedName(contact: old.contact, rest: old.local)
        }
    }

    private static func name(
        _ address: Address, _ name: GivenName?, in messages: any MessageDAO
    ) throws {
        let before = try messages.givenName(of: address)
        let book = name.map(\.contact).flatMap { $0.kind == .corporate ? $0 : nil }
        let numbers = Set([address] + [book?.workNumber].compactMap { $0 }.map { Address($0) })
        let groups = numbers.count > 1 ? try messages.groups(of: numbers) : nil
        try messages.setName(name, of: address)
        if let book { try messages.joinAtWork(book) }
        let after = try messages.givenName(of: address)
        let regrouped = try groups.map { try messages.groups(of: Set($0.joined())) }
        let isRegrouped = regrouped != groups
        try messages.journal([
            MessageStep(
                address, called: before?.contact.name ?? address.text,
                before: .init(people: isRegrouped ? groups : nil, name: .init(before)),
                after: .init(people: isRegrouped ? regrouped : nil, name: .init(after)))
        ])
    }
}

/// A message with all that it is made of, but for the bytes of its parts.
package struct WholeMessage: Sendable {
    /// The message.
    package let message: Message
    /// What no conversation shows of it.
    package let background: MessageBackground
    /// What a multimedia message is made of, in its order.
    package let parts: [MessagePart]
    /// Whom a multimedia message names, in its order.
    package let participants: [Participant]

    /// The other end as it was written when the message came.
    package var rawAddress: String { background.rawAddress ?? message.address.text }
    /// What else is known of it.
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
