// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// One owner’s messages and contacts in memory.
struct MemoryMessages: Sendable {
    /// One stored message.
    struct Row: Sendable {
        var draft: MessageDraft
        var moment: Int64
        var reference: String?
        var failure: String?
    }

    private(set) var rows: [Int: Row] = [:]
    var contacts: [Address: Contact] = [:]
    private var moments: Set<Int64> = []
    private var identities: [MessageIdentity: Set<Int>] = [:]
    private var last = 0

    /// The numbers of the messages that are a draft’s: the one at the moment of its date first, then by number.
    func numbers(of draft: MessageDraft) -> [Int] {
        let numbers = identities[MessageIdentity(draft)] ?? []
        return numbers.sorted { (isDisplaced($0) ? 1 : 0, $0) < (isDisplaced($1) ? 1 : 0, $1) }
    }

    private func isDisplaced(_ number: Int) -> Bool {
        rows[number].map { $0.moment != Moment(owner: 0).key(of: $0.draft.date) } ?? false
    }

    mutating func add(_ draft: MessageDraft) -> Int {
        last += 1
        var moment = Moment(owner: 0).key(of: draft.date)
        while !moments.insert(moment).inserted { moment += 1 }
        rows[last] = Row(draft: draft, moment: moment)
        identities[MessageIdentity(draft), default: []].insert(last)
        return last
    }

    /// Changes a message, if there is one of this number.
    mutating func change(_ id: Int, _ body: (inout Row) -> Void) {
        guard let old = rows[id] else { return }
        var new = old
        body(&new)
        forgetIdentity(of: id, old)
        rows[id] = new
        identities[MessageIdentity(new.draft), default: []].insert(id)
    }

    mutating func delete(_ id: Int) {
        guard let row = rows.removeValue(forKey: id) else { return }
        moments.remove(row.moment)
        forgetIdentity(of: id, row)
    }

    private mutating func forgetIdentity(of id: Int, _ row: Row) {
        let identity = MessageIdentity(row.draft)
        identities[identity]?.remove(id)
        if identities[identity]?.isEmpty == true { identities[identity] = nil }
    }

    func message(_ id: Int) -> Message? {
        rows[id].map { row in
            Message(
                id: id, address: row.draft.address, rawAddress: row.draft.rawAddress, content: row.draft.content,
                date: row.draft.date, direction: row.draft.direction, status: row.draft.status,
                isRead: row.draft.isRead, kind: row.draft.kind, contact: contacts[row.draft.address],
                importedName: row.draft.importedName, attachments: row.draft.attachments, sender: row.draft.sender,
                handover: row.draft.handover, reference: row.reference, failure: row.failure)
        }
    }

    /// All messages, in no order.
    var all: [Message] { rows.keys.compactMap { message($0) } }

    /// All conversations, in no order.
    var conversations: [Conversation] {
        Dictionary(grouping: all, by: \.address).compactMap { address, messages in
            messages.max { MessagePosition($0) < MessagePosition($1) }.map { last in
                Conversation(
                    address: address, contact: contacts[address], last: last, count: messages.count,
                    unread: messages.count { $0.direction == .incoming && !$0.isRead })
            }
        }
    }
}
