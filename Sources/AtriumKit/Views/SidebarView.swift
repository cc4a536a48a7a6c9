// SPDX-License-Identifier: GPL-3.0-or-later

/// What an app offers at its side: the parts of what it has, each with what shows it.
public struct SidebarView: Hashable, Sendable, Codable {
    /// What stands in the border.
    public let title: String
    /// What there is, from top to bottom.
    public let entries: [Entry]

    /// A sidebar of these entries.
    public init(title: String, entries: [Entry]) {
        self.title = title
        self.entries = entries
    }

    /// Something that an app can show.
    public struct Entry: Hashable, Sendable, Codable, Identifiable {
        /// What tells it from the others, also while they come and go.
        public let id: String
        /// What a user reads.
        public let text: String
        /// How many things there are behind it; nil where that is not counted.
        public let count: Int?
        /// Whether it is what the app shows now.
        public let isCurrent: Bool
        /// What shows it.
        public let action: Action

        /// An entry of these facts.
        ///
        /// - Parameter id: What tells it from the others; nil where its text does.
        public init(_ text: String, id: String? = nil, count: Int? = nil, isCurrent: Bool, action: Action) {
            self.id = id ?? text
            self.text = text
            self.count = count
            self.isCurrent = isCurrent
            self.action = action
        }
    }
}
