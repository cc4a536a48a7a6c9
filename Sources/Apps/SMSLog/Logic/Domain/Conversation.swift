// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// All messages with one address, as the list of conversations shows them.
package struct Conversation: Hashable, Sendable {
    /// The other end.
    package let address: Address
    /// The contact at the other end; `nil` if there is none.
    package let contact: Contact?
    /// The newest message.
    package let last: Message
    /// The number of messages; at least one.
    package let count: Int
    /// The number of messages that the user has not seen; none count if it is blocked.
    package let unread: Int
    /// The draft that the user has begun, and not sent.
    package let draft: ConversationDraft?
    /// Whether it is with people, a service or a group.
    package let kind: ConversationKind
    /// Whether the newest message is of a chat, in which people have names.
    private let isOfChat: Bool
    /// The names of the members of a group without a name of its own; empty for others, and if they were not requested.
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

    /// Whether the other end is a person who chats under a name.
    package var isNamedPerson: Bool { kind == .people && isOfChat && address.form.isNamed }

    /// The contact’s name, or those of a group’s members; `nil` if there is none.
    package var name: String? { contact?.name ?? (members.isEmpty ? nil : members.joined(separator: ", ")) }

    /// The name, or else the address.
    package var displayName: String { name ?? address.text }

    /// The user’s marks on it.
    package var marks: ConversationMarks { last.marks }
}

/// The user’s marks on a conversation, and its draft.
package struct ConversationState: Codable, Hashable, Sendable {
    package let marks: ConversationMarks
    package let draft: ConversationDraft?

    package init(marks: ConversationMarks = [], draft: ConversationDraft? = nil) {
        self.marks = marks
        self.draft = draft
    }

    /// The state of one conversation made of several: the marks of all of them, but it is archived only if all with
    /// messages are; drafts are put one below the other.
    package init(uniting parts: [(conversation: ConversationState, hasMessages: Bool)]) {
        var marks = parts.reduce(into: ConversationMarks()) { $0.formUnion($1.conversation.marks) }
        if !parts.allSatisfy({ !$0.hasMessages || $0.conversation.marks.contains(.archived) }) {
            marks.remove(.archived)
        }
        let drafts = parts.compactMap(\.conversation.draft).sorted {
            ($0.savedAt, $0.text) < ($1.savedAt, $1.text)
        }
        self.marks = marks.listed
        draft = drafts.last.map {
            ConversationDraft(text: drafts.map(\.text).joined(separator: "\n"), savedAt: $0.savedAt)
        }
    }
}

extension ConversationMarks {
    /// The same marks, but none that is pinned and archived at once.
    package var listed: ConversationMarks { contains(.archived) ? subtracting(.pinned) : self }
}

/// The user’s marks on a conversation, independent of its messages.
///
/// The numbers are stored.
package struct ConversationMarks: OptionSet, Codable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Out of the list until something new comes.
    package static let archived = ConversationMarks(rawValue: 1)
    /// Above the others in the list.
    package static let pinned = ConversationMarks(rawValue: 2)
    /// Incoming messages are not announced.
    package static let muted = ConversationMarks(rawValue: 4)
    /// Out of the list; new messages are kept, and never count as not seen.
    package static let blocked = ConversationMarks(rawValue: 8)

    /// The marks with which unseen messages are not announced to the user.
    package static let silent: ConversationMarks = [.archived, .muted, .blocked]

    /// Whether something new brings the conversation back into the list.
    package var comesBack: Bool { contains(.archived) && isDisjoint(with: [.muted, .blocked]) }

    /// The place in the list of conversations: the greatest number comes first.
    package enum Place: Int, Sendable {
        /// Among the blocked ones.
        case blocked = -1
        /// Among the archived ones.
        case archived = 0
        /// In the list.
        case listed = 1
        /// At the top of the list.
        case top = 2
    }

    /// The place in the list of conversations with these marks.
    package var place: Place {
        contains(.blocked) ? .blocked : contains(.archived) ? .archived : contains(.pinned) ? .top : .listed
    }
}

/// A marking of whole conversations; the raw value is the name of the command.
package enum ConversationMarking: String, CaseIterable, Sendable {
    case archive, unarchive, pin, unpin, mute, unmute, block, unblock

    /// Returns the marks of a conversation after this marking.
    ///
    /// No conversation is pinned and archived at once; one that is blocked is at the top again once it is not.
    package func marks(after before: ConversationMarks) -> ConversationMarks {
        switch self {
        case .archive: before.union(.archived).subtracting(.pinned)
        case .unarchive: before.subtracting(.archived)
        case .pin: before.union(.pinned).subtracting(.archived)
        case .unpin: before.subtracting(.pinned)
        case .mute: before.union(.muted)
        case .unmute: before.subtracting(.muted)
        case .block: before.union(.blocked).subtracting(.pinned)
        case .unblock: before.subtracting(.blocked)
        }
    }
}

/// A text that the user has begun to write to a recipient, and not sent.
///
/// It is no message: it has no number, and no query finds it.
package struct ConversationDraft: Codable, Hashable, Sendable {
    /// The text so far.
    package let text: String
    /// The date at which it was last kept.
    package let savedAt: Timestamp

    package init(text: String, savedAt: Timestamp) {
        self.text = text
        self.savedAt = savedAt
    }

    package var firstLine: String { String(text.prefix { !$0.isNewline }) }
}

/// The requested conversations.
package enum ConversationKey: Hashable, Sendable {
    /// Those of a kind, pinned ones first, then those with the newest messages: those that come after one, as it was when
    /// it was read, or the first ones.
    case listed(ConversationKind, after: Conversation?)
    /// The one of an address, if it has messages.
    case with(Address)
    /// All whose address is the name of a group or of a person in a chat, by address.
    case namedChats
}

/// The numbers that the list of conversations shows.
package struct MessageCounts: Hashable, Sendable {
    /// The number of messages that wait for the user: unseen ones, in conversations not archived, muted or blocked.
    package let unread: Int
    /// The number of conversations of each kind; `nil` if there are more than the limit of the count.
    package let conversations: [ConversationKind: Int]?

    package init(unread: Int, conversations: [ConversationKind: Int]?) {
        self.unread = unread
        self.conversations = conversations
    }
}

/// The kind of a conversation.
///
/// Each is either in the list, archived or blocked; those in the list are of exactly one of the kinds from `people` to
/// `groups`.
package enum ConversationKind: String, Hashable, Sendable, CaseIterable {
    /// All in the list.
    case all
    /// With a message that the user has not seen.
    case unread
    /// With a person who has a name.
    case people
    /// With a number that has none.
    case unknown
    /// With a short code, or with a name that sends; where people chat under names these are people.
    case services
    /// With several people.
    case groups
    /// Conversations with a person of the corporate book.
    case corporate
    /// Above the others.
    case pinned
    /// Muted, archived ones too.
    case muted
    /// Out of the list until a new message comes.
    case archived
    /// Out of the list.
    case blocked

    /// The kinds that have all conversations among them, each once.
    package static let parts: [ConversationKind] = [.all, .archived, .blocked]

    /// Whether a conversation is meant.
    package func contains(_ conversation: Conversation) -> Bool {
        let marks = conversation.marks
        if let place { return marks.place == place }
        if self == .muted { return marks.contains(.muted) && marks.place != .blocked }
        return marks.isDisjoint(with: [.archived, .blocked]) && describes(conversation)
    }

    /// The place of all conversations of the kind; `nil` if they are in different places.
    package var place: ConversationMarks.Place? {
        switch self {
        case .pinned: .top
        case .archived: .archived
        case .blocked: .blocked
        case .all, .unread, .people, .unknown, .services, .groups, .corporate, .muted: nil
        }
    }

    /// The kind from `people` to `groups` of a conversation; the rule is here alone, and stores ask it.
    ///
    /// - Parameters:
    ///   - form: The form of the address.
    ///   - isOfSeveral: Whether its messages show that several people are at the other end.
    ///   - isOfChat: Whether the newest message is of a chat, in which people have names.
    ///   - hasContact: Whether there is a contact.
    package init(_ form: AddressForm, isOfSeveral: Bool, isOfChat: Bool, hasContact: Bool) {
        self =
            if form == .group || form.isNamed && isOfSeveral {
                .groups
            } else if form.isNamed && isOfChat {
                .people
            } else if !form.isPersonal {
                .services
            } else {
                hasContact ? .people : .unknown
            }
    }

    /// Whether a conversation is of this kind, in any place.
    package func describes(_ conversation: Conversation) -> Bool {
        switch self {
        case .unread: conversation.unread > 0
        case .people, .unknown, .services, .groups: conversation.kind == self
        case .corporate: conversation.contact?.kind == .corporate
        case .muted: conversation.marks.contains(.muted)
        case .all, .pinned, .archived, .blocked: true
        }
    }
}
