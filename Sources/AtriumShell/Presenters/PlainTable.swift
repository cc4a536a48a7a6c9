// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Cells in columns, as lines of text.
///
/// They are kept as bytes of one text, not as a string each: a script may ask for thousands of rows.
struct PlainTable {
    private struct Cell {
        /// Where its text is in `texts`.
        let bytes: Range<Int>
        let width: Int
    }

    private let alignments: [Alignment]
    private var widths: [Int]
    private var cells: [Cell] = []
    private var headings: [Cell] = []
    private var texts = VisibleTextBuilder(capacity: 0)
    /// The first short cells with more than ASCII in them: a column of arrows has two that come again and again.
    private var signs: [Cell] = []
    private static let (mostSigns, longestSign) = (4, 4)

    /// A column wider than this does not push the others of every row aside.
    private static let widestColumn = 48

    /// - Parameter alignments: Of each column.
    init(alignments: [Alignment]) {
        self.alignments = alignments
        widths = [Int](repeating: 0, count: alignments.count)
    }

    /// Adds the next cell, whose text is made visible: row by row, from the first column to the last.
    mutating func add(_ text: String) {
        let column = cells.count % alignments.count
        let cell = cell(of: text)
        cells.append(cell)
        widths[column] = max(widths[column], min(cell.width, Self.widestColumn))
    }

    private mutating func cell(of text: String) -> Cell {
        let start = texts.byteCount
        if let width = texts.appendPlain(text) { return Cell(bytes: start..<texts.byteCount, width: width) }
        if let sign = signs.first(where: { texts.has(text, at: $0.bytes) }) { return sign }
        let visible = VisibleText(text)
        texts.append(visible)
        let cell = Cell(bytes: start..<texts.byteCount, width: visible.columns)
        if signs.count < Self.mostSigns, cell.bytes.count <= Self.longestSign { signs.append(cell) }
        return cell
    }

    /// Puts titles above the columns that have anything in them.
    mutating func addHeadings(_ titles: [String]) {
        headings = titles.map { cell(of: $0) }
        for (column, title) in headings.enumerated() where widths[column] > 0 {
            widths[column] = max(widths[column], title.width)
        }
    }

    /// The lines, each with its end.
    ///
    /// - Parameter sections: What stands on a line of its own above rows, by their numbers.
    func text(sections: [Int: VisibleText]) -> VisibleText {
        let columns = max(alignments.count, 1)
        var text = VisibleTextBuilder(
            capacity: texts.byteCount + (cells.count / columns + 1) * (widths.reduce(4, +) + columns * 2))
        if !headings.isEmpty { add(headings[...], to: &text) }
        for (row, start) in stride(from: 0, to: cells.count, by: columns).enumerated() {
            if let section = sections[row] {
                text.append(section)
                text.endLine()
            }
            add(cells[start..<start + columns], to: &text)
        }
        return text.text
    }

    private func add(_ cells: ArraySlice<Cell>, to text: inout VisibleTextBuilder) {
        var blanks = 0
        let start = text.byteCount
        for (column, cell) in cells.enumerated() where widths[column] > 0 {
            let gap = widths[column] - cell.width
            // Of an empty first column the gap stays, so that the others stand where they do in all rows.
            if column > 0 { blanks += 2 }
            if alignments[column] == .right { blanks += max(0, gap) }
            if !cell.bytes.isEmpty {
                text.appendBlanks(blanks)
                blanks = 0
                text.append(cell.bytes, of: texts)
            }
            if alignments[column] == .left { blanks += max(0, gap) }
        }
        text.dropTrailingBlanks(from: start)
        text.endLine()
    }
}
