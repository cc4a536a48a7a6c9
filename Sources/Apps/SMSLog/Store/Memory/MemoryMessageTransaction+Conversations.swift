// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// What the user says of conversations, and begins to write there.
extension MemoryMessageTransaction {
    func newest(of address: Address) -> Timestamp? {
        let leader = leader(of: address)
        return state.rows.values.filter { self.leader(of: $0.draft.address) == leader }.map(\.draft.date).max()
    }

    func setState(_ new: ConversationState, of address: Address) {
        let leader = leader(of: address)
        state.people.know(leader)
        log.add(.conversation(leader))
        state.states[leader] = new
    }

    func drafts() -> [KeptDraft] {
        state.states
            .compactMap { address, state in state.draft.map { (address, $0) } }
            .map { KeptDraft(party: Party(address: $0, name: state.names[$0]?.contact.name), draft: $1) }
            .sorted {
                $0.draft.savedAt == $1.draft.savedAt
                    ? $0.party.address.text.utf8.lexicographicallyPrecedes($1.party.address.text.utf8)
                    : $0.draft.savedAt > $1.draft.savedAt
            }
    }
}
