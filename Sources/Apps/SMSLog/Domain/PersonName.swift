// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the names of a person, who may have several.
package struct PersonName: Hashable, Sendable {
    /// The contact, of the number that is called so.
    package let contact: Contact
    /// The address that stands for the person’s conversation.
    package let leader: Address

    package init(contact: Contact, leader: Address) {
        self.contact = contact
        self.leader = leader
    }

    /// Whether the conversation is called so.
    package var isLeading: Bool { contact.address == leader }
}
