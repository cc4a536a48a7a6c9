// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import SMSLogLogic

/// One owner’s messages and contacts in plain collections: the specification that every other store is tested against.
///
/// Nothing is maintained that can be counted; a list is a filter and a sort.
struct MemoryMessages: Sendable {
    /// One stored message.
    struct Row: Sendable {
        var stored: StoredMessage
        var moment: Int64

        var draft: MessageDraft { stored.draft }
    }

    private(set) var rows: [Int: Row] = [:]
    /// The names of numbers.
    var names: [Address: GivenName] = [:]
    /// The marks and drafts of conversations.
    var states: [Address: ConversationState] = [:]
    /// The bytes of parts.
    private(set) var data: [Digest: [UInt8]] = [:]
    /// The values kept beside messages, by kinds and keys.
    var kept: [String: [String: any Sendable]] = [:]
    /// The addresses of the conversations.
    var people = MemoryPeople()
    /// The changes made by commands.
    var journal = MemoryJournal()
    /// A key by which messages and removed ones are found.
    private enum Key: Hashable {
        case same(MessageKeyOfBytes), second(MessageKeyOfBytes), named(String)
        case removed(RemovedMessage), removedName(String)
    }

    private var index: [Key: Set<Int>] = [:]
    private var moments: Set<Int64> = []
    /// The messages of each address.
    private var numbers: [Address: Set<Int>] = [:]
    private(set) var last = 0

    /// The numbers of the messages that answer a question, in the order in which they are taken.
    func numbers(_ question: MessageQuestion, isRemoved: Bool) -> [Int] {
        func found(_ key: Key) -> [Int] { (index[key] ?? []).sorted() }
        switch question {
        case .same(let identity) where isRemoved: return found(.removed(RemovedMessage(identity)))
        case .same(let identity):
            // The one at the moment of its date first, then by number.
            let all = found(.same(MessageKeyOfBytes(identity)))
            return identity.date == nil ? all : all.filter { !isDisplaced($0) } + all.filter(isDisplaced)
        case .sameSecond(let identity):
            return found(.second(MessageKeyOfBytes(identity.inSeconds))).sorted {
                rows[$0]?.moment ?? 0 < rows[$1]?.moment ?? 0
            }
        case .named(let name): return found(isRemoved ? .removedName(name) : .named(name))
        }
    }

    private func isDisplaced(_ number: Int) -> Bool {
        rows[number].map { $0.moment != MessageMoment(owner: 0).key(of: $0.draft.date) } ?? false
    }

    private mutating func put(_ id: Int, under keys: [Key]) {
        for key in keys { index[key, default: []].insert(id) }
    }

    private mutating func drop(_ id: Int, under keys: [Key]) {
        for key in keys where index[key]?.remove(id) != nil && index[key]?.isEmpty == true { index[key] = nil }
    }

    mutating func remember(_ id: Int) {
        if let row = rows[id] { put(id, under: Self.removedKeys(of: row.draft)) }
    }

    /// Forgets one of the removed messages that are like a draft.
    mutating func forget(_ id: Int, removedAs draft: MessageDraft) { drop(id, under: Self.removedKeys(of: draft)) }

    private static func removedKeys(of draft: MessageDraft) -> [Key] {
        draft.removedIdentities.map { .removed(RemovedMessage($0)) }
            + [draft.details.networkID].compactMap(\.self).map(Key.removedName)
    }

    private static func keys(of draft: MessageDraft) -> [Key] {
        draft.identities.map { .same(MessageKeyOfBytes($0)) }
            + (draft.details.isUndated ? [] : [.second(MessageKeyOfBytes(draft.identity.inSeconds))])
            + [draft.details.networkID].compactMap(\.self).map(Key.named)
    }

    /// Moves the removed messages from one address to another.
    mutating func moveRemoved(_ old: Address, to new: Address) {
        for case (.removed(let message), let ids) in index where message.address == old {
            index[.removed(message)] = nil
            index[.removed(message.moved(to: new)), default: []].formUnion(ids)
        }
    }

    /// Forgets bytes that no message has any more.
    private mutating func dropData(of draft: MessageDraft) {
        for digest in Set(draft.parts.compactMap(\.digest)) {
            let isUsed = rows.values.contains { $0.draft.parts.contains { $0.digest == digest } }
            if !isUsed { data[digest] = nil }
        }
    }

    mutating func use(numbersUpTo number: Int) { last = max(last, number) }

    mutating func add(_ draft: MessageDraft) -> Int {
        last += 1
        people.know(draft.address)
        var moment = MessageMoment(owner: 0).key(of: draft.date)
        while !moments.insert(moment).inserted { moment += 1 }
        rows[last] = Row(stored: StoredMessage(draft), moment: moment)
        data.merge(draft.data) { old, _ in old }
        keepIdentity(of: last, draft)
        return last
    }

    /// Changes a message, if there is one of this number.
    mutating func change(_ id: Int, _ body: (inout Row) -> Void) {
        guard let old = rows[id] else { return }
        var new = old
        body(&new)
        forgetIdentity(of: id, old.draft)
        rows[id] = new
        if new.draft.parts != old.draft.parts {
            dropData(of: old.draft)
            data.merge(new.draft.data) { old, _ in old }
        }
        keepIdentity(of: id, new.draft)
    }

    /// Sets the date of a message.
    mutating func setDate(_ date: Timestamp, of id: Int) {
        guard let former = rows[id]?.moment else { return }
        moments.remove(former)
        var moment = MessageMoment(owner: 0).key(of: date)
        while !moments.insert(moment).inserted { moment += 1 }
        change(id) { row in
            row.moment = moment
            row.stored.setDate(date)
        }
    }

    mutating func delete(_ id: Int) {
        guard let row = rows.removeValue(forKey: id) else { return }
        moments.remove(row.moment)
        forgetIdentity(of: id, row.draft)
        dropData(of: row.draft)
    }

    private mutating func keepIdentity(of id: Int, _ draft: MessageDraft) {
        numbers[draft.address, default: []].insert(id)
        put(id, under: Self.keys(of: draft))
    }

    private mutating func forgetIdentity(of id: Int, _ draft: MessageDraft) {
        numbers[draft.address]?.remove(id)
        drop(id, under: Self.keys(of: draft))
    }

    /// Whether there are messages of an address itself.
    func hasMessages(of address: Address) -> Bool { numbers[address]?.isEmpty == false }

    /// The numbers of the messages in the conversation of an address.
    func numbers(with address: Address) -> [Int] { people.spellings(with: address).flatMap { numbers[$0] ?? [] } }

    /// The facts about an address; `nil` if there are none.
    func known(_ address: Address) -> KnownAddress? {
        let joined = people.joined(address)
        guard people.all[joined.number] != nil else { return nil }
        let ids = numbers(with: joined.leader)
        return KnownAddress(
            joined: joined, name: names[joined.number], contact: names[joined.leader]?.contact,
            state: states[joined.leader] ?? ConversationState(), count: ids.count,
            newest: ids.compactMap { rows[$0]?.draft.date }.max(),
            hasSeveralNumbers: people.hasSeveralNumbers(joined.leader))
    }

    func message(_ id: Int) -> Message? {
        rows[id].map { row in
            let leader = people.leader(of: row.draft.address)
            return row.stored.message(id, contact: names[leader]?.contact, marks: states[leader]?.marks ?? [])
        }
    }

    /// All messages, by date.
    var all: [Message] {
        rows.keys.compactMap { message($0) }.sorted { MessagePosition($0) < MessagePosition($1) }
    }

    /// All conversations, in no order.
    var conversations: [Conversation] {
        Dictionary(grouping: all) { people.leader(of: $0.address) }.compactMap { leader, messages in
            Conversation(leader, contact: names[leader]?.contact, draft: states[leader]?.draft, messages) {
                rows[$0]?.stored
            }
        }
    }
}
