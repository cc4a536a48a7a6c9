// SPDX-License-Identifier: GPL-3.0-or-later

/// What a store knows of an address of which there are or were messages, or anything else.
package struct KnownAddress: Hashable, Sendable {
    /// The spelling that stands for its number, which may be the address itself.
    package let number: Address
    /// The address that stands for its conversation.
    package let leader: Address
    /// The contact of the conversation; nil when there is none.
    package let contact: Contact?
    /// What the user has said of the conversation, and begun to write there.
    package let state: ConversationState
    /// How many messages the conversation has.
    package let count: Int
    /// Whether the conversation is with a person who has several numbers.
    package let hasSeveralNumbers: Bool

    package init(
        number: Address, leader: Address, contact: Contact?, state: ConversationState, count: Int,
        hasSeveralNumbers: Bool
    ) {
        self.number = number
        self.leader = leader
        self.contact = contact
        self.state = state
        self.count = count
        self.hasSeveralNumbers = hasSeveralNumbers
    }

    /// Whether there are messages or a contact.
    package var hasMessagesOrContact: Bool { count > 0 || contact != nil }
}
