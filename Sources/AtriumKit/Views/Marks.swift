// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// How a piece of text stands out, by what it means: the theme and the app’s colour make a style of it.
public struct Marks: OptionSet, Hashable, Sendable, Codable {
    /// The bits, one a mark.
    public let rawValue: UInt8

    /// Marks of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Important: bold.
    public static let strong = Marks(rawValue: 1)
    /// Stressed: italic.
    public static let stressed = Marks(rawValue: 2)
    /// Of less importance than what is beside it.
    public static let faint = Marks(rawValue: 4)
    /// With a line below.
    public static let underlined = Marks(rawValue: 8)
    /// In the app’s own colour.
    public static let accented = Marks(rawValue: 16)
    /// What was looked for: in the app’s colour, and bold for those who see no colours.
    public static let match = Marks(rawValue: 32)
    /// Where somebody is: as what is selected looks.
    static let reversed = Marks(rawValue: 64)

    /// The style of them, in an app’s colour, or in none.
    func style(accent: Color?) -> Style {
        var attributes: Attributes = []
        if !isDisjoint(with: [.strong, .match]) { attributes.insert(.bold) }
        if contains(.stressed) { attributes.insert(.italic) }
        if contains(.faint), !contains(.match) { attributes.insert(.dim) }
        if contains(.underlined) { attributes.insert(.underline) }
        if contains(.reversed) { attributes.insert(.reverse) }
        return Style(foreground: isDisjoint(with: [.accented, .match]) ? nil : accent, attributes: attributes)
    }
}
