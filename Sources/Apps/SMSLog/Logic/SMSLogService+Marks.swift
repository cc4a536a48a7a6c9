// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

/// The user’s marks on whole conversations.
extension SMSLogService {
    /// Marks conversations: all of them, or none.
    ///
    /// - Returns: The conversations as they are now.
    /// - Throws: `SMSLogFault.noConversation` if there is no message with one of the addresses.
    package func mark(
        _ marking: ConversationMarking, _ addresses: [Address]
    ) async throws -> [Conversation] {
        try await store.write { messages in
            var steps: [MessageStep] = []
            var conversations: [Conversation] = []
            for address in addresses {
                guard let marks = try messages.mark(marking, address),
                    let conversation = try messages.conversation(with: address).map({ try messages.named([$0])[0] })
                else { throw SMSLogFault.noConversation(address.text) }
                conversations.append(conversation)
                steps.append(
                    MessageStep(
                        address, called: conversation.displayName, before: .init(marks: marks.before),
                        after: .init(marks: marks.after)))
            }
            try messages.journal(steps)
            return conversations
        }
    }

    /// The changes made by commands, the newest first.
    package func journal() async throws -> [JournalEntry] {
        try await store.read { try $0.journal(limit: Journal.mostEntries) }
    }

    /// Undoes the last change, or repeats the one that was undone last: all of it or nothing.
    ///
    /// A change that cannot be undone or repeated is passed over from then on; an import stays undone.
    ///
    /// - Returns: The entries, none if there is nothing to do; and the number of messages that are gone with it.
    /// - Throws: As `MessageDAO.perform(_:_:)`.
    package func perform(_ step: JournalStep) async throws -> (entries: [JournalEntry], removed: Int) {
        do {
            return try await store.write { messages in
                var removed = 0
                let entries = try messages.perform(step) { removed += try messages.perform(step, $0) }
                if removed > 0 { try messages.erase() }
                return (entries, removed)
            }
        } catch let failure as JournalFailure {
            // An import stays undone: it comes back with its file, and no later change waits for it.
            if case .importIsOver? = failure.fault as? SMSLogFault { throw failure.fault }
            try await store.write { try $0.pass(failure) }
            throw failure.fault
        }
    }

    /// The addresses of all conversations of a kind, in the order of their list.
    ///
    /// - Parameter marking: The marking to apply: only conversations that are out of the list come back to it.
    package func addresses(_ kind: ConversationKind, for marking: ConversationMarking? = nil) async throws -> [Address]
    {
        let place = kind.place == nil ? marking?.place : nil
        return try await store.read { messages in
            var addresses: [Address] = []
            var last: Conversation?
            while case let page = try messages.conversations(place ?? kind, after: last, limit: Self.page),
                let end = page.last
            {
                addresses += page.filter { place == nil || kind.describes($0) }.map(\.address)
                last = end
            }
            return addresses
        }
    }

    /// The number of conversations read in one step.
    private static var page: Int { 500 }
}

extension ConversationMarking {
    /// The place of the conversations that it applies to; `nil`: the list.
    fileprivate var place: ConversationKind? {
        switch self {
        case .unarchive: .archived
        case .unblock: .blocked
        case .archive, .pin, .unpin, .mute, .unmute, .block: nil
        }
    }
}
