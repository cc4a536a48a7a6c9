// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Cells in columns, as lines of text.
///
/// They become one text, into which each cell is written once: a script may ask for thousands of rows.
struct PlainTable {
    private struct Cell {
        let text: VisibleText
        let width: Int
    }

    private let alignments: [Alignment]
    private var widths: [Int]
    private var cells: [Cell] = []
    private var headings: [Cell] = []
    private var bytes = 0

    /// A column wider than this does not push the others of every row aside.
    private static let widestColumn = 48

    /// - Parameter alignments: Of each column.
    init(alignments: [Alignment]) {
        self.alignments = alignments
        widths = [Int](repeating: 0, count: alignments.count)
    }

    /// Adds the next cell: row by row, from the first column to the last.
    mutating func add(_ text: VisibleText) {
        let (column, width) = (cells.count % alignments.count, text.columns)
        cells.append(Cell(text: text, width: width))
        bytes += text.byteCount
        widths[column] = max(widths[column], min(width, Self.widestColumn))
    }

    /// Puts titles above the columns that have anything in them.
    mutating func addHeadings(_ titles: [VisibleText]) {
        headings = titles.map { Cell(text: $0, width: $0.columns) }
        for (column, title) in headings.enumerated() where widths[column] > 0 {
            widths[column] = max(widths[column], title.width)
        }
    }

    /// The lines, each with its end.
    ///
    /// - Parameter heading: What stands on a line of its own above a row, which is told by its number; each is asked for
    ///   once, in order.
    func text(heading: (_ row: Int) -> VisibleText?) -> VisibleText {
        let columns = max(alignments.count, 1)
        var text = VisibleTextBuilder(
            capacity: bytes + (cells.count / columns + 1) * (widths.reduce(4, +) + columns * 2))
        if !headings.isEmpty { add(headings[...], to: &text) }
        for (row, start) in stride(from: 0, to: cells.count, by: columns).enumerated() {
            if let heading = heading(row) {
                text.append(heading)
                text.endLine()
            }
            add(cells[start..<start + columns], to: &text)
        }
        return text.text
    }

    private func add(_ cells: ArraySlice<Cell>, to text: inout VisibleTextBuilder) {
        var blanks = 0
        let last = cells.lastIndex { !$0.text.isEmpty }
        for ((column, index), width) in zip(cells.indices.enumerated(), widths) where width > 0 {
            let cell = cells[index]
            let gap = width - cell.width
            // Of an empty first column the gap stays, so that the others stand where they do in all rows.
            if column > 0 { blanks += 2 }
            if alignments[column] == .right { blanks += max(0, gap) }
            if !cell.text.isEmpty {
                text.appendBlanks(blanks)
                blanks = 0
                text.append(index == last ? cell.text.withoutTrailingBlanks : cell.text)
            }
            if alignments[column] == .left { blanks += max(0, gap) }
        }
        text.endLine()
    }
}
