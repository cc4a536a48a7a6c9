// SPDX-License-Identifier: GPL-3.0-or-later

/// Text as HTML has it (WHATWG HTML, 13.3).
package enum HTML {
    /// Text that is no markup, in an element or in a quoted attribute.
    package static func escaped(_ text: String) -> String {
        var result = HTMLText()
        result.text(text)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    /// Whether an address may be followed: none that runs anything.
    package static func isSafe(_ address: String) -> Bool {
        switch address.utf8.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "m"), UInt8(ascii: "M"), UInt8(ascii: "t"),
            UInt8(ascii: "T"):
            let lower = address.lowercased()
            return ["https://", "http://", "mailto:", "tel:"].contains { lower.hasPrefix($0) }
        // Most of what stands in parentheses is no address of these.
        default: return false
        }
    }
}
