// SPDX-License-Identifier: GPL-3.0-or-later

/// One column of one row: a grapheme, or the right half of the wide one before it.
public struct Cell: Hashable, Sendable {
    /// The grapheme; meaningless (a blank) in a continuation.
    public let character: Character
    /// Columns taken from here on: 1, 2 for a wide grapheme, 0 for the continuation that follows a wide one.
    public let width: Int
    /// Colours and attributes.
    public let style: Style

    init(character: Character, width: Int, style: Style) {
        self.character = character
        self.width = width
        self.style = style
    }

    /// The grapheme as text, empty in a continuation.
    public var text: String { width == 0 ? "" : String(character) }

    /// A blank in the terminal's own colours.
    public static let blank = Cell(character: " ", width: 1, style: .plain)
}
