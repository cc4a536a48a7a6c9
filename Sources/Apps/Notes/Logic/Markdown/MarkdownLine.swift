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
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Substring($0) }
        let references = references(in: lines)
        var result: [MarkdownLine] = []
        var fences = CodeFences()
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            let part = fences.read(line.utf8)
            if part != .text {
                result.append(part == .fence ? .fence : .code(String(line)))
            } else if startsTable(line, index < lines.count ? lines[index] : nil) {
                // The line below the head only draws a line.
                index += 1
                var rows = [cells(line, references)]
                while index < lines.count, lines[index].contains("|") {
                    rows.append(cells(lines[index], references))
                    index += 1
                }
                result.append(.table(rows))
            } else {
                result.append(Self.line(line, references))
            }
        }
        return result
    }

    /// The addresses that lines outside of code give to links.
    private static func references(in lines: [Substring]) -> MarkdownReferences {
        var references = MarkdownReferences()
        var fences = CodeFences()
        for line in lines where fences.read(line.utf8) == .text { references.read(line.drop { $0 == " " }) }
        return references
    }

    /// A line outside of code and tables.
    private static func line(_ line: Substring, _ references: MarkdownReferences) -> MarkdownLine {
        let start = line.drop { $0 == " " }
        if let heading = Heading(start) {
            return .heading(level: heading.level, MarkdownSpans.of(heading.text, references))
        }
        if isRule(start) { return .rule }
        if start.first == ">" {
            var level = 0
            var rest = start
            while rest.first == ">" {
                level += 1
                rest = rest.dropFirst().drop { $0 == " " }
            }
            return .quote(level: level, MarkdownSpans.of(rest, references))
        }
        if let (sign, rest) = item(start) {
            return .item(depth: line.count - start.count, sign, MarkdownSpans.of(rest, references))
        }
        return .text(MarkdownSpans.of(line, references))
    }

    private static func isRule(_ line: Substring) -> Bool {
        let signs = line.filter { $0 != " " }
        guard signs.count >= 3, let first = signs.first, "-*_".contains(first) else { return false }
        return signs.allSatisfy { $0 == first }
    }

    /// The sign and the text of a list’s item.
    private static func item(_ line: Substring) -> (sign: Sign, text: Substring)? {
        if let first = line.first, "-*+".contains(first), line.dropFirst().first == " " {
            let rest = line.dropFirst(2)
            for (box, isTicked) in [("[ ] ", false), ("[x] ", true), ("[X] ", true)] where rest.hasPrefix(box) {
                return (.box(isTicked: isTicked), rest.dropFirst(box.count))
            }
            return (.bullet, rest)
        }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        guard (1...9).contains(digits.count), rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return nil }
        return (.number(String(digits)), rest.dropFirst(2))
    }

    /// Whether two lines are the head of a table.
    private static func startsTable(_ line: Substring, _ next: Substring?) -> Bool {
        guard line.contains("|"), let next, next.contains("-"), next.contains("|") else { return false }
        return next.allSatisfy { "|-: ".contains($0) }
    }

    /// The cells of a row; `\|` is a sign of its cell, in code too, as GFM 0.29, 4.10 has it.
    private static func cells(_ line: Substring, _ references: MarkdownReferences) -> [[MarkdownSpan]] {
        var cells: [Substring] = []
        for part in line.split(separator: "|", omittingEmptySubsequences: false) {
            if let last = cells.last, last.last == "\\" {
                cells[cells.count - 1] = last.dropLast() + "|" + part
            } else {
                cells.append(part)
            }
        }
        var row = cells.map { cell in
            var text = cell.drop { $0 == " " }
            while text.last == " " { text = text.dropLast() }
            return text
        }[...]
        // Signs at the edges bound the row.
        if row.count > 1, row.first?.isEmpty == true { row = row.dropFirst() }
        if row.count > 1, row.last?.isEmpty == true { row = row.dropLast() }
        return row.map { MarkdownSpans.of($0, references) }
    }
}
