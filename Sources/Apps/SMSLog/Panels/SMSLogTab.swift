// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// What the app’s main part shows.
enum SMSLogTab: String, CaseIterable, Sendable {
    /// The conversations.
    case threads
    /// The conversation that is open.
    case messages
    /// The contacts.
    case contacts

    var title: LocalizedText {
        switch self {
        case .threads: Strings.tabThreads
        case .messages: Strings.tabMessages
        case .contacts: Strings.tabContacts
        }
    }
}
