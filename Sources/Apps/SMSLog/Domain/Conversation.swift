// SPDX-License-Identifier: GPL-3.0-or-later

/// All messages with one address, as the list of conversations shows them.
package struct Conversation: Hashable, Sendable {
    /// The other end.
    package let address: Address
    /// The contact at the other end; nil when there is none.
    package let contact: Contact?
    /// The newest message.
    package let last: Message
    /// How many messages there are; at least one.
    package let count: Int
    /// How many of them the user has not seen.
    package let unread: Int

    package init(
        address: Address, contact: Contact?, last: Message, count: Int, unread: Int
    ) {
        self.address = address
        self.contact = contact
        self.last = last
        self.count = count
        self.unread = unread
    }

    /// The contact’s name, or else the address.
    package var displayName: String { contact?.name ?? address.text }
}
