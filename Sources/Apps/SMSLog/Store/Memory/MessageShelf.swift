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
    mutating func add(_ drafts: [MessageDraft], skippingKnown: Bool) -> [Int?] {
        // Once for all drafts: looking through the messages for each of them would take its time.
        var known = skippingKnown ? Set(rows.values.map { Content($0.draft) }) : []
        var moments = Set(rows.values.map(\.moment))
        return drafts.map { add($0, among: &known, &moments, skippingKnown: skippingKnown) }
    }

    private mutating func add(
        _ draft: MessageDraft, among known: inout Set<Content>, _ moments: inout Set<Int64>, skippingKnown: Bool
    ) -> Int? {
        if let name = draft.importedName, contacts[draft.address] == nil {
            contacts[draft.address] = Contact(address: draft.address, name: name, kind: .local)
        }
        if skippingKnown, !known.insert(Content(draft)).inserted { return nil }
        lastNumber += 1
        var moment = Moment(owner: 0).key(of: draft.date)
        while !moments.insert(moment).inserted { moment += 1 }
        rows[lastNumber] = Row(draft: draft, moment: moment)
        return lastNumber
    }

    /// What messages that are one and the same have in common; texts as their bytes are.
    private struct Content: Hashable {
        let address: Address
        let date: Timestamp
        let direction: MessageDirection
        let kind: MessageKind
        let text: [UInt8]
        let attachments: [Attachment]

        init(_ draft: MessageDraft) {
            address = draft.address
            date = draft.date
            direction = draft.direction
            kind = draft.kind
            text = Array(draft.content.utf8)
            attachments = draft.attachments
        }
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
