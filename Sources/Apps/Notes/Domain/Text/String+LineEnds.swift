// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
    /// The text without the ends of lines at its two ends: U+000A to U+000D, U+0085, U+2028 and U+2029.
    ///
    /// Foundation trims by way of UTF-16, at ten times the cost, which every note of an import would pay.
    package var withoutOuterLineEnds: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !Self.endsLine($0) }),
            let last = scalars.lastIndex(where: { !Self.endsLine($0) })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }

    private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension String {
    /// What its lines end with, as its first one does.
    package var lineEnd: String {
        guard let feed = utf8.firstIndex(of: 0x0A), feed > utf8.startIndex, utf8[utf8.index(before: feed)] == 0x0D
        else {
            return "\n"
        }
        return "\r\n"
    }
}
