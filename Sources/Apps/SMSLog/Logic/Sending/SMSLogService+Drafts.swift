// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain
import SMSLogStore
import Session
import Stores

/// Texts that were begun to be written to somebody, and not sent: one for each conversation.
extension SMSLogService {
    /// Keeps what the user has written to somebody so far, in place of what was kept.
    package func keepDraft(_ text: String, for address: Address) async throws {
        let draft = ConversationDraft(text: text, savedAt: clock.now)
        try await WritePermit.recording { try await dao.write(owner) { try $0.setDraft(draft, for: address) } }
    }

    /// Keeps a text that could not be sent, below what is kept already.
    package func keepUnsent(_ text: String, for address: Address) async throws {
        let now = clock.now
        try await WritePermit.recording {
            try await dao.write(owner) { messages in
                let before = try messages.draft(for: address)?.text
                guard before != text else { return }
                let whole = [before, text].compactMap { $0 }.joined(separator: "\n")
                try messages.setDraft(ConversationDraft(text: whole, savedAt: now), for: address)
            }
        }
    }

    /// What the user has begun to write to somebody; nil where there is nothing.
    package func draft(for address: Address) async throws -> ConversationDraft? {
        try await dao.read(owner) { try $0.draft(for: address) }
    }

    /// All that the user has begun to write, the newest first.
    package func drafts() async throws -> [KeptDraft] { try await dao.read(owner) { try $0.drafts() } }

    /// Throws away what was begun to be written to these.
    ///
    /// - Returns: What was thrown away, and what takes it back.
    /// - Throws: `SMSLogFault.noDraft` where there is nothing of one.
    package func dropDrafts(for addresses: [Address]) async throws -> (drafts: [KeptDraft], undo: ConversationUndo) {
        try await dao.write(owner) { messages in
            let all = try messages.drafts()
            var dropped: [KeptDraft] = []
            for address in addresses {
                let leader = try messages.leader(of: address)
                guard let kept = all.first(where: { $0.party.address == leader }) else {
                    throw SMSLogFault.noDraft(address.text)
                }
                try messages.setDraft(nil, for: address)
                dropped.append(kept)
            }
            let changes = dropped.map {
                ConversationUndo.Change(
                    address: $0.party.address, name: $0.displayName, before: .init(draft: .some($0.draft)),
                    after: .init(draft: .some(nil)))
            }
            return (dropped, ConversationUndo("discard", changes))
        }
    }
}
