// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// What the user says of conversations, and begins to write there.
extension MemoryMessageTransaction {
    func marks(of address: Address) -> ConversationMarks { state.marks[leader(of: address)] ?? [] }

    func newest(of address: Address) -> Timestamp? {
        let leader = leader(of: address)
        return state.rows.values.filter { self.leader(of: $0.draft.address) == leader }.map(\.draft.date).max()
    }

    func setMarks(_ marks: ConversationMarks, of address: Address) {
        let leader = leader(of: address)
        state.people.know(leader)
        log.add(.conversation(leader))
        state.marks[leader] = marks.isEmpty ? nil : marks
    }

    func draft(for address: Address) -> ConversationDraft? { state.drafts[leader(of: address)] }

    func drafts() -> [KeptDraft] {
        state.drafts
            .map { KeptDraft(party: Party(address: $0, name: state.names[$0]?.contact.name), draft: $1) }
            .sorted {
                $0.draft.savedAt == $1.draft.savedAt
                    ? $0.party.address.text.utf8.lexicographicallyPrecedes($1.party.address.text.utf8)
                    : $0.draft.savedAt > $1.draft.savedAt
            }
    }

    func setDraft(_ draft: ConversationDraft?, for address: Address) {
        let leader = leader(of: address)
        guard state.drafts[leader] != draft else { return }
        state.people.know(leader)
        log.add(.conversation(leader))
        state.drafts[leader] = draft
    }
}
