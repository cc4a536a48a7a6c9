// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of a list: one thing.
public struct Row: Hashable, Sendable, Codable, Identifiable {
    /// What tells the thing from the others, also while they come and go.
    public let id: String
    /// What stands before the title, in a column of its own, such as a number.
    public var lead = ""
    /// Signs before the title, which is cut rather than they are, such as a star.
    public var sign = ""
    /// What a user knows the thing by.
    public var title: StyledText
    /// What stands behind the title, which is cut rather than this is, such as how much of the thing is new.
    public var badge = StyledText()
    /// What stands beside the title.
    public var detail = StyledText()
    /// What stands at the right, such as a date; it is not cut, and is left out where the title would have no room.
    public var trailing = ""
    /// A line of the thing, below the title: where something was found.
    public var excerpt = StyledText()
    /// Whether it is open.
    public var isOpen = false
    /// What opens it; nil where it cannot be opened.
    public var action: Action?

    /// How many lines it takes: one for its title, and one for its excerpt where it has any.
    ///
    /// - Parameter hasExcerpts: Whether there is room for excerpts at all.
    func height(withExcerpts hasExcerpts: Bool) -> Int { hasExcerpts && !excerpt.text.isEmpty ? 2 : 1 }

    /// A row of a thing.
    public init(id: String, title: StyledText, action: Action? = nil) {
        self.id = id
        self.title = title
        self.action = action
    }
}
