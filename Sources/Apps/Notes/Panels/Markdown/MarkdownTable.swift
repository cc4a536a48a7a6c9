// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import Terminal

/// A table of Markdown (GitHub’s extension), with its columns made to fit.
struct MarkdownTable {
    private let rows: [[StyledText]]

    /// A table of these rows, the first of which is the head.
    init(_ rows: some Collection<MarkdownRow>, _ inline: MarkdownInline) {
        var styled: [[StyledText]] = []
        for (index, row) in rows.enumerated() {
            styled.append(row.cells.map { inline.styled($0, over: index == 0 ? .bold : .plain) })
        }
        self.rows = styled
    }

    /// The lines of the table, none wider than so many columns where there is any room at all.
    func lines(columns: Int) -> [StyledText] {
        // Columns that no screen has room for are not drawn: a row of a megabyte of signs must not widen all others.
        let count = min(rows.map(\.count).max() ?? 0, max(columns, 1))
        let widths = Self.fitted(
            (0..<count).map { column in rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0 },
            to: columns - 3 * (count - 1))
        var lines = rows.map { row in
            var line = StyledText()
            for (column, width) in widths.enumerated() {
                if column > 0 { line.append(" │ ", .dim) }
                line.append((column < row.count ? row[column] : StyledText()).fitted(to: width))
            }
            return line
        }
        let ruler = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
        lines.insert(StyledText(ruler, .dim), at: min(1, lines.count))
        return lines
    }

    /// Widths of which the widest gave way until all fit, none of them to less than three columns.
    private static func fitted(_ widths: [Int], to columns: Int) -> [Int] {
        var (low, high) = (3, max(3, widths.max() ?? 0))
        // The greatest limit under which all fit.
        while low < high {
            let middle = (low + high + 1) / 2
            if widths.reduce(0, { $0 + min($1, middle) }) <= columns { low = middle } else { high = middle - 1 }
        }
        var room = columns - widths.reduce(0) { $0 + min($1, low) }
        var result = widths.map { min($0, low) }
        // What is left goes to the last ones, a column each.
        for index in widths.indices.reversed() where room > 0 && widths[index] > low {
            result[index] += 1
            room -= 1
        }
        return result
    }
}
