// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown

/// The line of a text that is its title.
///
///     TitleLine.renaming("# Plan\n\nRoses", to: "Garden")       // "# Garden\n\nRoses"
///     TitleLine.renaming("Milk\nEggs", to: "Groceries")         // "Groceries\nEggs"
enum TitleLine {
    /// The most characters of a title; more are a paragraph.
    private static let longest = 80

    /// The text with another title, which replaces only a title.
    ///
    /// A heading of the first level keeps its sign; any other is a section’s. A first line is a title if it is short
    /// and is no item, quote, table or link, whatever follows. Above any other text goes the new title, and every word
    /// stays.
    static func renaming(_ content: String, to title: String) -> String {
        let first = Note.firstLine(of: content)
        let rest = content.dropFirst(first.count)
        if let heading = Heading(first[...]), heading.level == 1 {
            return first[..<heading.text.startIndex] + title + first[heading.text.endIndex...] + rest
        }
        return isTitle(first, above: rest) ? title + rest : title + "\n\n" + content
    }

    private static func isTitle(_ line: String, above rest: Substring) -> Bool {
        guard line.count <= longest, let start = line.first, !start.isWhitespace, !"|#".contains(start) else {
            return false
        }
        let next = rest.dropFirst().prefix { !$0.isNewline }
        let document = MarkdownDocument(line + "\n" + next)
        guard let first = document.lines.first, first.depth == 0 else { return false }
        let hasLink = document.links.contains { link in
            switch link.kind {
            case .title, .address: true
            case .number, .bare: false
            }
        }
        switch first.content {
        // A line below may make it a heading.
        case .heading, .text: return !hasLink
        default: return false
        }
    }
}
