// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A stored message, as anyone may read it.
package struct Message: Hashable, Sendable, Identifiable {
    /// The short number that lists show; never used again.
    package let id: Int
    /// The other end.
    package let address: Address
    /// The other end as it was written when the message came.
    package let rawAddress: String
    /// The text.
    package let content: String
    /// When it was sent or received.
    package let date: Timestamp
    /// Which way it went.
    package let direction: MessageDirection
    /// How far it has come.
    package let status: SendStatus
    /// Whether the user has seen it; true for outgoing ones.
    package let isRead: Bool
    /// By which service it travelled.
    package let kind: MessageKind
    /// The contact at the other end as it is now; nil when there is none.
    package let contact: Contact?
    /// What the user has said of its conversation.
    package let marks: ConversationMarks
    /// The name that the imported file gave the other end.
    package let importedName: String?
    /// The parts that are not text.
    package let attachments: [MessagePart]
    /// What it is about, apart from its text.
    package let subject: String?
    /// The call that it stands for; nil for what is written.
    package let call: Call?
    /// Who of several people wrote it; nil where there is but one, or where it is not known.
    package let sender: Address?
    /// How far handing it to the gateway has come.
    package let handover: Handover
    /// The gateway’s name for it, by which delivery reports find it.
    package let reference: String?
    /// Why it failed, in the gateway’s own words.
    package let failure: String?
    /// How those are called who are in a group without a name of its own; none for others, and where nobody asked.
    package var members: [String] = []

    package init(
        id: Int, address: Address, rawAddress: String, content: String, date: Timestamp, direction: MessageDirection,
        status: SendStatus, isRead: Bool, kind: MessageKind, contact: Contact?, marks: ConversationMarks,
        importedName: String?, attachments: [MessagePart], subject: String?, call: Call?, sender: Address?,
        handover: Handover,
        reference: String?, failure: String?
    ) {
        self.id = id
        self.address = address
        self.rawAddress = rawAddress
        self.content = content
        self.date = date
        self.direction = direction
        self.status = status
        self.isRead = isRead
        self.kind = kind
        self.contact = contact
        self.marks = marks
        self.importedName = importedName
        self.attachments = attachments
        self.subject = subject
        self.call = call
        self.sender = sender
        self.handover = handover
        self.reference = reference
        self.failure = failure
    }

    /// What it has in common with the message that it is.
    package var identity: MessageIdentity {
        MessageIdentity(
            address: address, date: date, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments)
    }

    /// Where the contact is from.
    package var contactKind: ContactKind { contact?.kind ?? .unknown }

    /// The contact’s name, or those of a group’s members; nil where there is none.
    package var name: String? { contact?.name ?? (members.isEmpty ? nil : members.joined(separator: ", ")) }

    /// The name, or else the address.
    package var displayName: String { name ?? address.text }
}
