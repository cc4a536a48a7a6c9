// SPDX-License-Identifier: GPL-3.0-or-later

/// A cell as a canvas stores it: plain data, which is copied without counting references.
struct StoredCell: Hashable, Sendable {
    /// The grapheme’s one scalar; above all scalars, where it stands among the canvas’s `Clusters`.
    let code: UInt32
    /// As `Cell.width`.
    let width: UInt8
    /// Colours and attributes.
    var style: Style

    /// Whether the grapheme is in the canvas’s `Clusters`.
    var isCluster: Bool { code >= Clusters.first }
    /// Whether terminals do not agree on how many columns the grapheme takes: one of several scalars, and an emoji, which
    /// may be newer than the terminal.
    var isUnsure: Bool {
        isCluster || width == 2 && ((0x1F000...0x1FBFF).contains(code) || (0x2300...0x2BFF).contains(code))
    }
    var isSpace: Bool { code == 0x20 }

    static let blank = StoredCell.blank(.plain)
    static func blank(_ style: Style) -> StoredCell { StoredCell(code: 0x20, width: 1, style: style) }
    static func continuation(_ style: Style) -> StoredCell { StoredCell(code: 0x20, width: 0, style: style) }
}

/// The graphemes of several scalars that a canvas has.
struct Clusters: Hashable, Sendable {
    /// The code of the first one: no scalar has it.
    static let first: UInt32 = 0x11_0000

    private(set) var characters: [Character] = []

    var isEmpty: Bool { characters.isEmpty }

    /// The code of a grapheme.
    mutating func code(of character: Character) -> UInt32 {
        if let scalar = character.onlyScalar { return scalar.value }
        // The same one often follows; all of them are not looked through for each.
        let index = characters.suffix(16).lastIndex(of: character) ?? characters.endIndex
        if index == characters.endIndex { characters.append(character) }
        return Self.first + UInt32(index)
    }

    /// The grapheme of a code.
    subscript(code: UInt32) -> Character {
        if code >= Self.first { return characters[Int(code - Self.first)] }
        return Unicode.Scalar(code).map { Character($0) } ?? " "
    }
}

extension Character {
    /// The scalar of a grapheme that has but one; nil for others.
    var onlyScalar: Unicode.Scalar? {
        let first = unicodeScalars.first
        return unicodeScalars.index(after: unicodeScalars.startIndex) == unicodeScalars.endIndex ? first : nil
    }
}
