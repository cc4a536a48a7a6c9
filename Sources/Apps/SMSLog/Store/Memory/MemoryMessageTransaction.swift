// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Search
import Session
import Stores
import Systems

/// A transaction on messages in memory, whose changes its owner takes over in the end.
final class MemoryMessageTransaction: MessageTransaction {
    private(set) var state: MemoryMessages
    private(set) var log = ChangeLog<MessageChange>()
    /// Of the messages that are a draft’s, those that may be found still, in reverse order: of thousands that are alike
    /// none is looked at twice.
    private var left: [MessageIdentity: [Int]] = [:]

    init(_ state: MemoryMessages) { self.state = state }

    func messages(_ key: MessageKey, limit: Int) -> [Message] {
        switch key {
        case .number(let id): state.message(id).map { [$0] } ?? []
        case .above(let id): Array(state.rows.keys.filter { $0 > id }.sorted().prefix(limit)).compactMap(state.message)
        case .reference(let reference):
            Array(state.all.filter { $0.reference == reference }.sorted { $0.id < $1.id }.prefix(limit))
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
        state.all.filter { $0.address == address }.sorted { MessagePosition($0) < MessagePosition($1) }
    }

    func find(_ query: SearchQuery, limit: Int) -> [Message] {
        let found = state.rows.filter { query.matches(SearchText.tokens(of: $0.value.draft.content)) }
        return found.sorted { $0.value.moment > $1.value.moment }.prefix(limit).compactMap { state.message($0.key) }
    }

    func conversations(_ kind: ConversationKind, after last: Conversation?, limit: Int) -> [Conversation] {
        let all = state.conversations.filter { conversation in
            let isAfter = last.map { MessagePosition(conversation.last) < MessagePosition($0.last) } ?? true
            return isAfter && kind.contains(conversation)
        }
        return Array(all.sorted { MessagePosition($0.last) > MessagePosition($1.last) }.prefix(limit))
    }

    func conversationCounts(limit: Int) -> [ConversationKind: Int]? {
        let all = state.conversations
        guard all.count <= limit else { return nil }
        return Dictionary(uniqueKeysWithValues: ConversationKind.allCases.map { ($0, all.count(where: $0.contains)) })
    }

    func conversation(with address: Address) -> Conversation? {
        state.conversations.first { $0.address == address }
    }

    func contact(_ address: Address) -> Contact? { state.contacts[address] }

    func contacts() -> [Contact] {
        state.contacts.values.sorted {
            $0.name == $1.name
                ? $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8)
                : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
    }

    func parties(startingWith prefix: String, limit: Int) -> [Party] {
        let addresses = Set(state.all.map(\.address)).union(state.contacts.keys)
        return addresses.filter { $0.text.utf8.starts(with: prefix.utf8) }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.prefix(limit)
            .map { Party(address: $0, name: state.contacts[$0]?.name) }
    }

    func unread() -> Int { state.rows.values.count { $0.draft.isUnread } }

    func tally() -> Tally {
        let all = state.all
        return Tally(
            byStatus: Dictionary(grouping: all, by: \.status).mapValues(\.count), unread: unread(),
            conversations: Set(all.map(\.address)).count, contacts: state.contacts.count,
            first: all.map(\.date).min(), last: all.map(\.date).max())
    }
}

extension MemoryMessageTransaction {
    func match(_ draft: MessageDraft, outside matched: MatchedMessages) -> Int? {
        let identity = MessageIdentity(draft)
        var numbers = left.removeValue(forKey: identity) ?? state.numbers(of: draft).reversed()
        while let number = numbers.last, matched.contains(number) { numbers.removeLast() }
        let found = numbers.last
        left[identity] = numbers
        return found
    }

    func insert(_ draft: MessageDraft) -> Int {
        let id = state.add(draft)
        log.add(.message(id, .added))
        return id
    }

    func update(_ id: Int, from old: MessageDraft, to new: MessageDraft) {
        log.add(.message(id, .changed(.text)))
        state.change(id) { row in
            row.draft.content = new.content
            row.draft.attachments = new.attachments
            row.draft.sender = new.sender
            guard old.address != new.address else { return }
            row.draft.address = new.address
            row.draft.rawAddress = new.rawAddress
        }
    }

    func update(_ id: Int, _ change: StatusChange) {
        log.add(.message(id, .changed(.status)))
        state.change(id) { row in
            row.draft.status = change.status
            row.draft.handover = change.handover ?? row.draft.handover
            row.reference = change.reference ?? row.reference
            row.failure = change.failure
        }
    }

    func setRead(_ isRead: Bool, _ messages: MessageSelection) -> Int {
        let ids: [Int] =
            switch messages {
            case .numbers(let ids): Array(Set(ids))
            case .conversation(let address):
                state.rows.filter { $0.value.draft.address == address && $0.value.draft.direction == .incoming }
                    .map(\.key)
            }
        let changed = ids.filter { id in state.rows[id].map { $0.draft.isRead != isRead } ?? false }
        for id in changed { state.change(id) { $0.draft.isRead = isRead } }
        switch messages {
        case .numbers: for id in changed.sorted() { log.add(.message(id, .changed(.seen))) }
        case .conversation(let address): if !changed.isEmpty { log.add(.seen(address)) }
        }
        return changed.count
    }

    func delete(_ message: Message) {
        log.add(.message(message.id, .removed))
        state.delete(message.id)
    }

    func put(_ contact: Contact) {
        log.add(.contact(contact.address))
        state.contacts[contact.address] = contact
    }

    func erase() {}

    func deleteRest() {
        log.addUnknown()
        state = MemoryMessages()
    }
}
