// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// What one owner keeps in memory.
struct MessageShelf: Sendable {
    /// One stored message.
    struct Row: Sendable {
        var draft: MessageDraft
        var moment: Int64
        var reference: String?
        var failure: String?
    }

    var rows: [Int: Row] = [:]
    var contacts: [Address: Contact] = [:]
    private var lastNumber = 0

    /// Stores messages, each one’s contact first.
    mutating func add(_ drafts: [MessageDraft]) -> [Int] {
        var moments = Set(rows.values.map(\.moment))
        return drafts.map { draft in
            name(draft)
            return add(draft, &moments)
        }
    }

    /// Stores those rows of a file of which the message is not there yet.
    mutating func merge(_ drafts: [MessageDraft], matched: MatchedMessages) -> MergedMessages {
        var matched = matched
        // Once for all drafts: looking through the messages for each of them would take its time.
        var moments = Set(rows.values.map(\.moment))
        var free: [MessageIdentity: [Int]] = [:]
        for (number, row) in rows where !matched.contains(number) {
            free[MessageIdentity(row.draft), default: []].append(number)
        }
        // The last one is taken first: that at the moment of its date, then those of the lowest numbers.
        for identity in free.keys {
            free[identity]?.sort { (isDisplaced($0) ? 1 : 0, $0) > (isDisplaced($1) ? 1 : 0, $1) }
        }
        func take(_ draft: MessageDraft) -> Int? {
            let number = free[MessageIdentity(draft)]?.popLast()
            if let number { matched.insert(number) }
            return number
        }
        let numbers = drafts.map { draft -> Int? in
            name(draft)
            if take(draft) != nil { return nil }
            for reading in draft.poorerReadings {
                guard let number = take(reading) else { continue }
                complete(number, with: draft)
                return nil
            }
            let number = add(draft, &moments)
            matched.insert(number)
            return number
        }
        return MergedMessages(numbers: numbers, matched: matched)
    }

    private mutating func name(_ draft: MessageDraft) {
        if let name = draft.importedName, contacts[draft.address] == nil {
            contacts[draft.address] = Contact(address: draft.address, name: name, kind: .local)
        }
    }

    private mutating func add(_ draft: MessageDraft, _ moments: inout Set<Int64>) -> Int {
        lastNumber += 1
        var moment = Moment(owner: 0).key(of: draft.date)
        while !moments.insert(moment).inserted { moment += 1 }
        rows[lastNumber] = Row(draft: draft, moment: moment)
        return lastNumber
    }

    private func isDisplaced(_ number: Int) -> Bool {
        rows[number].map { $0.moment != Moment(owner: 0).key(of: $0.draft.date) } ?? false
    }

    private mutating func complete(_ number: Int, with draft: MessageDraft) {
        guard var row = rows[number] else { return }
        row.draft.content = draft.content
        row.draft.attachments = draft.attachments
        row.draft.sender = draft.sender
        if row.draft.address != draft.address {
            row.draft.address = draft.address
            row.draft.rawAddress = draft.rawAddress
        }
        rows[number] = row
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
