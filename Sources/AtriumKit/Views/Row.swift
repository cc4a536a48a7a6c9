// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal

/// A row of a list: one thing.
public struct Row: Hashable, Sendable, Codable, Identifiable {
    /// The id of the item, which it keeps while others come and go.
    public let id: String
    /// The text before the title, in a column of its own, such as a number.
    public var lead = ""
    /// Signs before the title, which is cut before they are, such as a star.
    public var sign = ""
    /// The title that the user knows.
    public var title: StyledText
    /// The text after the title, which is cut before this is, such as the number of new parts of the item.
    public var badge = StyledText()
    /// The text beside the title.
    public var detail = StyledText()
    /// The text at the right, such as a date; it is not cut, and is left out if the title would have no room.
    public var trailing = ""
    /// A line of the item, below the title: the place of a match.
    public var excerpt = StyledText()
    /// Whether it is open.
    public var isOpen = false
    /// The action that opens it; `nil` if it cannot be opened.
    public var action: Action?

    /// A row of a thing.
    public init(id: String, title: StyledText, action: Action? = nil) {
        self.id = id
        self.title = title
        self.action = action
    }
}
