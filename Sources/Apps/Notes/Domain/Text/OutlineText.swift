// SPDX-License-Identifier: GPL-3.0-or-later

/// The text of a page of Logseq’s: blocks, each a line with `- ` and those below it that are indented.
package struct OutlineText {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Lines as a block of the outermost level; what is one already stays as it is.
    package static func block(_ lines: String) -> String {
        guard !lines.hasPrefix("- "), lines != "-" else { return lines }
        return lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { $0 == 0 ? "- " + $1 : $1.isEmpty ? "" : "  " + $1 }.joined(separator: "\n")
    }

    /// Where the first block stands that is not the page’s properties, or is to stand.
    package var start: String.Index {
        var start = PageProperties(text).end
        let isBlock = start > text.startIndex && text.hasPrefix("- ")
        while start < text.endIndex {
            let line = text[start...].prefix { !$0.isNewline }
            // Properties that are a block have all of it, and other lines end at the first that says something.
            guard isBlock ? !line.hasPrefix("- ") : start > text.startIndex && line.isEmpty else { break }
            start = line.endIndex < text.endIndex ? text.index(after: line.endIndex) : text.endIndex
        }
        return start
    }
}
