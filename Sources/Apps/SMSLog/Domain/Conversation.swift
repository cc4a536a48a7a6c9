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
    /// How many of them the user has not seen; none count where it is blocked.
    package let unread: Int
    /// What the user has begun to write, and not sent.
    package let draft: ConversationDraft?
    /// Whether it is with people, a service or a group.
    package let kind: ConversationKind
    /// Whether the newest message is of a chat, where people have names.
    private let isOfChat: Bool
    /// How those are called who are in a group without a name of its own; none for others, and where nobody asked.
    package var members: [String] = []

    package init(
        address: Address, contact: Contact?, last: Message, count: Int, unread: Int, draft: ConversationDraft? = nil,
        isOfSeveral: Bool = false, isOfChat: Bool = false
    ) {
        self.address = address
        self.contact = contact
        self.last = last
        self.count = count
        self.draft = draft
        self.isOfChat = isOfChat
        kind = ConversationKind(
            address.form, isOfSeveral: isOfSeveral, isOfChat: isOfChat, hasContact: contact != nil)
        self.unread = last.marks.contains(.blocked) ? 0 : unread
    }

    /// Whether several people are at the other end.
    package var isGroup: Bool { kind == .groups }

    /// Whether it is a group that is known by its name, not by its members.
    package var isNamedGroup: Bool { isGroup && address.form.isNamed }

    /// Whether somebody is at the other end who chats under a name.
    package var isNamedPerson: Bool { kind == .people && isOfChat && address.form.isNamed }

    /// The contact’s name, or those of a group’s members; nil where there is none.
    package var name: String? { contact?.name ?? (members.isEmpty ? nil : members.joined(separator: ", ")) }

    /// The name, or else the address.
    package var displayName: String { name ?? address.text }

    /// What the user has said of it.
    package var marks: ConversationMarks { last.marks }
}
