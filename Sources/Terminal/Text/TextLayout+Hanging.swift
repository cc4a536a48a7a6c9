// SPDX-License-Identifier: GPL-3.0-or-later

extension TextLayout {
    /// So many columns are worth standing beside what is before them.
    private static let narrowest = 16
    /// Where a text stands below what it had no room beside.
    private static let below = 6

    /// One line in lines of at most so many columns, whose words stay whole; those behind the first one are indented.
    ///
    /// Two blanks or more tell a line’s columns apart: it goes on below the last one for which there is room, or behind the
    /// first one on lines of its own. Any other line is indented by two more columns than it begins with.
    public static func hang(_ line: String, to columns: Int) -> [String] {
        guard DisplayWidth.of(line) > columns else { return [line] }
        guard columns >= narrowest + below else { return wrap(line, to: columns, keepingWords: true) }
        let lead = line.prefix { $0 == " " }.count
        let gaps = gaps(in: line.dropFirst(lead))
        guard let first = gaps.first else { return hang(String(line.dropFirst(lead)), lead: lead, to: columns) }
        let widths = gaps.map { DisplayWidth.of(String(line[..<$0.upperBound])) }
        guard let last = widths.lastIndex(where: { columns - $0 >= narrowest }) else {
            return hang(String(line[..<first.lowerBound]), to: columns)
                + wrap(String(line[first.upperBound...]), to: columns - below, keepingWords: true)
                .map { indented($0, by: below) }
        }
        let parts = wrap(String(line[gaps[last].upperBound...]), to: columns - widths[last], keepingWords: true)
        return parts.enumerated().map { number, part in
            number > 0 ? indented(part, by: widths[last]) : line[..<gaps[last].upperBound] + part
        }
    }

    /// Where two blanks or more stand, with something behind them.
    private static func gaps(in line: Substring) -> [Range<String.Index>] {
        var gaps: [Range<String.Index>] = []
        var rest = line
        while let start = rest.firstRange(of: "  ")?.lowerBound {
            rest = rest[start...].drop { $0 == " " }
            if !rest.isEmpty { gaps.append(start..<rest.startIndex) }
        }
        return gaps
    }

    private static func hang(_ text: String, lead: Int, to columns: Int) -> [String] {
        guard columns - lead - 2 >= narrowest else {
            return wrap(text, to: columns - below, keepingWords: true).map { indented($0, by: below) }
        }
        let lines = ranges(of: text, to: columns - lead, keepingWords: true)
        guard lines.count > 1 else { return lines.map { indented(text[$0], by: lead) } }
        let rest = wrap(String(text[lines[1].lowerBound...]), to: columns - lead - 2, keepingWords: true)
        return [indented(text[lines[0]], by: lead)] + rest.map { indented($0, by: lead + 2) }
    }

    private static func indented(_ text: some StringProtocol, by columns: Int) -> String {
        String(repeating: " ", count: columns) + text
    }
}
