// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
package import AtriumStores

/// Changes of single messages.
extension MessageDAO {
    /// Marks the newest incoming message of a conversation as not seen, and returns the number of changed ones: 1 or 0.
    package func markUnread(_ address: Address) throws -> Int {
        guard let newest = try messages(.newest(address, .incoming), limit: 1).first else { return 0 }
        return try setRead(false, .numbers([newest.id]))
    }

    /// Changes the status of a message in one of the allowed states; of several writers at the same time one does it.
    ///
    /// - Returns: The message as it is now; `nil` if there is none or it is in another state.
    package func change(_ id: Int, _ change: StatusChange) throws -> Message? {
        guard let before = try message(id), change.applies(before.status, before.handover) else { return nil }
        try update(before, MessageUpdate(of: before, change))
        return try message(id)
    }

    /// Removes a message for good and returns it; `nil` if there is none of this number.
    ///
    /// No file brings it back.
    package func remove(_ id: Int) throws -> Message? {
        guard let message = try message(id) else { return nil }
        try remove([message])
        return message
    }

    /// Removes messages for good, which no file brings back.
    func remove(_ messages: [Message]) throws {
        try update(messages.map(MessageEdit.remembered))
        // The words of all of them: the whole index is rewritten.
        try remove(.erased(messages))
    }
}

/// The user’s marks on whole conversations.
extension MessageDAO {
    /// Marks the conversation of an address.
    ///
    /// - Returns: The marks before, and now; `nil` if there is no such conversation.
    package func mark(
        _ marking: ConversationMarking, _ address: Address
    ) throws -> (before: ConversationMarks, after: ConversationMarks)? {
        guard let before = try conversation(with: address)?.marks else { return nil }
        let after = marking.marks(after: before)
        if after != before { try setMarks(after, of: address) }
        return (before, after)
    }

    /// Brings archived conversations back into the list for messages that are about to be stored.
    ///
    /// One of a file counts if it is newer than all that are there: an old backup brings nothing back.
    func bringBack(for drafts: [MessageDraft], areOfFile: Bool) throws {
        let known = try addresses(.these(Array(Set(drafts.map(\.address)))), limit: .max)
        var archived: [Address: KnownAddress] = [:]
        for known in known where known.state.marks.comesBack { archived[known.address] = known }
        guard !archived.isEmpty else { return }
        var newest: [Address: Timestamp] = [:]
        for draft in drafts {
            guard let known = archived[draft.address] else { continue }
            let last = newest[known.leader] ?? known.newest
            newest[known.leader] = max(last ?? draft.date, draft.date)
            guard draft.status != .draft, !areOfFile || last.map({ draft.date > $0 }) ?? true else { continue }
            try setMarks(known.state.marks.subtracting(.archived), of: draft.address)
            archived = archived.filter { $0.value.leader != known.leader }
        }
    }
}

/// The changes of a transaction to report; a store knows the messages whose seen mark changes once it has changed.
extension ChangeLog<MessageChange> {
    package mutating func add(_ edit: MessageEdit) {
        switch edit {
        case .text(let id, _, _), .date(_, let id): add(.message(id, .changed(.text)))
        case .state(let old, let new):
            add(.message(old.id, .changed(.status)))
            if old.isRead != new.isRead { add(.message(old.id, .changed(.seen))) }
        case .moved: addUnknown()
        case .seen, .queued, .remembered, .forgotten: break
        }
    }

    /// - Parameter leader: The address that stands for the conversation of one.
    package mutating func add(seen ids: [Int], _ selection: MessageSelection, leader: (Address) throws -> Address)
        rethrows
    {
        switch selection {
        case .numbers: for id in ids.sorted() { add(.message(id, .changed(.seen))) }
        case .conversation(let address): if !ids.isEmpty { add(.seen(try leader(address))) }
        }
    }

    package mutating func add(_ notice: KeptNotice) {
        switch notice {
        case .silent: break
        case .gateways: add(MessageChange.gateways)
        case .all: addUnknown()
        }
    }
}
