// SPDX-License-Identifier: GPL-3.0-or-later

/// The tabs of an app, and which of them is shown.
public struct TabsView: Hashable, Sendable, Codable {
    /// The tabs, in order.
    public let tabs: [Tab]
    /// The key of the displayed one; another text if none is, as beside what a search has found.
    public let selected: String

    /// Tabs, one of which is displayed at most.
    public init(_ tabs: [Tab], selected: String) {
        self.tabs = tabs
        self.selected = selected
    }

    /// The displayed tab.
    package var current: Tab? { tabs.first { $0.key == selected } }

    /// The tab `distance` positions away, wrapping around, or from none the first or the last one; `nil` if there is no other.
    package func tab(at distance: Int) -> Tab? {
        guard let index = tabs.firstIndex(where: { $0.key == selected }) else {
            return distance < 0 ? tabs.last : tabs.first
        }
        guard tabs.count > 1 else { return nil }
        return tabs[(index + distance % tabs.count + tabs.count) % tabs.count]
    }

    /// One tab.
    public struct Tab: Hashable, Sendable, Codable {
        /// The key that the user types.
        public let key: String
        /// The title that the user reads.
        public let title: String

        /// A tab of this key and title.
        public init(key: String, title: String) {
            self.key = key
            self.title = title
        }
    }
}
