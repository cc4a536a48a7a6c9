// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
package import AtriumStores

/// A stored message, as anyone may read it.
///
/// Its facts can be read without a call: lists ask for them a thousand times a page.
package struct Message: Hashable, Sendable, Identifiable {
    @usableFromInline let stored: Stored
    /// The names of the members of a group without a name of its own; empty for others, and if they were not requested.
    package var members: [String] = []

    /// The short number that lists show; never used again.
    @inlinable package var id: Int { stored.facts.id }
    /// The other end.
    @inlinable package var address: Address { stored.facts.thread.address }
    /// The text.
    @inlinable package var content: String { stored.facts.content }
    /// The date at which it was sent or received.
    @inlinable package var date: Timestamp { stored.facts.date }
    @inlinable package var direction: MessageDirection { stored.facts.direction }
    @inlinable package var status: SendStatus { stored.facts.status }
    /// Whether the user has seen it; true for outgoing ones.
    @inlinable package var isRead: Bool { stored.facts.isRead }
    /// The service by which it travelled.
    @inlinable package var kind: MessageKind { stored.facts.kind }
    /// The contact at the other end as it is now; `nil` if there is none.
    @inlinable package var contact: Contact? { stored.facts.thread.contact }
    /// The user’s marks on its conversation.
    @inlinable package var marks: ConversationMarks { stored.facts.thread.marks }
    /// The parts that are not text.
    @inlinable package var attachments: [MessagePart] { stored.facts.attachments }
    /// The subject, apart from the text.
    @inlinable package var subject: String? { stored.facts.subject }
    /// The call that it stands for; `nil` for a written message.
    @inlinable package var call: Call? { stored.facts.call }
    /// The sender among several people; `nil` if there is only one, or if it is not known.
    @inlinable package var sender: Address? { stored.facts.sender }
    /// The state of the handover to the gateway.
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

    /// The identity by which the same message is recognized.
    package var identity: MessageIdentity {
        MessageIdentity(
            address: address, date: date, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments)
    }

    /// The origin of the contact.
    package var contactKind: ContactKind { contact?.kind ?? .unknown }

    /// Whether it is of a group that has no name of its own.
    @inlinable package var isOfUnnamedGroup: Bool { stored.facts.thread.isUnnamedGroup }

    /// The contact’s name, or those of a group’s members; `nil` if there is none.
    package var name: String? { contact?.name ?? (members.isEmpty ? nil : members.joined(separator: ", ")) }

    /// The name, or else the address.
    package var displayName: String { name ?? address.text }
}

extension Message {
    /// The stored fields of a message.
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

/// The service by which a message travelled.
package enum MessageKind: Int, Codable, Hashable, Sendable, CaseIterable {
    /// A short message: text only.
    case sms = 0
    /// A multimedia message: text, pictures and the like, also to groups.
    case mms = 1
    /// A call, which has no text.
    case call = 2
}

package enum MessageDirection: Int, Codable, Hashable, Sendable, CaseIterable {
    /// From the other end to the user.
    case incoming = 0
    /// From the user to the other end.
    case outgoing = 1
}

/// Queries on a list of messages.
///
/// They access messages by index: a loop over the elements copies each.
extension [Message] {
    /// Whether of one of them it is known who of several people wrote it.
    package var haveSenders: Bool { indices.contains { self[$0].sender != nil } }

    /// The senders, if several people wrote them.
    package var senders: Set<Address> { haveSenders ? Set(lazy.compactMap(\.sender)) : [] }

    /// Whether one of them is of a group that has no name of its own.
    package var areOfUnnamedGroup: Bool { indices.contains { self[$0].isOfUnnamedGroup } }

    /// The numbers of those that the user has not seen.
    package var unread: [Message.ID] { indices.filter { !self[$0].isRead }.map { self[$0].id } }
}

/// The details of a message: most files have some of them, and no conversation shows them.
package struct MessageDetails: Codable, Hashable, Sendable {
    /// The date at which the other end sent it.
    package var sent: Timestamp?
    /// The date at which it arrived at the other end.
    package var delivered: Timestamp?
    /// The card or the account that it came or went by, in the words of the file.
    package var sim: String?
    /// The number of the network’s centre that passed it on.
    package var centre: String?
    /// The network’s name for it.
    package var networkID: String?
    /// Whether it is protected from being removed.
    package var isLocked = false
    /// Whether its file has no date for it: its date only gives its place in the file.
    package var isUndated = false
    /// Whether that was so, until another file said when it was.
    package var wasUndated = false

    package init() {}

    /// The value in place of a card for chats, whose names may be no numbers.
    package static let signal = "Signal"
    package static let whatsApp = "WhatsApp"
    /// All of these.
    package static let chats = [signal, whatsApp]

    package var isOfChat: Bool { sim.map(Self.chats.contains) ?? false }

    /// The details, with missing ones filled from others; a protection stays, and whether it
    /// has a date is for the file that it came from to say.
    package func filled(from other: MessageDetails) -> MessageDetails {
        var details = self
        details.sent = sent ?? other.sent
        details.delivered = delivered ?? other.delivered
        details.sim = sim ?? other.sim
        details.centre = centre ?? other.centre
        details.networkID = networkID ?? other.networkID
        details.isLocked = isLocked || other.isLocked
        return details
    }
}

/// The fields of a stored message that no conversation shows: the names its file and its gateway use, and its details.
///
/// It is read for one message at a time, so that lists need not read it.
package struct MessageBackground: Hashable, Sendable {
    /// The other end as it was written when the message came; `nil` if that is the address.
    package let rawAddress: String?
    /// The name that the imported file gave the other end.
    package let importedName: String?
    /// The gateway’s name for it, by which delivery reports find it.
    package let reference: String?
    package let details: MessageDetails

    package init(
        rawAddress: String? = nil, importedName: String? = nil, reference: String? = nil,
        details: MessageDetails = MessageDetails()
    ) {
        self.rawAddress = rawAddress
        self.importedName = importedName
        self.reference = reference
        self.details = details
    }
}

/// All stored fields of a message that a conversation does not show.
package struct MessageContents: Hashable, Sendable {
    /// The names that its file and its gateway use, and its details.
    package let background: MessageBackground
    /// All parts of a multimedia message, in their order.
    package let parts: [MessagePart]
    /// The participants that a multimedia message names, in their order.
    package let participants: [Participant]

    package init(background: MessageBackground, parts: [MessagePart], participants: [Participant]) {
        self.background = background
        self.parts = parts
        self.participants = participants
    }
}

/// A part of a multimedia message, without its bytes: those are requested by their digest.
package struct MessagePart: Codable, Hashable, Sendable {
    /// The name of the part’s file; `nil` if it has none.
    package let name: String?
    /// The media type, such as `image/jpeg`, with its parameters.
    package let contentType: String
    /// The size of the data in bytes; 0 for a part that came without them.
    package let size: Int
    /// The digest of the data; `nil` if they did not come.
    package let digest: Digest?
    /// The text of a part that is one; `nil` for any other.
    package let text: String?

    /// A part of these facts.
    package init(name: String?, contentType: String, size: Int = 0, digest: Digest? = nil, text: String? = nil) {
        self.name = name
        self.contentType = contentType
        self.size = size
        self.digest = digest
        self.text = text
    }

    /// The type and subtype, as they are compared: without regard to case, without parameters (RFC 2045, section 5.1).
    package var mediaType: String {
        let type = contentType.prefix { $0 != ";" }
        return String(type.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }).lowercased()
    }

    /// Whether it is how the parts are laid out on a phone’s screen.
    package var isLayout: Bool { mediaType == "application/smil" }

    /// Whether it names a file of text that came without any.
    package var isEmptyFile: Bool { name != nil && text == nil && size == 0 && !isLayout }

    /// Whether nothing is known of it but that there was a file, which its export left out.
    package var isLeftOut: Bool { name == nil && digest == nil && size == 0 && mediaType == "application/octet-stream" }

    /// Whether it is shown as a file, and not as the message’s text alone.
    package var isAttachment: Bool {
        switch mediaType {
        case "application/smil": false
        case "text/plain": text == nil && size > 0
        default: true
        }
    }
}

/// A call, which stands among the messages of a conversation.
package struct Call: Codable, Hashable, Sendable {
    /// The outcome; the numbers are those of Android.
    package enum Outcome: Int, Codable, Hashable, Sendable, CaseIterable {
        /// An incoming call that was answered.
        case answered = 1
        /// A call by the user.
        case made = 2
        /// An incoming call that was not answered.
        case missed = 3
        /// An incoming call that went to the mailbox.
        case voicemail = 4
        /// An incoming call that the user refused.
        case rejected = 5
        /// An incoming call that the phone refused.
        case blocked = 6
    }

    package let outcome: Outcome
    /// The length in seconds.
    package let seconds: Int

    /// The lengths that a call can have, in seconds.
    package static let lengths = 0...1 << 32

    /// - Parameter seconds: The length; one that no call can have is left out.
    package init(_ outcome: Outcome, seconds: Int) {
        self.outcome = outcome
        self.seconds = Self.lengths.contains(seconds) ? seconds : 0
    }
}

/// The facts that all messages with one address have in common; those of a page share one object.
package final class ThreadFacts: Hashable, Sendable {
    /// The address that they were with.
    package let address: Address
    /// The contact of the conversation; `nil` if there is none.
    package let contact: Contact?
    /// The user’s marks on the conversation.
    package let marks: ConversationMarks
    /// Whether it is a group that has no name of its own.
    package let isUnnamedGroup: Bool

    package init(address: Address, contact: Contact?, marks: ConversationMarks) {
        self.address = address
        self.contact = contact
        self.marks = marks
        isUnnamedGroup = contact == nil && address.isGroup
    }

    package static func == (first: ThreadFacts, second: ThreadFacts) -> Bool {
        first === second
            || first.address == second.address && first.contact == second.contact && first.marks == second.marks
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(contact)
        hasher.combine(marks)
    }
}

extension ThreadFacts: CustomStringConvertible {
    /// All of them, for tests and debugging.
    package var description: String { "\(address) \(contact.map { "\($0)" } ?? "-") \(marks)" }
}

/// The status of a message.
package enum SendStatus: Int, Codable, Hashable, Sendable, CaseIterable {
    /// It came in: there is nothing to send.
    case received = 0
    /// It was begun and never sent.
    case draft = 1
    /// It is stored and not yet with the gateway.
    case pending = 2
    /// The gateway has taken it.
    case sent = 3
    /// It has arrived at the other end.
    case delivered = 4
    /// The gateway refused it, or it did not arrive.
    case failed = 5

    /// The statuses of messages that were not sent.
    package static let unsent: [SendStatus] = [.draft, .pending, .failed]
}
