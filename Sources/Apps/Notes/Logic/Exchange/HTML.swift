// SPDX-License-Identifier: GPL-3.0-or-later

/// Text as HTML has it (WHATWG HTML, 13.3).
enum HTML {
    /// Text that is no markup, in an element or in a quoted attribute.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            // No page may have them, and a browser would show nothing.
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
            // They turn the direction of what follows, markup included.
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether an address may be followed: none that runs anything.
    static func isSafe(_ address: String) -> Bool {
        let lower = address.lowercased()
        return ["https://", "http://", "mailto:", "tel:"].contains { lower.hasPrefix($0) }
    }
}
