// SPDX-License-Identifier: GPL-3.0-or-later

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
