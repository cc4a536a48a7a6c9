// SPDX-License-Identifier: GPL-3.0-or-later

/// The entries at an app’s side: the parts of its data, each with the action that shows it.
public struct SidebarView: Hashable, Sendable, Codable {
    /// The text in the border.
    public let title: String
    /// The entries, from top to bottom.
    public let entries: [Entry]

    /// A sidebar of these entries.
    public init(title: String, entries: [Entry]) {
        self.title = title
        self.entries = entries
    }

    /// Something that an app can show.
    public struct Entry: Hashable, Sendable, Codable, Identifiable {
        /// The id, which it keeps while others come and go.
        public let id: String
        /// The text that the user reads.
        public let text: String
        /// The number of its items; `nil` if they are not counted.
        public let count: Int?
        /// Whether it is what the app shows now.
        public let isCurrent: Bool
        /// The action that shows it.
        public let action: Action

        /// An entry with these facts; its text is its id unless there is another.
        public init(_ text: String, id: String? = nil, count: Int? = nil, isCurrent: Bool, action: Action) {
            self.id = id ?? text
            self.text = text
            self.count = count
            self.isCurrent = isCurrent
            self.action = action
        }
    }
}
