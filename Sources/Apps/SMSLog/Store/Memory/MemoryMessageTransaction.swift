// SPDX-License-Identifier: GPL-3.0-or-later

import PhoneNumbers
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

    init(_ state: MemoryMessages) { self.state = state }

    func messages(_ key: MessageKey, limit: Int) -> [Message] {
        switch key {
        case .numbers(let ids): ids.prefix(limit).compactMap(state.message)
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

    func conversations(_ key: ConversationKey, limit: Int) -> [Conversation] {
        let found: [Conversation] =
            switch key {
            case .listed(let kind, let last):
                state.conversations.filter { conversation in
                    kind.contains(conversation) && last.map { Self.isBefore($0, conversation) } ?? true
                }.sorted(by: Self.isBefore)
            case .with(let address): state.conversations.filter { $0.address == leader(of: address) }
            case .namedChats:
                state.conversations.filter { $0.isNamedGroup || $0.isNamedPerson }
                    .sorted { $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8) }
            }
        return Array(found.prefix(limit))
    }

    /// The order of the list.
    private static func isBefore(_ one: Conversation, _ other: Conversation) -> Bool {
        let (place, otherPlace) = (one.marks.place.rawValue, other.marks.place.rawValue)
        return place == otherPlace ? MessagePosition(one.last) > MessagePosition(other.last) : place > otherPlace
    }

    func counts(limit: Int) -> MessageCounts {
        let all = limit > 0 ? state.conversations : []
        let isCounted = limit > 0 && all.count <= limit
        return MessageCounts(
            last: state.last, unread: unread(outside: .silent),
            conversations: isCounted
                ? Dictionary(
                    uniqueKeysWithValues: ConversationKind.allCases.map { ($0, all.count(where: $0.contains)) })
                : nil)
    }

    func contents(of ids: [Int]) -> [Int: MessageContents] {
        Dictionary(ids.compactMap { id in state.contents(id).map { (id, $0) } }) { first, _ in first }
    }

    func bytes(of digest: Digest) -> [UInt8]? { state.data[digest] }

    func speakers() -> [Address: Set<Address>] {
        var speakers: [Address: Set<Address>] = [:]
        for row in state.rows.values {
            if let sender = row.draft.sender { speakers[row.draft.address, default: []].insert(sender) }
        }
        return speakers
    }

    private func unread(outside marks: ConversationMarks) -> Int {
        state.rows.values.count {
            $0.draft.isUnread && (state.states[leader(of: $0.draft.address)]?.marks ?? []).isDisjoint(with: marks)
        }
    }

    func queue(_ id: Int?) -> [QueuedMessage] {
        (id.map { [$0] } ?? state.rows.keys.sorted()).compactMap { id in
            guard let row = state.rows[id], let entry = row.queued else { return nil }
            return QueuedMessage(
                id: id, person: leader(of: row.draft.address), status: row.draft.status, handover: row.draft.handover,
                reference: row.reference, entry: entry)
        }
    }

    func kept<Value>(_ kind: KeptKind<Value>) -> [String: Value] {
        (state.kept[kind.name] ?? [:]).compactMapValues { $0 as? Value }
    }

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
    func match(_ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages) -> [MessageMatch?] {
        var matched = matched
        // Of the messages that are a draft’s, those that may be found still, in reverse order: of thousands that are alike
        // none is looked at twice.
        var left: [MessageKeyOfBytes: [Int]] = [:]
        return drafts.map { draft in
            let match = draft.match(extent, mayHaveUndated: { true }) { question, isRemoved in
                guard case .same(let identity) = question, !isRemoved else {
                    return state.numbers(question, isRemoved: isRemoved).first { !matched.contains($0) }
                }
                let key = MessageKeyOfBytes(identity)
                var numbers = left[key] ?? state.numbers(question, isRemoved: false).reversed()
                while let number = numbers.last, matched.contains(number) { numbers.removeLast() }
                left[key] = numbers
                return numbers.last
            }
            if let match { matched.insert(match.number) }
            return match
        }
    }

    func insert(_ drafts: [MessageDraft]) -> [Int] {
        drafts.map { draft in
            let id = state.add(draft)
            log.add(.message(id, .added))
            return id
        }
    }

    func update(_ edits: [MessageEdit]) -> Int {
        var seen = 0
        for edit in edits {
            switch edit {
            case .text(let id, _, let new): update(id, to: new)
            case .state(let old, let new): update(old, new)
            case .date(let date, let id):
                log.add(.message(id, .changed(.text)))
                state.setDate(date, of: id)
            case .seen(let isRead, let messages): seen += setRead(isRead, messages)
            case .queued(let entry, let id): state.change(id) { $0.queued = entry }
            case .remembered(let message): state.remember(message.id)
            case .forgotten(let number, let draft): state.forget(number, removedAs: draft)
            case .moved(let address, let other): moveMessages(of: address, to: other)
            }
        }
        return seen
    }

    private func update(_ id: Int, to new: MessageDraft) {
        log.add(.message(id, .changed(.text)))
        state.change(id) { row in
            row.draft.content = new.content
            row.draft.parts = new.parts
            row.draft.data = new.data
            row.draft.participants = new.participants
            row.draft.sender = new.sender
            row.draft.subject = new.subject
            if new.details.isUndated, !row.draft.details.wasUndated { row.draft.details.isUndated = true }
            guard row.draft.address != new.address else { return }
            row.draft.address = new.address
            row.draft.rawAddress = new.rawAddress
        }
        if !new.details.isUndated, state.rows[id]?.draft.details.isUndated == true { state.setDate(new.date, of: id) }
        state.people.know(new.address)
    }

    private func update(_ old: Message, _ new: MessageUpdate) {
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

    private func setRead(_ isRead: Bool, _ messages: MessageSelection) -> Int {
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

    func remove(_ removal: MessageRemoval) {
        switch removal {
        case .messages(let messages), .erased(let messages):
            for message in messages {
                log.add(.message(message.id, .removed))
                state.delete(message.id)
            }
        case .rest:
            log.addUnknown()
            state = MemoryMessages()
        }
    }

    func put<Value>(_ value: Value?, _ kind: KeptKind<Value>, _ key: String) {
        switch kind.notice {
        case .nobody: break
        case .gateways: log.add(.gateways)
        case .everybody: log.addUnknown()
        }
        state.kept[kind.name, default: [:]][key] = value
        if let reading = value as? NumberReading { state.people.numbering = PhoneNumbering(kept: reading.region) }
    }

    private func moveMessages(of address: Address, to other: Address) {
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

    func journal(limit: Int) -> [JournalEntry] { state.journal.entries(limit: limit) }

    func put(_ entry: JournalEntry) { state.journal.put(entry) }

    func setJournaled() { isJournaled = true }
}

/// What messages come to.
extension MemoryMessageTransaction {
    func statistics(_ scope: MessageScope, measuresAnswers: Bool) -> MessageStatistics {
        let filter = scope.filter
        let counted = state.all.filter { $0.isCounted && filter.admits($0) }
        var slots = MessageSlots()
        for message in counted { slots.add(message) }
        return MessageStatistics(slots: slots.all, responses: measuresAnswers ? responses(counted) : nil)
    }

    private func responses(_ messages: [Message]) -> ResponseTimes {
        var times: [MessageDirection: [Int64]] = [:]
        for (_, messages) in Dictionary(grouping: messages, by: { leader(of: $0.address) }) {
            let thread = messages.sorted { MessagePosition($0) < MessagePosition($1) }
            for (message, next) in zip(thread, thread.dropFirst()) where message.direction != next.direction {
                times[next.direction, default: []].append(next.date.milliseconds - message.date.milliseconds)
            }
        }
        return ResponseTimes(times)
    }
}
