// SPDX-License-Identifier: GPL-3.0-or-later

/// The ways of drawing text that are not colours (ECMA-48, Select Graphic Rendition).
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits, one an attribute.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier strokes.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter strokes.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
    /// The cell is a part of a link, which the canvas knows; no rendition of its own.
    static let link = Attributes(rawValue: 32)
    /// The colours are those of a picture, which no theme changes; no rendition of its own.
    public static let exact = Attributes(rawValue: 64)
}
