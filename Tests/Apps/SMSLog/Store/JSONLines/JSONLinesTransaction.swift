// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

@testable import SMSLogStore

/// A transaction on one owner’s rows, all of which it scans for each query.
final class JSONLinesTransaction: MessageDAO {
    private(set) var rows: JSONLinesRows
    private(set) var log = ChangeLog<MessageChange>()
    private(set) var isJournaled = false

    init(_ rows: JSONLinesRows) { self.rows = rows }

    func setJournaled() { isJournaled = true }

    func finish() throws -> ChangeLog<MessageChange> {
        try journalRest(of: log, isJournaled: isJournaled)
        return log
    }

    func journal(limit: Int) -> [JournalEntry] { rows.journal.suffix(limit).reversed() }

    func put(_ entry: JournalEntry) {
        if let place = rows.journal.firstIndex(where: { $0.id == entry.id }) { return rows.journal[place] = entry }
        rows.journal = rows.journal.suffix(Journal.mostEntries - 1) + [entry]
    }

    func kept<Value>(_ kind: KeptKind<Value>) -> [String: Value] {
        (rows.kept[kind.name] ?? [:]).compactMapValues(kind.decoded)
    }

    func put<Value>(_ value: Value?, _ kind: KeptKind<Value>, _ key: String) throws {
        log.add(kind.notice)
        rows.kept[kind.name, default: [:]][key] = try value.map(kind.encoded)
    }
}

/// Messages.
extension JSONLinesTransaction {
    /// All messages, by date.
    private var messages: [Message] {
        rows.messages.map { id, row in
            let leader = leader(row.draft.address)
            return row.message(id, contact: rows.names[leader]?.contact, marks: rows.states[leader]?.marks ?? [])
        }.sorted { MessagePosition($0) < MessagePosition($1) }
    }

    func messages(_ key: MessageKey, limit: Int) -> [Message] {
        key.result(among: messages, limit: limit, reference: { rows.messages[$0]?.reference }, leader: leader)
    }

    func find(_ filter: MessageFilter, after last: Message?, limit: Int) -> [Message] {
        let end = last.map { MessagePosition(date: $0.date, id: rows.messages[$0.id] == nil ? 0 : $0.id) }
        let found = messages.filter { message in end.map { MessagePosition(message) < $0 } ?? true }
        return Array(found.reversed().filter(filter.finds).prefix(limit))
    }

    func count(_ filter: MessageFilter, limit: Int) -> Int { find(filter, after: nil, limit: limit).count }

    func contents(of ids: [Int]) -> [Int: MessageContents] {
        rows.messages.filter { ids.contains($0.key) }.mapValues(\.contents)
    }

    func bytes(of digest: Digest) -> [UInt8]? { rows.bytes[digest] }

    func queue(_ id: Int?) -> [QueuedMessage] {
        rows.messages.filter { id == nil || id == $0.key }.sorted { $0.key < $1.key }.compactMap { id, row in
            row.queued(id, for: leader(row.draft.address))
        }
    }

    func speakers() -> [Address: Set<Address>] {
        Dictionary(grouping: rows.messages.values.filter { $0.draft.sender != nil }, by: \.draft.address)
            .mapValues { Set($0.compactMap(\.draft.sender)) }
    }

    func statistics(_ scope: MessageScope, measuresAnswers: Bool) -> MessageStatistics {
        MessageStatistics(messages, scope, measuresAnswers: measuresAnswers, leader: leader)
    }

    func tally() throws -> Tally {
        Tally(messages, conversations: conversations.count, contacts: try contacts().count)
    }

    func written() -> [SendStatus: Int] {
        messages.reduce(into: [:]) { if $1.handover != .foreign { $0[$1.status, default: 0] += 1 } }
    }

    func match(_ drafts: [MessageDraft], _ extent: MatchExtent, outside matched: MatchedMessages) -> [MessageMatch?] {
        var matched = matched
        return drafts.map { draft in
            let match = draft.match(extent, mayHaveUndated: { true }) { question, isRemoved in
                let found =
                    isRemoved
                    ? rows.removed.filter { $0.value.answers(question) }.keys.sorted()
                    : rows.messages.filter { $0.value.answers(question) }.keys.sorted()
                return found.first { !matched.contains($0) }
            }
            if let match { matched.insert(match.number) }
            return match
        }
    }

    func use(numbersUpTo number: Int) { rows.last = max(rows.last, number) }

    func insert(_ drafts: [MessageDraft]) -> [Int] {
        drafts.map { draft in
            rows.last += 1
            know(draft.address)
            put(StoredMessage(draft), as: rows.last)
            log.add(.message(rows.last, .added))
            return rows.last
        }
    }

    /// Stores or removes a message with the bytes of its parts.
    private func put(_ row: StoredMessage?, as id: Int) {
        rows.bytes.merge(row?.draft.data ?? [:]) { old, _ in old }
        rows.messages[id] = row
        rows.messages[id]?.draft.data = [:]
        guard !rows.bytes.isEmpty else { return }
        let used = Set(rows.messages.values.flatMap { $0.draft.parts.compactMap(\.digest) })
        rows.bytes = rows.bytes.filter { used.contains($0.key) }
    }

    private func change(_ id: Int, _ body: (inout StoredMessage) -> Void) {
        guard var row = rows.messages[id] else { return }
        body(&row)
        put(row, as: id)
    }

    func update(_ edits: [MessageEdit]) -> Int { edits.reduce(0) { $0 + update($1) } }

    private func update(_ edit: MessageEdit) -> Int {
        log.add(edit)
        switch edit {
        case .text(let id, _, let new):
            know(new.address)
            change(id) { row in
                if let date = row.put(new) { row.setDate(date) }
            }
        case .state(let old, let new): change(old.id) { $0.put(new) }
        case .date(let date, let id): change(id) { $0.setDate(date) }
        case .seen(let isRead, let selection):
            let ids =
                switch selection {
                case .numbers(let ids): Array(Set(ids))
                case .conversation(let address): messages.filter { leader($0.address) == leader(address) }.map(\.id)
                }
            let changed = ids.filter { rows.messages[$0].map { $0.draft.isRead != isRead } ?? false }
            for id in changed { rows.messages[id]?.draft.isRead = isRead }
            log.add(seen: changed, selection, leader: leader)
            return changed.count
        case .queued(let entry, let id): rows.messages[id]?.queued = entry
        case .remembered(let message):
            guard let draft = rows.messages[message.id]?.draft else { return 0 }
            rows.removed[message.id, default: .init()].keys.formUnion(draft.removedIdentities.map(RemovedMessage.init))
            rows.removed[message.id]?.networkID = draft.details.networkID
        case .forgotten(let number, _): rows.removed[number] = nil
        case .moved(let address, let other):
            for known in [address, other] { know(known) }
            for (id, row) in rows.messages where row.draft.address == address { change(id) { $0.move(to: other) } }
            for (id, removed) in rows.removed {
                rows.removed[id]?.keys = Set(removed.keys.map { $0.address == address ? $0.moved(to: other) : $0 })
            }
        }
        return 0
    }

    func remove(_ removal: MessageRemoval) {
        switch removal {
        case .messages(let messages), .erased(let messages):
            for message in messages {
                log.add(.message(message.id, .removed))
                put(nil, as: message.id)
            }
        case .rest:
            log.addUnknown()
            rows = JSONLinesRows()
        }
    }
}

/// Addresses and conversations.
extension JSONLinesTransaction {
    private func joined(_ address: Address) -> JoinedAddress {
        if let joined = rows.joined[address] { return joined }
        let person = PhoneNumbering(kept: try? region())?.person(address)
        let other = person.flatMap { person in rows.joined.values.first { $0.person == person } }
        return JoinedAddress(
            address, person: person, number: other?.number ?? address, leader: other?.leader ?? address)
    }

    private func leader(_ address: Address) -> Address { joined(address).leader }

    private func know(_ address: Address) { rows.joined[address] = joined(address) }

    private func known(_ address: Address) -> KnownAddress? {
        let joined = joined(address)
        guard rows.joined[joined.number] != nil else { return nil }
        let spellings = rows.joined.values.filter { $0.leader == joined.leader }
        let messages = rows.messages.values.filter { row in spellings.contains { $0.address == row.draft.address } }
        return KnownAddress(
            joined: joined, name: rows.names[joined.number], contact: rows.names[joined.leader]?.contact,
            state: rows.states[joined.leader] ?? ConversationState(), count: messages.count,
            newest: messages.map(\.draft.date).max(), hasSeveralNumbers: spellings.contains { $0.number != $0.leader })
    }

    func addresses(_ key: AddressKey, limit: Int) -> [KnownAddress] {
        if case .these(let addresses) = key { return Array(addresses.compactMap(known).prefix(limit)) }
        return key.result(among: rows.joined.keys.compactMap(known), limit: limit, leader: leader) { address in
            rows.messages.values.contains { $0.draft.address == address }
        }
    }

    func put(_ facts: [AddressFact]) {
        for fact in facts {
            switch fact {
            case .state(let state, let address):
                let leader = leader(address)
                know(leader)
                log.add(.conversation(leader))
                rows.states[leader] = state
            case .name(let name, let address):
                let number = joined(address).number
                know(number)
                log.add(.contact(leader(number)))
                rows.names[number] = name?.of(number)
            case .joined(let joined):
                log.addUnknown()
                rows.joined[joined.address] = joined
            }
        }
    }

    private var conversations: [Conversation] {
        Dictionary(grouping: messages) { leader($0.address) }.compactMap { leader, messages in
            Conversation(leader, contact: rows.names[leader]?.contact, draft: rows.states[leader]?.draft, messages) {
                rows.messages[$0]
            }
        }
    }

    func conversations(_ key: ConversationKey, limit: Int) -> [Conversation] {
        Conversation.result(key, among: conversations, limit: limit, leader: leader)
    }

    func lastNumber() -> Int { rows.last }

    func counts(limit: Int) -> MessageCounts { MessageCounts(messages, conversations, limit: limit) }
}
