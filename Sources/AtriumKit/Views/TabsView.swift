// SPDX-License-Identifier: GPL-3.0-or-later

/// The tabs of an app, and which of them is shown.
public struct TabsView: Hashable, Sendable, Codable {
    /// The tabs, in order.
    public let tabs: [Tab]
    /// The key of the one that is shown.
    public let selected: String

    /// Tabs, one of which is shown.
    public init(_ tabs: [Tab], selected: String) {
        self.tabs = tabs
        self.selected = selected
    }

    /// The tab that is shown.
    package var current: Tab? { tabs.first { $0.key == selected } }

    /// The tab so many further on, or back with a negative number, round the ends; nil where there is no other.
    package func tab(at distance: Int) -> Tab? {
        guard tabs.count > 1, let index = tabs.firstIndex(where: { $0.key == selected }) else { return nil }
        return tabs[(index + distance % tabs.count + tabs.count) % tabs.count]
    }

    /// One tab.
    public struct Tab: Hashable, Sendable, Codable {
        /// What a user types.
        public let key: String
        /// What a user reads.
        public let title: String

        /// A tab of this key and title.
        public init(key: String, title: String) {
            self.key = key
            self.title = title
        }
    }
}
