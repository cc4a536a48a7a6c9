// SPDX-License-Identifier: GPL-3.0-or-later

/// A line that is a heading: one to six `#`, a blank, and some text.
///
/// Source: CommonMark 0.31, 4.2 “ATX headings”, without closing signs and blanks before the opening ones.
package struct Heading {
    /// The level, from 1 to 6.
    package let level: Int
    /// What follows the signs: the end of the line.
    package let text: Substring

    /// Nil for any other line.
    package init?(_ line: Substring) {
        // By bytes: every note that is kept or shown passes here.
        let bytes = line.utf8
        let level = bytes.prefix(7).prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(level), let after = bytes.dropFirst(level).first, after == 0x20 || after == 0x09 else {
            return nil
        }
        let text = line[bytes.dropFirst(level).drop { $0 == 0x20 || $0 == 0x09 }.startIndex...]
        guard !text.isEmpty else { return nil }
        self.level = level
        self.text = text
    }
}
