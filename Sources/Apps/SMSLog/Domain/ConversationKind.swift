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
        case .all, .unread, .people, .unknown, .services, .groups, .muted: nil
        }
    }

    /// Whether a conversation is of this kind, wherever it is.
    package func describes(_ conversation: Conversation) -> Bool {
        let (isOfOne, isPerson) = (!conversation.isGroup, conversation.isNamedPerson)
        return switch self {
        case .unread: conversation.unread > 0
        case .people: isOfOne && (isPerson || conversation.address.isPersonal && conversation.contact != nil)
        case .unknown: isOfOne && !isPerson && conversation.address.isPersonal && conversation.contact == nil
        case .services: isOfOne && !isPerson && !conversation.address.isPersonal
        case .groups: conversation.isGroup
        case .muted: conversation.marks.contains(.muted)
        case .all, .pinned, .archived, .blocked: true
        }
    }
}
