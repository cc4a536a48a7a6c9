// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A stored message, as anyone may read it.
package struct Message: Hashable, Sendable, Identifiable {
    private let stored: Stored
    /// How those are called who are in a group without a name of its own; none for others, and where nobody asked.
    package var members: [String] = []

    /// The short number that lists show; never used again.
    package var id: Int { stored.facts.id }
    /// The other end.
    package var address: Address { stored.facts.address }
    /// The other end as it was written when the message came.
    package var rawAddress: String { stored.facts.rawAddress }
    /// The text.
    package var content: String { stored.facts.content }
    /// When it was sent or received.
    package var date: Timestamp { stored.facts.date }
    /// Which way it went.
    package var direction: MessageDirection { stored.facts.direction }
    /// How far it has come.
    package var status: SendStatus { stored.facts.status }
    /// Whether the user has seen it; true for outgoing ones.
    package var isRead: Bool { stored.facts.isRead }
    /// By which service it travelled.
    package var kind: MessageKind { stored.facts.kind }
    /// The contact at the other end as it is now; nil when there is none.
    package var contact: Contact? { stored.facts.contact }
    /// What the user has said of its conversation.
    package var marks: ConversationMarks { stored.facts.marks }
    /// The name that the imported file gave the other end.
    package var importedName: String? { stored.facts.importedName }
    /// The parts that are not text.
    package var attachments: [MessagePart] { stored.facts.attachments }
    /// What it is about, apart from its text.
    package var subject: String? { stored.facts.subject }
    /// The call that it stands for; nil for what is written.
    package var call: Call? { stored.facts.call }
    /// Who of several people wrote it; nil where there is but one, or where it is not known.
    package var sender: Address? { stored.facts.sender }
    /// How far handing it to the gateway has come.
    package var handover: Handover { stored.facts.handover }
    /// The gateway’s name for it, by which delivery reports find it.
    package var reference: String? { stored.facts.reference }
    /// Why it failed, in the gateway’s own words.
    package var failure: String? { stored.facts.failure }

    package init(
        id: Int, address: Address, rawAddress: String, content: String, date: Timestamp, direction: MessageDirection,
        status: SendStatus, isRead: Bool, kind: MessageKind, contact: Contact?, marks: ConversationMarks,
        importedName: String?, attachments: [MessagePart], subject: String?, call: Call?, sender: Address?,
        handover: Handover, reference: String?, failure: String?
    ) {
        stored = Stored(
            Facts(
                id: id, address: address, rawAddress: rawAddress, content: content, date: date,
                direction: direction, status: status, isRead: isRead, kind: kind, contact: contact, marks: marks,
                importedName: importedName, attachments: attachments, subject: subject, call: call, sender: sender,
                handover: handover, reference: reference, failure: failure))
    }

    /// What it has in common with the message that it is.
    package var identity: MessageIdentity {
        MessageIdentity(
            address: address, date: date, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments)
    }

    /// Where the contact is from.
    package var contactKind: ContactKind { contact?.kind ?? .unknown }

    /// Whether it is of a group that has no name of its own.
    package var isOfUnnamedGroup: Bool { stored.facts.contact == nil && stored.facts.address.isGroup }

    /// The contact’s name, or those of a group’s members; nil where there is none.
    package var name: String? { contact?.name ?? (members.isEmpty ? nil : members.joined(separator: ", ")) }

    /// The name, or else the address.
    package var displayName: String { name ?? address.text }
}

extension Message {
    /// What is stored of a message.
    private struct Facts: Hashable, Sendable {
        let id: Int
        let address: Address
        let rawAddress: String
        let content: String
        let date: Timestamp
        let direction: MessageDirection
        let status: SendStatus
        let isRead: Bool
        let kind: MessageKind
        let contact: Contact?
        let marks: ConversationMarks
        let importedName: String?
        let attachments: [MessagePart]
        let subject: String?
        let call: Call?
        let sender: Address?
        let handover: Handover
        let reference: String?
        let failure: String?
    }

    /// The facts, which copies of a message share: lists copy messages often, and there are twenty of them.
    private final class Stored: Hashable, Sendable {
        let facts: Facts

        init(_ facts: Facts) { self.facts = facts }

        static func == (first: Stored, second: Stored) -> Bool { first === second || first.facts == second.facts }

        func hash(into hasher: inout Hasher) { facts.hash(into: &hasher) }
    }
}

extension Message: CustomStringConvertible {
    /// All that is known of it, for tests and debugging.
    package var description: String { "\(stored.facts) \(members)" }
}
