// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores

/// The texts that were begun and not sent, one for each conversation.
package struct DraftService: Sendable {
    let store: any MessageStore
    let people: People
    let clock: any WallClock

    /// The number of a word, for which there is a draft; also in a store that sends nothing.
    ///
    /// - Throws: As `Outbox.recipient(_:)`; `SMSLogFault.noDraft`.
    package func address(of word: String) async throws -> Address {
        try await people.ask { people in
            let address = try people.recipient(word).address
            guard try people.reader.draft(for: address) != nil else { throw SMSLogFault.noDraft(word) }
            return address
        }
    }

    /// Keeps a text as the draft of a conversation, in place of the one before.
    package func keep(_ text: String, for address: Address) async throws {
        let draft = ConversationDraft(text: text, savedAt: clock.now)
        try await WritePermit.recording { try await store.write { try $0.setDraft(draft, for: address) } }
    }

    /// Keeps a text that could not be sent, below the draft of the conversation.
    package func keepUnsent(_ text: String, for address: Address) async throws {
        let now = clock.now
        try await WritePermit.recording {
            try await store.write { messages in
                let before = try messages.draft(for: address)?.text
                guard before != text else { return }
                let whole = [before, text].compactMap { $0 }.joined(separator: "\n")
                try messages.setDraft(ConversationDraft(text: whole, savedAt: now), for: address)
            }
        }
    }

    /// The draft of a conversation; `nil` if there is none.
    package func draft(for address: Address) async throws -> ConversationDraft? {
        try await store.read { try $0.draft(for: address) }
    }

    /// All addresses with a draft, the newest draft first.
    package func all() async throws -> [KnownAddress] { try await store.read { try $0.drafts() } }

    /// Discards the drafts of conversations.
    ///
    /// - Returns: The addresses with their former drafts.
    /// - Throws: `SMSLogFault.noDraft` if one has none.
    package func discard(_ addresses: [Address]) async throws -> [KnownAddress] {
        try await store.write { messages in
            let all = try messages.drafts()
            var dropped: [KnownAddress] = []
            for address in addresses {
                let leader = try messages.leader(of: address)
                guard let kept = all.first(where: { $0.address == leader }) else {
                    throw SMSLogFault.noDraft(address.text)
                }
                try messages.setDraft(nil, for: address)
                dropped.append(kept)
            }
            try messages.journal(
                dropped.map {
                    MessageStep(
                        $0.address, called: $0.displayName, before: .init(draft: .init($0.state.draft)),
                        after: .init(draft: .init(nil)))
                })
            return dropped
        }
    }
}
