// SPDX-License-Identifier: GPL-3.0-or-later

import Stores
import Synchronization

/// The feeds of the stores on one system, each of which has changes of its own kind.
final class ChangeFeeds: Sendable {
    private struct Entry: Sendable {
        let feed: any Sendable
        let postUnknown: @Sendable () -> Void
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The feed of this store, made on first use; always asked for with the same kind of changes.
    func feed<Change>(of store: String) -> ChangeFeed<Change> {
        entries.withLock { entries in
            if let feed = entries[store]?.feed as? ChangeFeed<Change> { return feed }
            let feed = ChangeFeed<Change>()
            entries[store] = Entry(feed: feed) { feed.post(.unknown) }
            return feed
        }
    }

    /// Tells the observers of every store that anything may have changed.
    func postUnknown() {
        for entry in entries.withLock({ Array($0.values) }) { entry.postUnknown() }
    }
}
