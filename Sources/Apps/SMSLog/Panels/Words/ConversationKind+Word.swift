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
        case .pinned: Strings.threadsKindPinned
        case .muted: Strings.threadsKindMuted
        case .archived: Strings.threadsKindArchived
        case .blocked: Strings.threadsKindBlocked
        }
    }

    /// What is said where there is none.
    ///
    /// - Parameter counts: How many there are of each kind, as far as it is known.
    func whenEmpty(_ counts: [ConversationKind: Int]) -> LocalizedText {
        guard self == .all else { return Strings.threadsNoneOfKind }
        let putAway = counts[.archived, default: 0] + counts[.blocked, default: 0]
        return putAway > 0 ? Strings.threadsPutAway : Strings.threadsNone
    }

    /// What rows of its list have, so that they need not say it.
    var known: ConversationMarks {
        switch self {
        case .muted: .muted
        case .archived: .archived
        case .blocked: .blocked
        case .all, .unread, .people, .unknown, .services, .groups, .pinned: []
        }
    }

    /// The kinds of those that are in the list.
    static let listed: [ConversationKind] = [.all, .unread, .people, .unknown, .services, .groups]
}
