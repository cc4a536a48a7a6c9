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
        }
    }

    /// What is said where there is none.
    var whenEmpty: LocalizedText { self == .all ? Strings.threadsNone : Strings.threadsNoneOfKind }
}
