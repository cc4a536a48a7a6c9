// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing in full, to be read from its beginning to its end, or the beginning of it.
public struct DocumentView: Hashable, Sendable, Codable {
    /// What stands in the border, and above the text where there is no room for it.
    public let title: String
    /// The blocks, in parts that change apart from each other: a part that stays the same is not laid out again.
    public let parts: [[Block]]
    /// Whether these are all blocks that there are.
    public let isWhole: Bool

    /// A document of these parts.
    public init(title: String, parts: [[Block]], isWhole: Bool = true) {
        self.title = title
        self.parts = parts
        self.isWhole = isWhole
    }
}
