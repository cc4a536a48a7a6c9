// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPhoneNumbers
import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumSystems
import SMSLogLogic

/// A transaction on messages in memory, whose changes its owner takes over in the end.
final class MemoryMessageDAO: MessageDAO {
    var state: MemoryMessages
    var log = ChangeLog<MessageChange>()
    /// Whether the journal has, or needs, nothing more of it.
    private(set) var isJournaled = false

    init(_ state: MemoryMessages) { self.state = state }

    func messages(_ key: MessageKey, limit: Int) -> [Message] {
        if case .numbers(let ids) = key { return ids.prefix(limit).compactMap(state.message) }
        return key.result(
            among: state.all, limit: limit, reference: { state.rows[$0]?.stored.reference }, leader: leader)
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
        Conversation.result(key, among: state.conversations, limit: limit, leader: leader)
    }

    func lastNumber() -> Int { state.last }

    func counts(limit: Int) -> MessageCounts {
        MessageCounts(state.all, limit > 0 ? state.conversations : [], limit: limit)
    }

    func contents(of ids: [Int]) -> [Int: MessageContents] {
        Dictionary(ids.compactMap { id in state.rows[id].map { (id, $0.stored.contents) } }) { first, _ in first }
    }

    func bytes(of digest: Digest) -> [UInt8]? { state.data[digest] }

    func speakers() -> [Address: Set<Address>] {
        var speakers: [Address: Set<Address>] = [:]
        for row in state.rows.values {
            if let sender = row.draft.sender { speakers[row.draft.address, default: []].insert(sender) }
        }
        return speakers
    }

    func queue(_ id: Int?) -> [QueuedMessage] {
        (id.map { [$0] } ?? state.rows.keys.sorted()).compactMap { id in
            state.rows[id].flatMap { $0.stored.queued(id, for: leader(of: $0.draft.address)) }
        }
    }

    func kept<Value>(_ kind: KeptKind<Value>) -> [String: Value] {
        (state.kept[kind.name] ?? [:]).compactMapValues { $0 as? Value }
    }

    func statistics(_ scope: MessageScope, measuresAnswers: Bool) -> MessageStatistics {
        MessageStatistics(state.all, scope, measuresAnswers: measuresAnswers, leader: leader)
    }

    func tally() throws -> Tally {
        Tally(state.all, conversations: state.conversations.count, contacts: try contacts().count)
    }

    func written() -> [SendStatus: Int] {
        state.all.reduce(into: [:]) { if $1.handover != .foreign { $0[$1.status, default: 0] += 1 } }
    }
}

extension MemoryMessageDAO {
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

    func use(numbersUpTo number: Int) { state.use(numbersUpTo: number) }

    func update(_ edits: [MessageEdit]) -> Int {
        var seen = 0
        for edit in edits {
            log.add(edit)
            switch edit {
            case .text(let id, _, let new):
                var date: Timestamp?
                state.change(id) { date = $0.stored.put(new) }
                if let date { state.setDate(date, of: id) }
                state.people.know(new.address)
            case .state(let old, let new): state.change(old.id) { $0.stored.put(new) }
            case .date(let date, let id): state.setDate(date, of: id)
            case .seen(let isRead, let messages): seen += setRead(isRead, messages)
            case .queued(let entry, let id): state.change(id) { $0.stored.queued = entry }
            case .remembered(let message): state.remember(message.id)
            case .forgotten(let number, let draft): state.forget(number, removedAs: draft)
            case .moved(let address, let other):
                for (id, row) in state.rows where row.draft.address == address {
                    state.change(id) { $0.stored.move(to: other) }
                }
                state.moveRemoved(address, to: other)
                for known in [address, other] { state.people.know(known) }
            }
        }
        return seen
    }

    private func setRead(_ isRead: Bool, _ messages: MessageSelection) -> Int {
        let ids: [Int] =
            switch messages {
            case .numbers(let ids): Array(Set(ids))
            case .conversation(let address):
                state.rows.filter { leader(of: $0.value.draft.address) == leader(of: address) }.map(\.key)
            }
        let changed = ids.filter { id in state.rows[id].map { $0.draft.isRead != isRead } ?? false }
        for id in changed { state.change(id) { $0.stored.draft.isRead = isRead } }
        log.add(seen: changed, messages, leader: leader)
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
        log.add(kind.notice)
        state.kept[kind.name, default: [:]][key] = value
        if kind.name == KeptKind.reading.name, let text = value as? String {
            state.people.numbering = PhoneNumbering(kept: NumberReading(text)?.region)
        }
    }

    func journal(limit: Int) -> [JournalEntry] { state.journal.entries(limit: limit) }

    func put(_ entry: JournalEntry) { state.journal.put(entry) }

    func setJournaled() { isJournaled = true }

    func finish() throws -> ChangeLog<MessageChange> {
        try journalRest(of: log, isJournaled: isJournaled)
        return log
    }
}
