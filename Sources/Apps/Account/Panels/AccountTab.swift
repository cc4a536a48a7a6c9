// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The tabs of the app; the raw value is what a user types.
enum AccountTab: String, CaseIterable {
    /// What the account says of its user.
    case profile
    /// Where the user is logged in.
    case sessions

    var title: LocalizedText {
        switch self {
        case .profile: Strings.tabProfile
        case .sessions: Strings.tabSessions
        }
    }
}
