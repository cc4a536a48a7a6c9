// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import SMSLogDomain
import Session
import Systems

/// Messages in plain collections: what every other store must do, in the simplest words.
///
/// Nothing is maintained that can be counted; a list is a filter and a sort.
final class MemoryMessageDAO: MessageDAO {
    private static let name = "sms"
    private let system: MemorySystem
    private let table: MemoryTable<[UserID: MessageShelf]>

    init(_ system: MemorySystem) {
        self.system = system
        table = system.table(Self.name, empty: [:])
    }

    private func read<Result: Sendable>(_ owner: UserID, _ body: (MessageShelf) -> Result) -> Result {
        table.read { body($0[owner] ?? MessageShelf()) }
    }

    private func write<Result: Sendable>(_ owner: UserID, _ body: (inout MessageShelf) -> Result) -> Result {
        table.write { body(&$0[owner, default: MessageShelf()]) }
    }

    func changes() -> AsyncStream<Void> { system.feed.changes(of: [Self.name]) }
}

extension MemoryMessageDAO {
    func save(_ drafts: [MessageDraft], of owner: UserID) -> [Int] {
        write(owner) { $0.add(drafts) }
    }

    func merge(_ drafts: [MessageDraft], of owner: UserID, matched: MatchedMessages) -> MergedMessages {
        write(owner) { $0.merge(drafts, matched: matched) }
    }

    /// Removes everything that an owner has.
    func removeAll(of owner: UserID) { table.write { $0[owner] = nil } }

    func message(_ id: Int, of owner: UserID) -> Message? {
        read(owner) { $0.message(id) }
    }

    func message(reference: String, of owner: UserID) -> Message? {
        read(owner) { shelf in shelf.all.first { $0.reference == reference } }
    }

    func messages(with address: Address, of owner: UserID, page: Page, limit: Int) -> [Message] {
        read(owner) { shelf in
            let all = shelf.all.filter { $0.address == address }
                .sorted { MessagePosition($0) < MessagePosition($1) }
            switch page {
            case .newest: return all.suffix(limit)
            case .before(let position): return all.filter { MessagePosition($0) < position }.suffix(limit)
            case .after(let position): return Array(all.filter { position < MessagePosition($0) }.prefix(limit))
            }
        }
    }

    func find(_ query: SearchQuery, of owner: UserID, limit: Int) -> [Message] {
        read(owner) { shelf in
            let found = shelf.rows.filter { query.matches(SearchText.tokens(of: $0.value.draft.content)) }
            return found.sorted { $0.value.moment > $1.value.moment }.prefix(limit).compactMap { shelf.message($0.key) }
        }
    }

    func conversations(of owner: UserID, _ kind: ConversationKind, after last: Conversation?, limit: Int)
        -> [Conversation]
    {
        read(owner) { shelf in
            let all = shelf.conversations.filter { conversation in
                let isAfter = last.map { MessagePosition(conversation.last) < MessagePosition($0.last) } ?? true
                return isAfter && kind.contains(conversation)
            }
            return Array(all.sorted { MessagePosition($0.last) > MessagePosition($1.last) }.prefix(limit))
        }
    }

    func conversationCounts(of owner: UserID, limit: Int) -> [ConversationKind: Int]? {
        let all = read(owner) { $0.conversations }
        guard all.count <= limit else { return nil }
        return Dictionary(uniqueKeysWithValues: ConversationKind.allCases.map { ($0, all.count(where: $0.contains)) })
    }

    func conversation(with address: Address, of owner: UserID) -> Conversation? {
        read(owner) { shelf in shelf.conversations.first { $0.address == address } }
    }

    func markRead(_ address: Address, of owner: UserID) -> Int {
        write(owner) { shelf in
            let unread = shelf.rows.filter { $0.value.draft.address == address && $0.value.draft.isUnread }
            for id in unread.keys { shelf.rows[id]?.draft.isRead = true }
            return unread.count
        }
    }

    func markRead(_ ids: [Int], of owner: UserID) -> Int {
        write(owner) { shelf in
            let unread = Set(ids).filter { shelf.rows[$0]?.draft.isUnread == true }
            for id in unread { shelf.rows[id]?.draft.isRead = true }
            return unread.count
        }
    }

    func markUnread(_ address: Address, of owner: UserID) -> Int {
        write(owner) { shelf in
            let incoming = shelf.all.filter { $0.address == address && $0.direction == .incoming }
            guard let newest = incoming.max(by: { MessagePosition($0) < MessagePosition($1) }), newest.isRead else {
                return 0
            }
            shelf.rows[newest.id]?.draft.isRead = false
            return 1
        }
    }

    func change(_ id: Int, of owner: UserID, _ change: StatusChange) -> Message? {
        write(owner) { shelf in
            guard var row = shelf.rows[id], change.applies(row.draft.status, row.draft.handover) else { return nil }
            row.draft.status = change.status
            row.draft.handover = change.handover ?? row.draft.handover
            row.reference = change.reference ?? row.reference
            row.failure = change.failure
            shelf.rows[id] = row
            return shelf.message(id)
        }
    }

    func remove(_ id: Int, of owner: UserID) -> Message? {
        write(owner) { shelf in
            defer { shelf.rows[id] = nil }
            return shelf.message(id)
        }
    }

    func save(_ contact: Contact, of owner: UserID) {
        write(owner) { $0.contacts[contact.address] = contact }
    }

    func contact(_ address: Address, of owner: UserID) -> Contact? {
        read(owner) { $0.contacts[address] }
    }

    func contacts(of owner: UserID) -> [Contact] {
        read(owner) { shelf in
            shelf.contacts.values.sorted {
                $0.name == $1.name
                    ? $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8)
                    : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
            }
        }
    }

    func parties(startingWith prefix: String, of owner: UserID, limit: Int) -> [Party] {
        read(owner) { shelf in
            let addresses = Set(shelf.all.map(\.address)).union(shelf.contacts.keys)
            return addresses.filter { $0.text.utf8.starts(with: prefix.utf8) }
                .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }.prefix(limit)
                .map { Party(address: $0, name: shelf.contacts[$0]?.name) }
        }
    }

    func unread(of owner: UserID) -> Int { tally(of: owner).unread }

    func tally(of owner: UserID) -> Tally {
        read(owner) { shelf in
            let all = shelf.all
            return Tally(
                byStatus: Dictionary(grouping: all, by: \.status).mapValues(\.count),
                unread: all.count { $0.direction == .incoming && !$0.isRead },
                conversations: Set(all.map(\.address)).count,
                contacts: shelf.contacts.count,
                first: all.map(\.date).min(), last: all.map(\.date).max())
        }
    }
}
