// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

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

/// What the user has said of a conversation, and begun to write there.
package struct ConversationState: Codable, Hashable, Sendable {
    /// What the user has said of it.
    package let marks: ConversationMarks
    /// What the user has begun to write.
    package let draft: ConversationDraft?

    package init(marks: ConversationMarks = [], draft: ConversationDraft? = nil) {
        self.marks = marks
        self.draft = draft
    }

    /// What one conversation has that is made of several: the marks of all of them, but it is archived where all are that
    /// have messages; drafts are put one below the other.
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
    /// The same where nothing is pinned and out of the list at once.
    package var listed: ConversationMarks { isDisjoint(with: [.archived, .blocked]) ? self : subtracting(.pinned) }
}

/// What the user has said of a conversation, whatever messages are in it.
///
/// The numbers are stored.
package struct ConversationMarks: OptionSet, Codable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Out of the list until something new comes.
    package static let archived = ConversationMarks(rawValue: 1)
    /// Above the others in the list.
    package static let pinned = ConversationMarks(rawValue: 2)
    /// Nobody is told of what comes in.
    package static let muted = ConversationMarks(rawValue: 4)
    /// Out of the list; what comes in is kept, and never counts as not seen.
    package static let blocked = ConversationMarks(rawValue: 8)

    /// Those with which the user is not told of messages that are not seen.
    package static let silent: ConversationMarks = [.archived, .muted, .blocked]

    /// Whether something new brings the conversation back into the list.
    package var comesBack: Bool { contains(.archived) && isDisjoint(with: [.muted, .blocked]) }

    /// Where the list of conversations has one: those of the greatest number come first.
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

    /// Where the list of conversations has one with these.
    package var place: Place {
        contains(.blocked) ? .blocked : contains(.archived) ? .archived : contains(.pinned) ? .top : .listed
    }
}

/// What a user does with whole conversations; the raw value is the name of the command.
package enum ConversationMarking: String, CaseIterable, Sendable {
    case archive, unarchive, pin, unpin, mute, unmute, block, unblock

    /// What the user has said of a conversation after this.
    ///
    /// Nothing is pinned and out of the list at once.
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

/// A text that the user has begun to write to somebody, and not sent.
///
/// It is no message: it has no number, and no query finds it.
package struct ConversationDraft: Codable, Hashable, Sendable {
    /// What there is of it.
    package let text: String
    /// When it was kept last.
    package let savedAt: Timestamp

    package init(text: String, savedAt: Timestamp) {
        self.text = text
        self.savedAt = savedAt
    }

    /// Its first line.
    package var firstLine: String { String(text.prefix { !$0.isNewline }) }
}

/// The conversations that a reader is asked for.
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
    /// The number of the message that came last, which may be gone; 0 before the first one.
    package let last: Int
    /// How many messages wait for the user: those not seen, in conversations that are neither archived, muted nor blocked.
    package let unread: Int
    /// How many conversations there are of each kind; nil where there are more than were to be counted.
    package let conversations: [ConversationKind: Int]?

    package init(last: Int, unread: Int, conversations: [ConversationKind: Int]?) {
        self.last = last
        self.unread = unread
        self.conversations = conversations
    }
}

/// Which conversations are meant.
///
/// Each is either in the list, archived or blocked; those in the list are of exactly one of the kinds from `people` to
/// `groups`.
package enum ConversationKind: String, Hashable, Sendable, CaseIterable {
    /// All in the list.
    case all
    /// Those with a message that the user has not seen.
    case unread
    /// Those with somebody who has a name.
    case people
    /// Those with somebody who has none.
    case unknown
    /// Those with a short code, or with a name that sends; where people chat under names these are people.
    case services
    /// Those with several people.
    case groups
    /// Conversations with a person of the corporate book.
    case corporate
    /// Those that stand above the others.
    case pinned
    /// Those of which nobody is told; archived ones too.
    case muted
    /// Those out of the list until something new comes.
    case archived
    /// Those out of the list.
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

    /// Where all conversations of the kind are; nil where some are elsewhere than others.
    package var place: ConversationMarks.Place? {
        switch self {
        case .pinned: .top
        case .archived: .archived
        case .blocked: .blocked
        case .all, .unread, .people, .unknown, .services, .groups, .corporate, .muted: nil
        }
    }

    /// Of which kind from `people` to `groups` a conversation is; the rule is here alone, and stores ask it.
    ///
    /// - Parameters:
    ///   - form: What the address looks like.
    ///   - isOfSeveral: Whether its messages show that several people are at the other end.
    ///   - isOfChat: Whether the newest message is of a chat, where people have names.
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

    /// Whether a conversation is of this kind, wherever it is.
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
