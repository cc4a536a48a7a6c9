// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

extension ConversationKind {
    /// What a user reads.
    var title: LocalizedText {
        switch self {
        case .all: Strings.threadsKindAll
        case .unread: Strings.threadsKindUnread
        case .people: Strings.threadsKindPeople
        case .unknown: Strings.threadsKindUnknown
        case .services: Strings.threadsKindServices
        case .groups: Strings.threadsKindGroups
        case .corporate: Strings.threadsKindCorporate
        case .pinned: Strings.threadsKindPinned
        case .muted: Strings.threadsKindMuted
        case .archived: Strings.threadsKindArchived
        case .blocked: Strings.threadsKindBlocked
        }
    }

    /// What is said where there is none.
    ///
    /// - Parameters:
    ///   - counts: How many there are of each kind, as far as it is known.
    ///   - origin: Where they would be from.
    func whenEmpty(_ counts: [ConversationKind: Int], in origin: MessageOrigin) -> LocalizedText {
        guard self == .all else { return Strings.threadsNoneOfKind }
        let putAway = counts[.archived, default: 0] + counts[.blocked, default: 0]
        guard putAway == 0 else { return Strings.threadsPutAway }
        return switch origin {
        case .store(.system): Strings.threadsNone
        case .store: Strings.threadsNoneInStore
        case .look: Strings.threadsNoneInFile
        }
    }

    /// What rows of its list have, so that they need not say it.
    var known: ConversationMarks {
        switch self {
        case .muted: .muted
        case .archived: .archived
        case .blocked: .blocked
        case .all, .unread, .people, .unknown, .services, .groups, .corporate, .pinned: []
        }
    }

    /// The kinds of those that are in the list.
    static let listed: [ConversationKind] = [.all, .unread, .people, .unknown, .services, .groups]
}
