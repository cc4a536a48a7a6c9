// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown

/// A line that is a heading: one to six `#`, a blank, and some text (CommonMark 4.2).
package struct Heading {
    /// The level, from 1 to 6.
    package let level: Int
    /// What follows the signs, without those at the end.
    package let text: Substring

    /// Nil for any other line.
    package init?(_ line: Substring) {
        // Every note that is kept or shown passes here, and few lines begin so.
        guard line.utf8.first(where: { $0 != 0x20 }) == UInt8(ascii: "#") else { return nil }
        guard let first = MarkdownDocument(line).lines.first, case .heading(let level) = first.content,
            !first.range.isEmpty
        else { return nil }
        self.level = level
        func index(_ offset: Int) -> String.Index { line.utf8.index(line.startIndex, offsetBy: offset) }
        text = line[index(first.range.lowerBound)..<index(first.range.upperBound)]
    }
}
