// SPDX-License-Identifier: GPL-3.0-or-later

/// What a line of expected output matches besides its own text.
enum LinePattern: Sendable, Equatable {
    /// Nothing else.
    case literal
    /// Any number of lines, none included.
    case anyLines
    /// One line made of these parts, in this order.
    case parts([PatternPart])
    /// One line that this regular expression matches as a whole. Its source is kept, since `Regex` is not `Sendable`.
    case expression(String)

    /// The placeholders of the line, in order.
    var placeholders: [String] {
        guard case .parts(let parts) = self else { return [] }
        return parts.compactMap { part in
            guard case .placeholder(let name, _) = part else { return nil }
            return name
        }
    }
}

/// A line of output as a session script expects it.
public struct ExpectedLine: Sendable, Equatable {
    /// Where it stands in the text, counted from 1.
    public let line: Int
    /// The line as written, without its prefix.
    public let text: String
    /// What besides `text` itself it matches.
    let pattern: LinePattern
}

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
