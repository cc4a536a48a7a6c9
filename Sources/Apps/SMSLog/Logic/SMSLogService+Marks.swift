// SPDX-License-Identifier: GPL-3.0-or-later

package import Stores

/// What the user says of whole conversations.
extension SMSLogService {
    /// Does something with conversations: with all of them, or with none.
    ///
    /// - Returns: Them as they are now.
    /// - Throws: `SMSLogFault.noConversation` where there is no message with one.
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

    /// What commands have changed, the newest first.
    package func journal() async throws -> [JournalEntry] {
        try await store.read { try $0.journal(limit: Journal.mostEntries) }
    }

    /// Takes back the change that was made last, or does again what was taken back last: all of it or nothing.
    ///
    /// What cannot be is passed over from then on.
    ///
    /// - Returns: The entries; none where there is nothing to do.
    /// - Throws: As `MessageDAO.perform(_:_:)`.
    package func perform(_ step: JournalStep) async throws -> [JournalEntry] {
        do {
            return try await store.write { messages in
                try messages.perform(step) { try messages.perform(step, $0) }
            }
        } catch let failure as JournalFailure {
            try await store.write { try $0.pass(failure) }
            throw failure.fault
        }
    }

    /// Everybody with whom there is a conversation of a kind, in the order of their list.
    ///
    /// - Parameter marking: What is to be done with them: only those that are out of the list come back to it.
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

    /// So many are read in one step.
    private static var page: Int { 500 }
}

extension ConversationMarking {
    /// Where those are that it may be done with; nil: in the list.
    fileprivate var place: ConversationKind? {
        switch self {
        case .unarchive: .archived
        case .unblock: .blocked
        case .archive, .pin, .unpin, .mute, .unmute, .block: nil
        }
    }
}
