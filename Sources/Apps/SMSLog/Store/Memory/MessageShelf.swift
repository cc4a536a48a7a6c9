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

    /// Stores a message, its contact first.
    mutating func add(_ draft: MessageDraft, skippingKnown: Bool) -> Int? {
        if let name = draft.importedName, contacts[draft.address] == nil {
            contacts[draft.address] = Contact(address: draft.address, name: name, kind: .local)
        }
        if skippingKnown, rows.values.contains(where: { Self.isSame($0.draft, draft) }) { return nil }
        lastNumber += 1
        var moment = Moment(owner: 0).key(of: draft.date)
        while rows.values.contains(where: { $0.moment == moment }) { moment += 1 }
        rows[lastNumber] = Row(draft: draft, moment: moment)
        return lastNumber
    }

    private static func isSame(_ left: MessageDraft, _ right: MessageDraft) -> Bool {
        left.address == right.address && left.date == right.date && left.direction == right.direction
            && left.kind == right.kind && left.content.utf8.elementsEqual(right.content.utf8)
            && left.attachments == right.attachments
    }

    func message(_ id: Int) -> Message? {
        rows[id].map { row in
            Message(
                id: id, address: row.draft.address, rawAddress: row.draft.rawAddress, content: row.draft.content,
                date: row.draft.date, direction: row.draft.direction, status: row.draft.status,
                isRead: row.draft.isRead, kind: row.draft.kind, contact: contacts[row.draft.address],
                importedName: row.draft.importedName, attachments: row.draft.attachments, reference: row.reference,
                failure: row.failure)
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
