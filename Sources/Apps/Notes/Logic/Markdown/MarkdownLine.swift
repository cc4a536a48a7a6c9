// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore

/// A line of Markdown, or several that are one table.
package enum MarkdownLine: Hashable, Sendable {
    /// What stands before an item of a list.
    package enum Sign: Hashable, Sendable {
        /// `-`, `*` or `+`.
        case bullet
        /// A number, as it was written.
        case number(String)
        /// A check box, ticked or not.
        case box(isTicked: Bool)
    }

    /// A heading of a level from 1 to 6.
    case heading(level: Int, [MarkdownSpan])
    /// A line across.
    case rule
    /// The begin or the end of a block of code.
    case fence
    /// A line of code.
    case code(String)
    /// A quotation of a level from 1.
    case quote(level: Int, [MarkdownSpan])
    /// An item of a list, so many columns from the edge.
    case item(depth: Int, Sign, [MarkdownSpan])
    /// The rows of a table, each of its cells; the first is the head.
    case table([[[MarkdownSpan]]])
    /// Any other line; empty for a blank one.
    case text([MarkdownSpan])

    /// The lines of a text.
    ///
    /// Source of the syntax: CommonMark 0.31, and GitHub’s tables and task lists, as far as lines go.
    package static func lines(of text: some StringProtocol) -> [MarkdownLine] {
        let lines = TextLines.of(String(text))
        let references = references(in: lines)
        var result: [MarkdownLine] = []
        result.reserveCapacity(lines.count)
        var fences = CodeFences()
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            let part = fences.read(line.utf8)
            if part != .text {
                result.append(part == .fence ? .fence : .code(String(line)))
            } else if MarkdownTableRow.startsTable(line, index < lines.count ? lines[index] : nil) {
                // The line below the head only draws a line.
                index += 1
                var rows = [MarkdownTableRow.cells(line, references)]
                while index < lines.count, lines[index].utf8.contains(bar) {
                    rows.append(MarkdownTableRow.cells(lines[index], references))
                    index += 1
                }
                result.append(.table(rows))
            } else {
                result.append(Self.line(line, references))
            }
        }
        return result
    }

    private static let blank = UInt8(ascii: " ")
    private static let bar = UInt8(ascii: "|")

    /// The addresses that lines outside of code give to links.
    private static func references(in lines: [Substring]) -> MarkdownReferences {
        var references = MarkdownReferences()
        var fences = CodeFences()
        for line in lines where fences.read(line.utf8) == .text { references.read(withoutIndent(line)) }
        return references
    }

    /// A line without the blanks before it.
    private static func withoutIndent(_ line: Substring) -> Substring {
        line[line.utf8.drop { $0 == blank }.startIndex...]
    }

    /// A line outside of code and tables.
    private static func line(_ line: Substring, _ references: MarkdownReferences) -> MarkdownLine {
        let start = withoutIndent(line)
        if let heading = Heading(start) {
            return .heading(level: heading.level, MarkdownSpans.of(heading.text, references))
        }
        if isRule(start.utf8) { return .rule }
        if start.utf8.first == UInt8(ascii: ">") {
            var level = 0
            var rest = start
            while rest.utf8.first == UInt8(ascii: ">") {
                level += 1
                rest = withoutIndent(Substring(rest.utf8.dropFirst()))
            }
            return .quote(level: level, MarkdownSpans.of(rest, references))
        }
        if let (sign, rest) = item(start) {
            return .item(depth: line.utf8.count - start.utf8.count, sign, MarkdownSpans.of(rest, references))
        }
        return .text(MarkdownSpans.of(line, references))
    }

    private static func isRule(_ line: Substring.UTF8View) -> Bool {
        guard let first = line.first, "-*_".utf8.contains(first) else { return false }
        var count = 0
        for byte in line where byte != blank {
            guard byte == first else { return false }
            count += 1
        }
        return count >= 3
    }

    /// The sign and the text of a list’s item.
    private static func item(_ line: Substring) -> (sign: Sign, text: Substring)? {
        let bytes = line.utf8
        guard let first = bytes.first else { return nil }
        if "-*+".utf8.contains(first) {
            guard bytes.dropFirst().first == blank else { return nil }
            let rest = Substring(bytes.dropFirst(2))
            for (box, isTicked) in [("[ ] ", false), ("[x] ", true), ("[X] ", true)]
            where rest.utf8.starts(with: box.utf8) {
                return (.box(isTicked: isTicked), Substring(rest.utf8.dropFirst(box.utf8.count)))
            }
            return (.bullet, rest)
        }
        let digits = bytes.prefix(10).prefix { (0x30...0x39).contains($0) }
        let rest = bytes.dropFirst(digits.count)
        guard (1...9).contains(digits.count), let sign = rest.first,
            sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")"),
            rest.dropFirst().first == blank
        else { return nil }
        return (.number(String(Substring(digits))), Substring(rest.dropFirst(2)))
    }
}
