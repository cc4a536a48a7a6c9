// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
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
        /// The app in which something waits, where it tells of that.
        let waitingApp: AppID?
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

    /// Adds what happened.
    ///
    /// - Parameter app: The app in which something waits, where it tells of that: the number that was told just before is
    ///   true no more.
    func add(_ text: String, at date: Timestamp, waitingIn app: AppID? = nil) {
        if let app, entries.last?.waitingApp == app { entries.removeLast() }
        entries.append(Entry(date: date, text: text, waitingApp: app))
        if entries.count > Self.limit { entries.removeFirst() }
    }
}
