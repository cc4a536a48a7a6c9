// SPDX-License-Identifier: GPL-3.0-or-later

/// How a cell is drawn: its colours and attributes.
public struct Style: Hashable, Sendable {
    /// The colour of the text; `nil` is the terminal's own.
    public var foreground: Color?
    /// The colour behind the text; `nil` is the terminal's own.
    public var background: Color?
    /// Bold, underlined and so on.
    public var attributes: Attributes

    /// Makes a style; what is left out is the terminal's own.
    public init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// No colour and no attribute.
    public static let plain = Style()
    /// Bold text in the terminal's colour.
    public static let bold = Style(attributes: .bold)
    /// Faint text in the terminal's colour.
    public static let dim = Style(attributes: .dim)
    /// Foreground and background exchanged: what is selected.
    public static let reverse = Style(attributes: .reverse)
}
