// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes text as a Swift string literal on one line.
enum SwiftLiteral {
    /// The text between the quotation marks.
    ///
    /// Scalars are looked at one by one: a quotation mark under a combining accent is still one to the compiler.
    /// Controls and marks of text direction are written as escapes, so that a generated file shows what it says.
    static func body(of text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where needsEscape(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Tells whether a scalar is unseen in an editor, or turns the text around it.
    static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
