// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the names of a person, who may have several.
package struct PersonName: Hashable, Sendable {
    /// The contact, of the number that is called so.
    package let contact: Contact
    /// The address that stands for the person’s conversation.
    package let leader: Address
    /// Whether the number has another name in the corporate book, which comes first.
    package let isBeside: Bool

    package init(contact: Contact, leader: Address, isBeside: Bool = false) {
        self.contact = contact
        self.leader = leader
        self.isBeside = isBeside
    }

    /// Whether the conversation is called so.
    package var isLeading: Bool { !isBeside && contact.address == leader }
}

extension [PersonName] {
    /// The same by name and then by address, as their Unicode numbers order them.
    package var inOrder: [PersonName] {
        sorted { first, second in
            let (names, addresses) = (
                (first.contact.name.utf8, second.contact.name.utf8),
                (first.contact.address.text.utf8, second.contact.address.text.utf8)
            )
            if !names.0.elementsEqual(names.1) { return names.0.lexicographicallyPrecedes(names.1) }
            guard addresses.0.elementsEqual(addresses.1) else {
                return addresses.0.lexicographicallyPrecedes(addresses.1)
            }
            return !first.isBeside && second.isBeside
        }
    }
}
