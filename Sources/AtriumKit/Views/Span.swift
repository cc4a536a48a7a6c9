// SPDX-License-Identifier: GPL-3.0-or-later

/// A piece of text with the same marks.
public struct Span: Hashable, Sendable, Codable {
    /// The text.
    public internal(set) var text: String
    /// How it stands out.
    public let marks: Marks
    /// Where it leads; nil for nowhere.
    public let link: SpanLink?

    /// A piece of text.
    public init(_ text: String, _ marks: Marks = [], link: SpanLink? = nil) {
        self.text = text
        self.marks = marks
        self.link = link
    }
}
