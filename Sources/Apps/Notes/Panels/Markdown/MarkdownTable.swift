// SPDX-License-Identifier: GPL-3.0-or-later

import Markdown
import Terminal

/// A table of Markdown (GitHub’s extension), with its columns made to fit.
struct MarkdownTable {
    private let inline: MarkdownInline
    private let rows: Range<Int>
    private let widths: [Int]

    /// A table of the rows of these numbers, the first of which is the head, none wider than so many columns where there
    /// is any room at all.
    init(_ rows: Range<Int>, _ inline: MarkdownInline, columns: Int) {
        self.rows = rows
        self.inline = inline
        let document = inline.document
        // Columns that no screen has room for are not drawn: a row of a megabyte of signs must not widen all others.
        let count = min(document.rows[rows].lazy.map { document.cells(of: $0).count }.max() ?? 0, max(columns, 1))
        var widths = [Int](repeating: 0, count: count)
        for row in document.rows[rows] {
            for (column, cell) in document.cells(of: row).prefix(count).enumerated() {
                widths[column] = max(widths[column], inline.plainWidth(of: cell) ?? inline.styled(cell).width)
            }
        }
        self.widths = Self.fitted(widths, to: columns - 3 * (count - 1))
    }

    /// How many lines the table has: the ruler is one of them.
    var count: Int { rows.count + 1 }

    /// A line of the table.
    func line(_ number: Int) -> StyledText {
        guard number != min(1, rows.count) else {
            return StyledText(widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"), .dim)
        }
        let row = inline.document.rows[rows.lowerBound + (number == 0 ? 0 : number - 1)]
        var cells = inline.document.cells(of: row).makeIterator()
        var line = StyledText()
        for (column, width) in widths.enumerated() {
            if column > 0 { line.append(" │ ", .dim) }
            let cell = cells.next().map { inline.styled($0, over: number == 0 ? .bold : .plain) }
            line.append((cell ?? StyledText()).fitted(to: width))
        }
        return line
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
