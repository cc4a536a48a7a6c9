// SPDX-License-Identifier: GPL-3.0-or-later

/// Marks of Markdown around a piece of text, written when there is something to stand between them.
struct ENMLSpan {
    /// What stands before the text.
    let opener: String
    /// What stands after it.
    let closer: String
    /// Where a link leads to; nil for other spans.
    let target: String?
    /// Whether it stands within code that began before it.
    var isInCode = false
    /// Whether the opener stands on the line that is being written.
    var isOpen = false
    /// Whether it stood on any line.
    var wasOpen = false

    /// Text between two equal marks.
    static func emphasis(_ mark: String) -> Self { Self(opener: mark, closer: mark, target: nil) }

    /// A link to an address.
    static func link(_ target: String) -> Self {
        // CommonMark 6.3: brackets hold an address with blanks or parentheses.
        let needsBrackets = target.contains { $0.isWhitespace || $0 == "(" || $0 == ")" }
        return Self(opener: "[", closer: needsBrackets ? "](<\(target)>)" : "](\(target))", target: target)
    }
}
