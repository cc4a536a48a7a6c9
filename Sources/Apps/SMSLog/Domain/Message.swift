// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A stored message, as anyone may read it.
///
/// Its facts can be read without a call: lists ask for them a thousand times a page.
package struct Message: Hashable, Sendable, Identifiable {
    @usableFromInline let stored: Stored
    /// How those are called who are in a group without a name of its own; none for others, and where nobody asked.
    package var members: [String] = []

    /// The short number that lists show; never used again.
    @inlinable package var id: Int { stored.facts.id }
    /// The other end.
    @inlinable package var address: Address { stored.facts.thread.address }
    /// The text.
    @inlinable package var content: String { stored.facts.content }
    /// When it was sent or received.
    @inlinable package var date: Timestamp { stored.facts.date }
    /// Which way it went.
    @inlinable package var direction: MessageDirection { stored.facts.direction }
    /// How far it has come.
    @inlinable package var status: SendStatus { stored.facts.status }
    /// Whether the user has seen it; true for outgoing ones.
    @inlinable package var isRead: Bool { stored.facts.isRead }
    /// By which service it travelled.
    @inlinable package var kind: MessageKind { stored.facts.kind }
    /// The contact at the other end as it is now; nil when there is none.
    @inlinable package var contact: Contact? { stored.facts.thread.contact }
    /// What the user has said of its conversation.
    @inlinable package var marks: ConversationMarks { stored.facts.thread.marks }
    /// The parts that are not text.
    @inlinable package var attachments: [MessagePart] { stored.facts.attachments }
    /// What it is about, apart from its text.
    @inlinable package var subject: String? { stored.facts.subject }
    /// The call that it stands for; nil for what is written.
    @inlinable package var call: Call? { stored.facts.call }
    /// Who of several people wrote it; nil where there is but one, or where it is not known.
    @inlinable package var sender: Address? { stored.facts.sender }
    /// How far handing it to the gateway has come.
    @inlinable package var handover: Handover { stored.facts.handover }
    /// Why it failed, in the gateway’s own words.
    @inlinable package var failure: String? { stored.facts.failure }

    package init(
        id: Int, thread: ThreadFacts, content: String, date: Timestamp, direction: MessageDirection,
        status: SendStatus, isRead: Bool, kind: MessageKind, attachments: [MessagePart], subject: String?, call: Call?,
        sender: Address?, handover: Handover, failure: String?
    ) {
        stored = Stored(
            Facts(
                id: id, thread: thread, content: content, date: date, direction: direction, status: status,
                isRead: isRead, kind: kind, attachments: attachments, subject: subject, call: call, sender: sender,
                handover: handover, failure: failure))
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
    @inlinable package var isOfUnnamedGroup: Bool { stored.facts.thread.isUnnamedGroup }

    /// The contact’s name, or those of a group’s members; nil where there is none.
    package var name: String? { contact?.name ?? (members.isEmpty ? nil : members.joined(separator: ", ")) }

    /// The name, or else the address.
    package var displayName: String { name ?? address.text }
}

extension Message {
    /// What is stored of a message.
    @usableFromInline struct Facts: Hashable, Sendable {
        @usableFromInline let id: Int
        @usableFromInline let thread: ThreadFacts
        @usableFromInline let content: String
        @usableFromInline let date: Timestamp
        @usableFromInline let direction: MessageDirection
        @usableFromInline let status: SendStatus
        @usableFromInline let isRead: Bool
        @usableFromInline let kind: MessageKind
        @usableFromInline let attachments: [MessagePart]
        @usableFromInline let subject: String?
        @usableFromInline let call: Call?
        @usableFromInline let sender: Address?
        @usableFromInline let handover: Handover
        @usableFromInline let failure: String?
    }

    /// The facts, which copies of a message share: lists copy messages often, and there are fourteen of them.
    @usableFromInline final class Stored: Hashable, Sendable {
        @usableFromInline let facts: Facts

        init(_ facts: Facts) { self.facts = facts }

        @usableFromInline static func == (first: Stored, second: Stored) -> Bool {
            first === second || first.facts == second.facts
        }

        @usableFromInline func hash(into hasher: inout Hasher) { facts.hash(into: &hasher) }
    }
}

extension Message: CustomStringConvertible {
    /// All that is known of it, for tests and debugging.
    package var description: String { "\(stored.facts) \(members)" }
}

/// By which service a message travelled.
package enum MessageKind: Int, Hashable, Sendable, CaseIterable {
    /// A short message: text only.
    case sms = 0
    /// A multimedia message: text, pictures and the like, also to groups.
    case mms = 1
    /// A call, which has no text.
    case call = 2
}

/// Which way a message went.
package enum MessageDirection: Int, Hashable, Sendable, CaseIterable {
    /// From the other end to the user.
    case incoming = 0
    /// From the user to the other end.
    case outgoing = 1
}
