// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// A message as stores keep it that look through all they have: a filter and a sort in place of queries.
package struct StoredMessage: Codable, Sendable {
    package var draft: MessageDraft
    package var reference: String?
    package var failure: String?
    package var queued: QueueEntry?

    package init(_ draft: MessageDraft) {
        self.draft = draft
        failure = draft.failure
    }

    /// The message for readers.
    package func message(_ id: Int, contact: Contact?, marks: ConversationMarks) -> Message {
        Message(
            id: id, thread: ThreadFacts(address: draft.address, contact: contact, marks: marks), content: draft.content,
            date: draft.date, direction: draft.direction, status: draft.status, isRead: draft.isRead, kind: draft.kind,
            attachments: draft.attachments, subject: draft.subject, call: draft.call, sender: draft.sender,
            handover: draft.handover, failure: failure)
    }

    /// The contents that no conversation shows.
    package var contents: MessageContents {
        MessageContents(
            background: MessageBackground(
                rawAddress: draft.rawAddress == draft.address.text ? nil : draft.rawAddress,
                importedName: draft.importedName, reference: reference, details: draft.details),
            parts: draft.parts, participants: draft.participants)
    }

    /// Its place in the queue, if it has one.
    package func queued(_ id: Int, for person: Address) -> QueuedMessage? {
        queued.map {
            QueuedMessage(
                id: id, person: person, status: draft.status, handover: draft.handover, reference: reference, entry: $0)
        }
    }

    package func answers(_ question: MessageQuestion) -> Bool {
        switch question {
        case .same(let identity):
            draft.address == identity.address
                && draft.identities.contains { MessageKeyOfBytes($0) == MessageKeyOfBytes(identity) }
        case .sameSecond(let identity):
            draft.address == identity.address && !draft.details.isUndated
                && MessageKeyOfBytes(draft.identity.inSeconds) == MessageKeyOfBytes(identity.inSeconds)
        case .named(let name): draft.details.networkID == name
        }
    }

    /// Applies the text and the like of a draft (`MessageEdit.text`), and returns a date that is to be set, too.
    package mutating func put(_ new: MessageDraft) -> Timestamp? {
        (draft.content, draft.parts, draft.data) = (new.content, new.parts, new.data)
        (draft.participants, draft.sender, draft.subject) = (new.participants, new.sender, new.subject)
        if draft.address != new.address { (draft.address, draft.rawAddress) = (new.address, new.rawAddress) }
        guard new.details.isUndated else { return draft.details.isUndated ? new.date : nil }
        draft.details.isUndated = draft.details.isUndated || !draft.details.wasUndated
        return nil
    }

    /// Applies the changed fields.
    package mutating func put(_ new: MessageUpdate) {
        (draft.status, draft.handover, draft.isRead) = (new.status, new.handover, new.isRead)
        (draft.subject, failure) = (new.subject, new.failure)
        reference = new.reference ?? reference
        draft.details = new.details ?? draft.details
    }

    /// Sets the date of sending.
    package mutating func setDate(_ date: Timestamp) {
        draft.date = date
        if draft.details.isUndated { (draft.details.isUndated, draft.details.wasUndated) = (false, true) }
    }

    /// Sets another address.
    package mutating func move(to address: Address) {
        draft.address = address
        if draft.sender == address { draft.sender = nil }
    }
}

extension MessageKey {
    /// Returns those of all messages, in the order of their dates, that a request selects by their numbers or dates.
    ///
    /// - Parameters:
    ///   - references: The gateways’ names for messages.
    ///   - leader: The address that leads the conversation of an address.
    package func result(
        among all: [Message], limit: Int, reference: (Int) -> String?, leader: (Address) -> Address
    ) -> [Message] {
        func thread(_ address: Address) -> [Message] {
            let conversation = leader(address)
            return all.filter { leader($0.address) == conversation }
        }
        func byNumber(_ isMeant: (Message) -> Bool) -> [Message] {
            Array(all.filter(isMeant).sorted { $0.id < $1.id }.prefix(limit))
        }
        return switch self {
        case .numbers(let ids): Array(ids.compactMap { id in all.first { $0.id == id } }.prefix(limit))
        case .above(let id): byNumber { $0.id > id }
        case .reference(let name): byNumber { reference($0.id) == name }
        case .newest(let address, let direction):
            Array(thread(address).filter { $0.direction == direction }.reversed().prefix(limit))
        case .page(let address, .newest): thread(address).suffix(limit)
        case .page(let address, .before(let place)):
            thread(address).filter { MessagePosition($0) < place }.suffix(limit)
        case .page(let address, .after(let place)):
            Array(thread(address).filter { place < MessagePosition($0) }.prefix(limit))
        }
    }
}

extension AddressKey {
    /// The requested ones of all known addresses.
    ///
    /// - Parameters:
    ///   - leader: The address that stands for the conversation of one.
    ///   - hasMessages: Whether there are messages of an address itself.
    package func result(
        among all: [KnownAddress], limit: Int, leader: (Address) -> Address, hasMessages: (Address) -> Bool
    ) -> [KnownAddress] {
        let all = all.sorted { $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8) }
        let numbers = all.filter { $0.number == $0.address }
        let found: [KnownAddress] =
            switch self {
            case .these(let addresses): addresses.compactMap { address in all.first { $0.address == address } }
            case .with(let address): all.filter { $0.leader == leader(address) }
            case .all: all
            case .named:
                numbers.filter { $0.name != nil }.sorted {
                    let (one, other) = ($0.name?.contact.name ?? "", $1.name?.contact.name ?? "")
                    return one.utf8.lexicographicallyPrecedes(other.utf8)
                }
            case .atWork: numbers.filter { $0.name?.contact.workNumber != nil }
            case .groups: all.filter(\.address.isGroup)
            case .beginning(let prefix):
                all.filter { $0.address.text.utf8.starts(with: prefix.utf8) }.filter {
                    $0.leader == $0.address ? $0.hasMessagesOrContact : hasMessages($0.address)
                }
            case .drafts:
                all.filter { $0.state.draft != nil && $0.leader == $0.address }.sorted {
                    $0.state.draft?.savedAt.milliseconds ?? 0 > $1.state.draft?.savedAt.milliseconds ?? 0
                }
            }
        return Array(found.prefix(limit))
    }
}

extension Conversation {
    /// A conversation of these messages, in the order of their dates; `nil` without any.
    package init?(
        _ address: Address, contact: Contact?, draft: ConversationDraft?, _ messages: [Message],
        stored: (Int) -> StoredMessage?
    ) {
        guard let last = messages.last else { return nil }
        // One of several is recorded as a sender, or the first or the newest message of a chat is to several.
        let ends = [messages.first { $0.address == address }, last].map { $0.flatMap { stored($0.id) } }
        self.init(
            address: address, contact: contact, last: last, count: messages.count,
            unread: messages.count { !$0.isRead }, draft: draft,
            isOfSeveral: messages.haveSenders || ends.contains { $0?.draft.isToSeveral ?? false },
            isOfChat: ends[1]?.draft.details.isOfChat ?? false)
    }

    /// Whether the list has it before another one.
    private func isBefore(_ other: Conversation) -> Bool {
        let (place, otherPlace) = (marks.place.rawValue, other.marks.place.rawValue)
        return place == otherPlace ? MessagePosition(last) > MessagePosition(other.last) : place > otherPlace
    }

    /// The requested ones of all conversations.
    package static func result(
        _ key: ConversationKey, among all: [Conversation], limit: Int, leader: (Address) -> Address
    ) -> [Conversation] {
        let found =
            switch key {
            case .listed(let kind, let last):
                all.filter { one in kind.contains(one) && last.map { $0.isBefore(one) } ?? true }
                    .sorted { $0.isBefore($1) }
            case .with(let address): all.filter { $0.address == leader(address) }
            case .namedChats:
                all.filter { $0.isNamedGroup || $0.isNamedPerson }
                    .sorted { $0.address.text.utf8.lexicographicallyPrecedes($1.address.text.utf8) }
            }
        return Array(found.prefix(limit))
    }
}

extension MessageCounts {
    /// The numbers of all messages and conversations.
    package init(_ messages: [Message], _ conversations: [Conversation], limit: Int) {
        let kinds = ConversationKind.allCases.map { kind in (kind, conversations.count(where: kind.contains)) }
        self.init(
            unread: messages.count { !$0.isRead && $0.marks.isDisjoint(with: .silent) },
            conversations: limit > 0 && conversations.count <= limit ? Dictionary(uniqueKeysWithValues: kinds) : nil)
    }
}

extension Tally {
    /// The totals of these messages.
    package init(_ messages: [Message], conversations: Int, contacts: Int) {
        self.init(
            byStatus: Dictionary(grouping: messages.filter { $0.call == nil }, by: \.status).mapValues(\.count),
            calls: Dictionary(grouping: messages.compactMap(\.call), by: \.outcome).mapValues(\.count),
            unread: messages.count { !$0.isRead && !$0.marks.contains(.blocked) }, conversations: conversations,
            contacts: contacts, first: messages.map(\.date).min(), last: messages.map(\.date).max())
    }
}

extension MessageStatistics {
    /// The statistics of the messages of a scope among these, which are in the order of their dates.
    package init(_ messages: [Message], _ scope: MessageScope, measuresAnswers: Bool, leader: (Address) -> Address) {
        let filter = scope.filter
        let counted = messages.filter { $0.isCounted && filter.admits($0) }
        var times: [MessageDirection: [Int64]] = [:]
        for thread in Dictionary(grouping: counted, by: { leader($0.address) }).values {
            for (message, next) in zip(thread, thread.dropFirst()) where message.direction != next.direction {
                times[next.direction, default: []].append(next.date.milliseconds - message.date.milliseconds)
            }
        }
        self.init(
            slots: counted.reduce(into: MessageSlots()) { $0.add($1) }.all,
            responses: measuresAnswers ? ResponseTimes(times) : nil)
    }
}
