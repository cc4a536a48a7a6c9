// SPDX-License-Identifier: GPL-3.0-or-later

/// A link to an address, in Markdown.
enum AddressLink {
    static func text(_ label: String, to address: String) -> String { "[" + label + closer(address) }

    /// The text after the label.
    static func closer(_ address: String) -> String {
        // CommonMark 6.3: brackets hold an address with blanks or parentheses.
        let needsBrackets = address.contains { $0.isWhitespace || "()".contains($0) }
        return needsBrackets ? "](<\(address)>)" : "](\(address))"
    }
}
