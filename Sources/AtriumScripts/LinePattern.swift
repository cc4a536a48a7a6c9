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
