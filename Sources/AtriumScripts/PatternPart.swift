// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a line that is written as a glob or with placeholders.
enum PatternPart: Sendable, Equatable {
    /// These characters.
    case text([Character])
    /// One character, whichever.
    case anyCharacter
    /// Any number of characters.
    case anyCharacters
    /// One character in the ranges, or outside them all if `inverted`.
    case set([ClosedRange<Character>], inverted: Bool)
    /// A value that is bound where it is first met and the same from there on.
    case placeholder(name: String, kind: PlaceholderKind)
}
