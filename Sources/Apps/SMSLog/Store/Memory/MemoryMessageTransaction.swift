// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Search
import Session
import Stores
import Systems

/// A transaction on messages in memory, whose changes its owner takes over in the end.
final class MemoryMessageTransaction: MessageTransaction {
    var state: MemoryMessages
    var log = ChangeLog<MessageChange>()
    /// Whether the journal has, or needs, nothing more of it.
    private(set) var isJournaled = false
    /// Of the messages that are a draft’s, those that may be found still, in reverse order: of thousands that are alike
    /// none is looked at twice.
    private var left: [MessageKeyOfBytes: [Int]] = [:]

    init(_ state: MemoryMessages) { self.state = state }

    func messages(_ key: MessageKey, limit: Int) -> [Message] {
        switch key {
        case .number(let id): state.message(id).map { [$0] } ?? []
        case .above(let id): Array(state.rows.keys.filter { $0 > id }.sorted().prefix(limit)).compactMap(state.message)
        case .reference(let reference):
            state.rows.filter { $0.value.reference == reference }.keys.sorted().prefix(limit).compactMap(state.message)
        case .newest(let address, let direction):
            Array(thread(address).filter { $0.direction == direction }.reversed().prefix(limit))
        case .page(let address, .newest): thread(address).suffix(limit)
        case .page(let address, .before(let position)):
            thread(address).filter { MessagePosition($0) < position }.suffix(limit)
        case .page(let address, .after(let position)):
            Array(thread(address).filter { position < MessagePosition($0) }.prefix(limit))
        }
    }

    /// The messages of a conversation, oldest first.
    private func thread(_ address: Address) -> [Message] {
        let leader = leader(of: address)
        return state.all.filter { self.leader(of: $0.address) == leader }.sorted {
            MessagePosition($0) < MessagePosition($1)
        }
    }

    func find(_ filter: MessageFilter, after last: Message?, limit: Int) -> [Message] {
        let end = last.map { state.rows[$0.id]?.moment ?? MessageMoment(owner: 0).key(of: $0.date) } ?? .max
        let found = state.rows.filter {
            $0.value.moment < end && filter.mayFind(MessageSearchText.of($0.value.draft))
        }
        let messages = found.sorted { $0.value.moment > $1.value.moment }.lazy.compactMap { self.state.message($0.key) }
        return Array(messages.filter(filter.finds).prefix(limit))
    }

    func count(_ filter: MessageFilter, limit: Int) -> Int { find(filter, after: nil, limit: limit).count }

    func conversations(_ kind: ConversationKind, after last: Conversation?, limit: Int) -> [Conversation] {
        let all = state.conversations.filter { conversation in
            kind.contains(conversation) && last.map { Self.isBefore($0, conversation) } ?? true
        }
        return Array(all.sorted(by: Self.isBefore).prefix(limit))
    }

    /// The order of the list.
    private static func isBefore(_ one: Conversation, _ other: Conversation) -> Bool {
        let (place, otherPlace) = (one.marks.place.rawValue, other.marks.place.rawValue)
        return place == otherPlace ? MessagePosition(one.last) > MessagePosition(other.last) : place > otherPlace
    }

    func conversationCounts(limit: Int) -> [ConversationKind: Int]? {
        let all = state.conversations
        guard all.count <= limit else { return nil }
        return Dictionary(uniqueKeysWithValues: ConversationKind.allCases.map { ($0, all.count(where: $0.contains)) })
    }

    func conversation(with address: Address) -> Conversation? {
        let leader = leader(of: address)
        return state.conversations.first { $0.address == leader }
    }

    func background(of id: Int) -> MessageBackground? { state.background(id) }

    func parts(of id: Int) -> (parts: [MessagePart], participants: [Participant]) {
        state.rows[id].map { ($0.draft.parts, $0.draft.participants) } ?? ([], [])
    }

    func bytes(of digest: Digest) -> [UInt8]? { state.data[digest] }

    func ownAddresses() -> Set<Address> { state.own }

    func groups() -> [Address] {
        state.people.leaders.keys.filter(\.isGroup).sorted()
    }

    func namedChats() -> NamedChats {
        var chats = NamedChats()
        for chat in state.conversations.sorted(by: { $0.address < $1.address }) {
            if chat.isNamedGroup {
                chats.groups.insert(chat.address)
            } else if chat.isNamedPerson {
                chats.people.append(chat.address)
            }
        }
        return chats
    }

    func speakers() -> [Address: Set<Address>] {
        var speakers: [Address: Set<Address>] = [:]
        for row in state.rows.values {
            if let sender = row.draft.sender { speakers[row.draft.address, default: []].insert(sender) }
        }
        return speakers
    }

    func unread() -> Int { unread(outside: .silent) }

    private func unread(outside marks: ConversationMarks) -> Int {
        state.rows.values.count {
            $0.draft.isUnread && (state.states[leader(of: $0.draft.address)]?.marks ?? []).isDisjoint(with: marks)
        }
    }

    func lastNumber() -> Int { state.last }

    func queue(_ id: Int?) -> [QueuedMessage] {
        (id.map { [$0] } ?? state.rows.keys.sorted()).compactMap { id in
            guard let row = state.rows[id], let entry = row.queued else { return nil }
            return QueuedMessage(
                id: id, person: leader(of: row.draft.address), status: row.draft.status, handover: row.draft.handover,
                reference: row.reference, entry: entry)
        }
    }

    func gateways() -> [Gateway] {
        state.gateways.values.sorted { ($0.position, $0.name) < ($1.position, $1.name) }
    }

    func templates() -> [MessageTemplate] { state.templates.values.sorted { $0.name < $1.name } }

    func signingKey() -> [UInt8]? { state.signingKey }

    func exportMark(of target: String) -> Int? { state.exportMarks[target] }

    func tally() throws -> Tally {
        let all = state.all
        return Tally(
            byStatus: Dictionary(grouping: all.filter { $0.call == nil }, by: \.status).mapValues(\.count),
            calls: Dictionary(grouping: all.compactMap(\.call), by: \.outcome).mapValues(\.count),
            unread: unread(outside: .blocked),
            conversations: Set(all.map { leader(of: $0.address) }).count, contacts: try contacts().count,
            first: all.map(\.date).min(), last: all.map(\.date).max())
    }
}

extension MemoryMessageTransaction {
    func match(_ identity: MessageIdentity, isRemoved: Bool, outside matched: MatchedMessages) -> Int? {
        guard !isRemoved else { return state.removedNumbers(of: identity).first { !matched.contains($0) } }
        let key = MessageKeyOfBytes(identity)
        var numbers = left.removeValue(forKey: key) ?? state.numbers(of: identity).reversed()
        while let number = numbers.last, matched.contains(number) { numbers.removeLast() }
        let found = numbers.last
        left[key] = numbers
        return found
    }

    func match(inSecondOf identity: MessageIdentity, outside matched: MatchedMessages) -> Int? {
        state.numbers(inSecondOf: identity).first { !matched.contains($0) }
    }

    func match(networkID: String, isRemoved: Bool, outside matched: MatchedMessages) -> Int? {
        state.numbers(networkID: networkID, isRemoved: isRemoved).first { !matched.contains($0) }
    }

    func endFile() { left = [:] }

    func mayHaveUndated() -> Bool { true }

    func isBehind(_ id: Int, _ draft: MessageDraft) -> Bool { true }

    func insert(_ draft: MessageDraft) -> Int {
        let id = state.add(draft)
        log.add(.message(id, .added))
        return id
    }

    func update(_ id: Int, from old: MessageIdentity, to new: MessageDraft) {
        log.add(.message(id, .changed(.text)))
        state.change(id) { row in
            row.draft.content = new.content
            row.draft.parts = new.parts
            row.draft.data = new.data
            row.draft.participants = new.participants
            row.draft.sender = new.sender
            row.draft.subject = new.subject
            if new.details.isUndated, !row.draft.details.wasUndated { row.draft.details.isUndated = true }
            guard old.address != new.address else { return }
            row.draft.address = new.address
            row.draft.rawAddress = new.rawAddress
        }
        if !new.details.isUndated, state.rows[id]?.draft.details.isUndated == true { state.setDate(new.date, of: id) }
        state.people.know(new.address)
    }

    func update(_ old: Message, _ new: MessageUpdate) {
        log.add(.message(old.id, .changed(.status)))
        if old.isRead != new.isRead { log.add(.message(old.id, .changed(.seen))) }
        state.change(old.id) { row in
            row.draft.status = new.status
            row.draft.handover = new.handover
            row.reference = new.reference ?? row.reference
            row.failure = new.failure
            row.draft.isRead = new.isRead
            row.draft.subject = new.subject
            if let details = new.details { row.draft.details = details }
        }
    }

    func setDate(_ date: Timestamp, of id: Int) {
        log.add(.message(id, .changed(.text)))
        state.setDate(date, of: id)
    }

    func setRead(_ isRead: Bool, _ messages: MessageSelection) -> Int {
        let ids: [Int] =
            switch messages {
            case .numbers(let ids): Array(Set(ids))
            case .conversation(let address):
                state.rows.filter { leader(of: $0.value.draft.address) == leader(of: address) }.map(\.key)
            }
        let changed = ids.filter { id in state.rows[id].map { $0.draft.isRead != isRead } ?? false }
        for id in changed { state.change(id) { $0.draft.isRead = isRead } }
        switch messages {
        case .numbers: for id in changed.sorted() { log.add(.message(id, .changed(.seen))) }
        case .conversation(let address): if !changed.isEmpty { log.add(.seen(leader(of: address))) }
        }
        return changed.count
    }

    func delete(_ message: Message) {
        log.add(.message(message.id, .removed))
        state.delete(message.id)
    }

    func setQueueEntry(_ entry: QueueEntry?, of id: Int) { state.change(id) { $0.queued = entry } }

    func setGateway(_ gateway: Gateway?, named name: String) {
        log.add(.gateways)
        state.gateways[name] = gateway
    }

    func setTemplate(_ template: MessageTemplate?, named name: String) { state.templates[name] = template }

    func setSigningKey(_ key: [UInt8]) { state.signingKey = key }

    func setExportMark(_ number: Int, of target: String) { state.exportMarks[target] = number }

    func addOwn(_ address: Address) { state.own.insert(address) }

    func moveMessages(of address: Address, to other: Address) {
        log.addUnknown()
        for (id, row) in state.rows where row.draft.address == address {
            state.change(id) { row in
                row.draft.address = other
                if row.draft.sender == other { row.draft.sender = nil }
            }
        }
        state.moveRemoved(address, to: other)
        state.people.know(address)
        state.people.know(other)
    }

    func remember(_ message: Message) { state.remember(message.id) }

    func forget(_ number: Int, removedAs draft: MessageDraft) { state.forget(number, removedAs: draft) }

    func erase() {}

    func journal(limit: Int) -> [JournalEntry] { state.journal.entries(limit: limit) }

    func put(_ entry: JournalEntry) { state.journal.put(entry) }

    func setJournaled() { isJournaled = true }

    func finish() throws -> ChangeLog<MessageChange> {
        if !isJournaled, !log.changes.isEmpty { try record([], isLasting: true) }
        return log
    }

    func deleteRest() {
        log.addUnknown()
        state = MemoryMessages()
    }
}

/// Those with a name.
extension MemoryMessageTransaction {
    /// Those of conversations; one of an address that has come to lead none is kept for later.
    private var leading: [Contact] { state.names.filter { leader(of: $0.key) == $0.key }.map(\.value.contact) }

    func parties(startingWith prefix: String, limit: Int) -> [Party] {
        let own = Set(state.all.map(\.address))
        let addresses = own.union(own.map(leader)).union(leading.map(\.address))
        return addresses.filter { $0.text.utf8.starts(with: prefix.utf8) }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.prefix(limit)
            .map { Party(address: $0, name: state.names[leader(of: $0)]?.contact.name) }
    }

    func setGivenName(_ name: GivenName?, of address: Address) {
        let number = state.people.number(of: address)
        state.people.know(number)
        log.add(.contact(leader(of: number)))
        state.names[number] = name?.of(number)
    }
}

/// What the user says of conversations, and begins to write there.
extension MemoryMessageTransaction {
    func newest(of address: Address) -> Timestamp? {
        let leader = leader(of: address)
        return state.rows.values.filter { self.leader(of: $0.draft.address) == leader }.map(\.draft.date).max()
    }

    func setState(_ new: ConversationState, of address: Address) {
        let leader = leader(of: address)
        state.people.know(leader)
        log.add(.conversation(leader))
        state.states[leader] = new
    }

    func drafts() -> [KeptDraft] {
        state.states
            .compactMap { address, state in state.draft.map { (address, $0) } }
            .map { KeptDraft(party: Party(address: $0, name: state.names[$0]?.contact.name), draft: $1) }
            .sorted {
                $0.draft.savedAt == $1.draft.savedAt
                    ? $0.party.address.text.utf8.lexicographicallyPrecedes($1.party.address.text.utf8)
                    : $0.draft.savedAt > $1.draft.savedAt
            }
    }
}

/// What messages come to.
extension MemoryMessageTransaction {
    func slots(_ scope: MessageScope) -> [MessageSlot] {
        var slots = MessageSlots()
        for message in counted(scope) { slots.add(message) }
        return slots.all
    }

    func responses(_ scope: MessageScope) -> ResponseTimes {
        var times: [MessageDirection: [Int64]] = [:]
        for (_, messages) in Dictionary(grouping: counted(scope), by: { leader(of: $0.address) }) {
            let thread = messages.sorted { MessagePosition($0) < MessagePosition($1) }
            for (message, next) in zip(thread, thread.dropFirst()) where message.direction != next.direction {
                times[next.direction, default: []].append(next.date.milliseconds - message.date.milliseconds)
            }
        }
        return ResponseTimes(times)
    }

    private func counted(_ scope: MessageScope) -> [Message] {
        let filter = scope.filter
        return state.all.filter { $0.isCounted && filter.admits($0) }
    }
}
