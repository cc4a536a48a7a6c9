// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes text so that everything in it can be seen, and nothing in it can act on a terminal.
enum RevealedText {
    /// The text with blanks at its end as `␠`, control characters as their pictures of Unicode's block U+2400, and
    /// other characters without a look of their own (C1, bidirectional controls, line separators) as `\u{HEX}`.
    static func of(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
        var visible = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x20 where index >= end:
                visible.append("\u{2420}")
            case 0..<0x20:
                visible.append(Unicode.Scalar(scalar.value + 0x2400) ?? scalar)
            case 0x7F:
                visible.append("\u{2421}")
            case let value where isHidden(value):
                visible.append(contentsOf: "\\u{\(String(value, radix: 16, uppercase: true))}".unicodeScalars)
            default:
                visible.append(scalar)
            }
        }
        return String(visible)
    }

    /// Whether a scalar above ASCII acts instead of being seen.
    static func isHidden(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202F, 0x2060...0x2069, 0xFEFF,
            0xFFF9...0xFFFB:
            true
        default: false
        }
    }
}
