// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The last things that commands said on the screen, and that happened beside them.
@MainActor
final class MessageLog {
    /// One of them.
    struct Entry {
        /// When it happened.
        let date: Timestamp
        /// What happened, in the language of that moment.
        let text: String
    }

    /// The entries, the oldest first.
    private(set) var entries: [Entry] = []
    private static let limit = 100
    private var user: UserID?

    /// Forgets everything when another user comes: what was said to one is nobody else’s.
    func loginDidChange(to login: LoginState) {
        if let user, login.user != user { entries = [] }
        user = login.user
    }

    func add(_ text: String, at date: Timestamp) {
        entries.append(Entry(date: date, text: text))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
