// SPDX-License-Identifier: GPL-3.0-or-later

/// Which conversations are meant; apart from the first two, each conversation is of exactly one kind.
package enum ConversationKind: String, Hashable, Sendable, CaseIterable {
    /// All of them.
    case all
    /// Those with a message that the user has not seen.
    case unread
    /// Those with somebody who has a name.
    case people
    /// Those with somebody who has none.
    case unknown
    /// Those with a short code, or with a name that sends.
    case services
    /// Those with several people.
    case groups

    /// Whether a conversation is meant.
    package func contains(_ conversation: Conversation) -> Bool {
        switch self {
        case .all: true
        case .unread: conversation.unread > 0
        case .people: conversation.address.isPersonal && conversation.contact != nil
        case .unknown: conversation.address.isPersonal && conversation.contact == nil
        case .services: !conversation.address.isPersonal && !conversation.address.isGroup
        case .groups: conversation.address.isGroup
        }
    }
}
