// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// The last things that commands said on the screen, and that happened beside them.
public struct MessageLog: Sendable {
    /// One of them.
    public struct Entry: Sendable {
        /// When it happened.
        public let date: Timestamp
        /// What happened, in the language of that moment.
        public let text: String
    }

    /// The entries, the oldest first.
    public private(set) var entries: [Entry] = []
    private static let limit = 100
    private var user: UserID?

    /// Forgets everything when another user comes: what was said to one is nobody else’s.
    mutating func loginDidChange(to login: LoginState) {
        if let user, login.user != user { entries = [] }
        user = login.user
    }

    mutating func add(_ text: String, at date: Timestamp) {
        entries.append(Entry(date: date, text: text))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
