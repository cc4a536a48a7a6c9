// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// The user’s own numbers, which are no members of a group.
extension MessageTransaction {
    /// Remembers numbers as the user’s own, and moves the messages of groups that they were taken for members of.
    package func know(own addresses: Set<Address>) throws {
        let new = addresses.subtracting(try ownAddresses())
        guard !new.isEmpty else { return }
        for address in new.sorted() { try addOwn(address) }
        let own = try ownAddresses()
        for group in try groups() {
            let others = group.without(own)
            if others != group { try move(group, to: others) }
        }
    }

    /// Moves all messages of one address to another, and the name, the marks and the draft where that has none.
    private func move(_ address: Address, to other: Address) throws {
        try moveMessages(of: address, to: other)
        // What other spellings have as well stays with them.
        guard try joinedAddresses(with: address).map(\.address) == [address] else { return }
        let leader = try leader(of: other)
        let (old, new) = (try state(of: address), try state(of: leader))
        try put(ConversationState(), on: address)
        try put(
            ConversationState(marks: new.marks.isEmpty ? old.marks : new.marks, draft: new.draft ?? old.draft),
            on: leader)
        guard let name = try givenName(of: address) else { return }
        try setGivenName(nil, of: address)
        if try givenName(of: leader) == nil { try setGivenName(name, of: leader) }
    }
}
