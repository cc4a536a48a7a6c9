// SPDX-License-Identifier: GPL-3.0-or-later

/// Cells in columns, as lines of text.
///
/// They are kept as bytes of one text, not as a string each: a script may ask for thousands of rows.
package struct PlainTable {
    fileprivate struct Cell {
        /// Where its text is in `texts`.
        let bytes: Range<Int>
        let width: Int
    }

    fileprivate typealias Column = (width: Int, isRight: Bool)

    private let alignments: [Alignment]
    private var widths: [Int]
    private var cells: [Cell] = []
    private var headings: [Cell] = []
    /// The texts on lines of their own, each above a row, by rows.
    private var sections: [(row: Int, bytes: Range<Int>)] = []
    /// The text of all cells and sections, which is visible.
    private var texts: [UInt8] = []
    private var column = 0
    /// The first short cells with more than ASCII in them, by their bytes: a column of arrows has two that come again and
    /// again.
    private var signs: [(bytes: UInt64, cell: Cell)] = []
    private static let mostSigns = 4

    /// A column wider than this does not push the others of every row aside.
    private static let widestColumn = 48

    /// - Parameters:
    ///   - alignments: Of each column.
    ///   - rows: How many rows are likely to come.
    package init(alignments: [Alignment], rows: Int = 0) {
        self.alignments = alignments
        widths = [Int](repeating: 0, count: alignments.count)
        cells.reserveCapacity(rows * alignments.count)
    }

    /// Adds the next cell, whose text is made visible: row by row, from the first column to the last.
    ///
    /// - Parameter isCut: Whether a long text ends with “…”.
    package mutating func add(_ text: String, isCut: Bool = false) {
        let cell = cell(of: text)
        guard isCut, cell.width > TextLayout.widestTitle else { return add(cell) }
        let visible = String(decoding: texts[cell.bytes], as: UTF8.self)
        texts.removeSubrange(cell.bytes)
        add(self.cell(of: TextLayout.cut(visible, to: TextLayout.widestTitle)))
    }

    /// Adds the next cell, which has a number.
    package mutating func add(_ number: Int) {
        let start = texts.count
        if number < 0 { texts.append(UInt8(ascii: "-")) }
        appendDigits(of: number.magnitude)
        add(Cell(bytes: start..<texts.count, width: texts.count - start))
    }

    /// Adds the next cell, which has a time of the day, such as `14:02`.
    ///
    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    package mutating func add(hour: Int, minute: Int) {
        let start = texts.count
        texts.append(addingCapacity: 5) { bytes in
            Self.append(twoDigitsOf: hour, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            Self.append(twoDigitsOf: minute, to: &bytes)
        }
        add(Cell(bytes: start..<texts.count, width: texts.count - start))
    }

    /// Adds the next cell, in which there is nothing.
    package mutating func addNothing() { add(Cell(bytes: texts.count..<texts.count, width: 0)) }

    /// Puts a text, which is made visible, on a line of its own above the next row.
    package mutating func addSection(_ text: String) {
        sections.append((cells.count / max(alignments.count, 1), cell(of: text).bytes))
    }

    /// Adds the next cell, which has a date, such as `2026-01-31`.
    ///
    /// - Parameter year: 0 to 9999.
    package mutating func add(year: Int, month: Int, day: Int) {
        let bytes = append(year: year, month: month, day: day)
        add(Cell(bytes: bytes, width: bytes.count))
    }

    /// Puts a date, such as `2026-01-31`, on a line of its own above the next row.
    ///
    /// - Parameter year: 0 to 9999.
    package mutating func addSection(year: Int, month: Int, day: Int) {
        sections.append((cells.count / max(alignments.count, 1), append(year: year, month: month, day: day)))
    }

    private mutating func append(year: Int, month: Int, day: Int) -> Range<Int> {
        let start = texts.count
        texts.append(addingCapacity: 10) { bytes in
            Self.append(twoDigitsOf: year / 100, to: &bytes)
            Self.append(twoDigitsOf: year, to: &bytes)
            bytes.append(UInt8(ascii: "-"))
            Self.append(twoDigitsOf: month, to: &bytes)
            bytes.append(UInt8(ascii: "-"))
            Self.append(twoDigitsOf: day, to: &bytes)
        }
        return start..<texts.count
    }

    /// Puts titles above the columns that have anything in them.
    package mutating func addHeadings(_ titles: [String]) {
        headings = titles.map { cell(of: $0) }
        for (column, title) in headings.enumerated() where widths[column] > 0 {
            widths[column] = max(widths[column], title.width)
        }
    }

    /// No more bytes than this are needed for the lines.
    var capacity: Int {
        // Of each row all columns are filled, its cells come on top, and its end. A text may be that of several cells.
        let row = widths.reduce(1) { $0 + $1 + 2 }
        let rows = cells.count / max(alignments.count, 1) + 1
        return rows * row + sections.reduce(0) { $0 + $1.bytes.count + 1 }
            + cells.reduce(0) { $0 + $1.bytes.count } + headings.reduce(0) { $0 + $1.bytes.count }
    }

    /// Writes the lines, each with its end, if there are `capacity` bytes for them.
    ///
    /// - Returns: Their number of bytes.
    func write(to start: UnsafeMutablePointer<UInt8>) -> Int {
        let columns = zip(widths, alignments).map { (width: $0, isRight: $1 == .right) }
        return texts.withUnsafeBufferPointer { texts in
            var lines = Lines(end: start, texts: texts)
            columns.withUnsafeBufferPointer { columns in
                headings.withUnsafeBufferPointer { if !$0.isEmpty { lines.append($0[...], in: columns) } }
                cells.withUnsafeBufferPointer { write($0, in: columns, to: &lines) }
            }
            return lines.end - start
        }
    }

    private func write(
        _ cells: UnsafeBufferPointer<Cell>, in columns: UnsafeBufferPointer<Column>, to lines: inout Lines
    ) {
        var (row, first, section) = (0, 0, 0)
        while first < cells.count {
            while section < sections.count, sections[section].row == row {
                lines.append(sections[section].bytes)
                lines.endLine()
                section += 1
            }
            lines.append(cells[first..<first + columns.count], in: columns)
            row += 1
            first += max(columns.count, 1)
        }
    }
}

extension PlainTable {
    private mutating func add(_ cell: Cell) {
        cells.append(cell)
        if cell.width > widths[column] { widths[column] = min(cell.width, Self.widestColumn) }
        column += 1
        if column == alignments.count { column = 0 }
    }

    private mutating func cell(of text: String) -> Cell {
        if let cell = text.utf8.withContiguousStorageIfAvailable({ cell(of: $0) }) { return cell }
        var text = text
        return text.withUTF8 { cell(of: $0) }
    }

    /// - Parameter text: Valid UTF-8.
    private mutating func cell(of text: UnsafeBufferPointer<UInt8>) -> Cell {
        let start = texts.count
        guard !text.isEmpty else { return Cell(bytes: start..<start, width: 0) }
        guard DisplayWidth.isPlain(text) else { return cell(ofMoreThanASCII: text) }
        texts.append(contentsOf: text)
        return Cell(bytes: start..<start + text.count, width: text.count)
    }

    /// - Parameter text: Valid UTF-8.
    private mutating func cell(ofMoreThanASCII text: UnsafeBufferPointer<UInt8>) -> Cell {
        // Byte for byte: equal strings may be written in several ways. A one is before the bytes, the first of which may be 0.
        let sign = text.count <= 4 ? text.reduce(1) { $0 << 8 | UInt64($1) } : 0
        if sign != 0, let known = signs.first(where: { $0.bytes == sign }) { return known.cell }
        let visible = VisibleText(String(decoding: text, as: UTF8.self))
        let start = texts.count
        texts.append(contentsOf: visible.string.utf8)
        let cell = Cell(bytes: start..<texts.count, width: visible.columns)
        if sign != 0, signs.count < Self.mostSigns { signs.append((sign, cell)) }
        return cell
    }

    private mutating func appendDigits(of number: UInt) {
        // The largest one has 20.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var (start, rest) = (digits.count, number)
        repeat {
            start -= 1
            digits[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
            rest /= 10
        } while rest > 0
        texts.append(addingCapacity: digits.count - start) { bytes in
            for place in start..<digits.count { bytes.append(digits[place]) }
        }
    }

    private static func append(twoDigitsOf number: Int, to bytes: inout OutputSpan<UInt8>) {
        bytes.append(UInt8(truncatingIfNeeded: 0x30 + number / 10 % 10))
        bytes.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
    }
}

/// Lines that are written one behind the other into memory that has room for all of them.
private struct Lines {
    /// The place of the next byte.
    var end: UnsafeMutablePointer<UInt8>
    /// The texts that the parts belong to.
    let texts: UnsafeBufferPointer<UInt8>

    mutating func append(_ part: Range<Int>) {
        guard let base = texts.baseAddress else { return }
        end.initialize(from: base + part.lowerBound, count: part.count)
        end += part.count
    }

    /// Appends a line with a cell in each column.
    mutating func append(
        _ cells: Slice<UnsafeBufferPointer<PlainTable.Cell>>, in columns: UnsafeBufferPointer<PlainTable.Column>
    ) {
        var blanks = 0
        let start = end
        for (index, cell) in cells.enumerated() {
            let column = columns[index]
            // The gap of an empty first column stays, so that the others are at the same place in all rows.
            guard column.width > 0 else { continue }
            let gap = max(0, column.width - cell.width)
            if index > 0 { blanks += 2 }
            if column.isRight { blanks += gap }
            if !cell.bytes.isEmpty {
                appendBlanks(blanks)
                blanks = 0
                append(cell.bytes)
            }
            if !column.isRight { blanks += gap }
        }
        dropTrailingBlanks(from: start)
        endLine()
    }

    mutating func appendBlanks(_ count: Int) {
        end.initialize(repeating: UInt8(ascii: " "), count: count)
        end += count
    }

    /// Takes the blanks at the end away, as far back as `start`.
    mutating func dropTrailingBlanks(from start: UnsafeMutablePointer<UInt8>) {
        while end > start, end[-1] == UInt8(ascii: " ") { end -= 1 }
    }

    mutating func endLine() {
        end.initialize(to: UInt8(ascii: "\n"))
        end += 1
    }
}
