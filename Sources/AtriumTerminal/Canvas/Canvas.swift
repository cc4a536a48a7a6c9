// SPDX-License-Identifier: GPL-3.0-or-later

/// A grid of cells that panels draw on; a renderer turns it into bytes.
///
/// Drawing outside of the canvas is harmless: it is clipped. Text is sanitised when it is written, so a canvas never
/// holds a control character. A wide grapheme of which one half is overwritten leaves a blank in the other half.
///
/// ```swift
/// var canvas = Canvas(size: Size(columns: 20, rows: 3))
/// canvas.box(Rect(column: 0, row: 0, columns: 20, rows: 3), title: "Notes")
/// canvas.write("Buy milk", at: Point(column: 2, row: 1), style: .bold)
/// ```
public struct Canvas: Hashable, Sendable {
    /// The place for the terminal's cursor; `nil` leaves it where it is.
    public var cursor: Point?
    /// The cells drawn so far.
    var grid: CellGrid

    /// The size asked for, or the nearest possible one.
    public var size: Size { grid.size }

    /// Makes a blank canvas.
    ///
    /// A negative side counts as zero and a side over 65,535, the most a terminal reports, as 65,535; a canvas of more
    /// than four million cells has its last rows taken away.
    public init(size: Size) {
        let columns = min(max(0, size.columns), 65_535)
        let rows = min(max(0, size.rows), 65_535, columns == 0 ? 65_535 : 4_194_304 / columns)
        grid = CellGrid(size: Size(columns: columns, rows: rows))
    }

    /// The cell at `point`; outside of the canvas a blank.
    public subscript(point: Point) -> Cell { contains(point) ? grid[point] : .blank }
}

extension Canvas {
    /// Writes one line of text.
    ///
    /// The text is sanitised (a line break shows as `␊`). Where it does not fit `width`, or the columns left to the
    /// right edge, it is cut at a grapheme boundary and ends with “…”. What lies left of the canvas is clipped.
    ///
    /// - Parameters:
    ///   - text: Any text, also from outside.
    ///   - point: The place of the first grapheme.
    ///   - style: Colours and attributes.
    ///   - width: The most columns to take; `nil` is up to the right edge.
    /// - Returns: The columns that the text took, those clipped on the left included.
    @discardableResult
    public mutating func write(_ text: String, at point: Point, style: Style = .plain, width: Int? = nil) -> Int {
        // Text outside of the canvas is not read at all.
        guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return 0 }
        return write(VisibleText(text), at: point, style: style, width: width)
    }

    /// Writes one line of text that is already visible.
    @discardableResult
    public mutating func write(
        _ text: VisibleText, at point: Point, style: Style = .plain, width: Int? = nil
    ) -> Int {
        guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return 0 }
        let (toEdge, overflow) = size.columns.subtractingReportingOverflow(point.column)
        guard !overflow else { return 0 }
        let limit = min(width ?? toEdge, toEdge)
        var plain = text.string
        let taken = plain.withUTF8 { utf8 -> Int? in
            guard DisplayWidth.isPlain(utf8) else { return nil }
            // Text that is too long is cut below, with an ellipsis.
            return utf8.count <= limit ? grid.put(utf8, column: point.column, row: point.row, style: style) : nil
        }
        if let taken { return taken }
        if let columns = DisplayWidth.ofSingles(plain), columns <= limit {
            var column = point.column
            for scalar in plain.unicodeScalars {
                let width = DisplayWidth.columns(of: scalar)
                grid.put(scalar.value, width: width, column: column, row: point.row, style: style)
                column += width
            }
            return columns
        }
        let string = text.string.utf8.contains(0x0A) ? Sanitizer.visible(text.string) : text.string
        let line = TextLayout.cut(string, to: limit)
        var column = point.column
        for character in line {
            let width = DisplayWidth.of(character)
            grid.put(character, width: width, column: column, row: point.row, style: style)
            column += width
        }
        return column - point.column
    }

    /// Makes cells of a row, as they are, a part of a link.
    public mutating func link(from point: Point, columns: Int, to address: LinkAddress) {
        guard point.row >= 0, point.row < size.rows else { return }
        let start = max(0, point.column)
        grid.link(start..<max(start, min(size.columns, point.column + columns)), row: point.row, to: address)
    }

    /// Fills a rectangle with blanks of that style; what was there is gone.
    public mutating func fill(_ rect: Rect, style: Style) {
        let area = rect.clipped(to: size)
        guard area.size.columns > 0 else { return }
        for row in area.origin.row..<area.origin.row + area.size.rows {
            for column in area.origin.column..<area.origin.column + area.size.columns {
                grid.set(.blank(style), column: column, row: row)
            }
        }
    }

    /// Draws on a part of the canvas as if it were a canvas of its own.
    ///
    /// The part starts as what is there. Whatever is drawn stays inside of `rect`; where that reaches over the edge of
    /// the canvas, only the part on the canvas is composed back.
    public mutating func within(_ rect: Rect, _ draw: (inout Canvas) -> Void) {
        var part = Canvas(size: rect.size)
        part.grid.know(grid)
        let area = Rect(
            column: rect.origin.column, row: rect.origin.row, columns: part.size.columns, rows: part.size.rows
        ).clipped(to: size)
        let columns = area.size.columns
        guard columns > 0 else {
            draw(&part)
            return
        }
        let shift = (column: area.origin.column - rect.origin.column, row: area.origin.row - rect.origin.row)
        for row in 0..<area.size.rows {
            let from = (area.origin.row + row) * size.columns + area.origin.column
            let to = (shift.row + row) * part.size.columns + shift.column
            part.grid.take(from..<from + columns, of: grid, at: to)
            part.grid.repair(row: shift.row + row, edgesOf: shift.column..<shift.column + columns)
        }
        draw(&part)
        for row in 0..<area.size.rows {
            let from = (shift.row + row) * part.size.columns + shift.column
            let to = (area.origin.row + row) * size.columns + area.origin.column
            grid.take(from..<from + columns, of: part.grid, at: to)
            grid.repair(row: area.origin.row + row, edgesOf: area.origin.column..<area.origin.column + columns)
        }
    }

    /// Exchanges foreground and background of a row: what is selected.
    public mutating func reverse(row: Int) {
        guard row >= 0, row < size.rows else { return }
        grid.restyle(row * size.columns..<(row + 1) * size.columns) { style in
            var style = style
            style.attributes.remove(.dim)
            style.attributes.insert(.reverse)
            return style
        }
    }

    /// Draws every cell in the style that `style` makes of its own.
    public mutating func restyle(_ style: (Style) -> Style) {
        grid.restyle(0..<size.columns * size.rows, style)
    }
}

extension Canvas {
    func contains(_ point: Point) -> Bool {
        point.column >= 0 && point.column < size.columns && point.row >= 0 && point.row < size.rows
    }
}

extension Canvas {
    /// The rows as text without style, blanks at their ends trimmed.
    public var lines: [String] {
        (0..<size.rows).map { row in
            var line: [UInt8] = []
            for cell in trimmed(row, where: \.isSpace) where cell.width > 0 {
                grid.append(cell, to: &line)
            }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// The rows as text with escape sequences for their style, which is reset at the end of each row.
    ///
    /// Plain blanks at the ends are trimmed. With `ColorDepth.none` there are no escape sequences at all.
    public func styledLines(depth: ColorDepth) -> [String] {
        guard depth > .none else { return lines }
        return (0..<size.rows).map { row in
            var line: [UInt8] = []
            var current = Style.plain
            for cell in trimmed(row, where: { $0 == .blank }) where cell.width > 0 {
                if cell.style != current {
                    line += EscapeSequence.style(cell.style, depth: depth).utf8
                    current = cell.style
                }
                grid.append(cell, to: &line)
            }
            if current != .plain { line += EscapeSequence.resetStyle.utf8 }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// The row without the blanks at its end.
    private func trimmed(_ row: Int, where isBlank: (StoredCell) -> Bool) -> ArraySlice<StoredCell> {
        var cells = grid.row(row)
        while let last = cells.last, last.width > 0, isBlank(last) { cells.removeLast() }
        return cells
    }
}

// Boxes; their lines join where they meet.
extension Canvas {
    /// Draws the edges of a rectangle, with a title in the upper one.
    ///
    /// Where an edge meets or crosses the edge of another box the lines join (`┬ ┴ ├ ┤ ┼`); to lay a box over others
    /// instead, fill its rectangle first. The inside is left as it is. Nothing is drawn where a side is less than two.
    public mutating func box(_ rect: Rect, title: String = "", style: Style = .plain) {
        guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
        let left = rect.origin.column
        let top = rect.origin.row
        let (right, wide) = left.addingReportingOverflow(rect.size.columns - 1)
        let (bottom, high) = top.addingReportingOverflow(rect.size.rows - 1)
        guard !wide, !high else { return }
        let line = StoredCell(code: BoxArms([.left, .right]).code, width: 1, style: style)
        for (row, arm) in [(top, BoxArms.down), (bottom, .up)] where row >= 0 && row < size.rows {
            edge([.right, arm], column: left, row: row, style: style)
            edge([.left, arm], column: right, row: row, style: style)
            grid.set(visible(left + 1, right - 1, limit: size.columns), row: row) { cell in
                guard let arms = BoxArms(code: cell.code) else { return line }
                return StoredCell(code: arms.union([.left, .right]).code, width: 1, style: style)
            }
        }
        if bottom - top > 1 {
            for row in visible(top + 1, bottom - 1, limit: size.rows) {
                edge([.up, .down], column: left, row: row, style: style)
                edge([.up, .down], column: right, row: row, style: style)
            }
        }
        self.title(title, of: rect, style: style)
    }

    /// Gives the lines of a box that is drawn another style, with whatever stands between them left as it is.
    public mutating func restyleBox(_ rect: Rect, style: Style) {
        let (left, top) = (rect.origin.column, rect.origin.row)
        let (right, bottom) = (left + rect.size.columns - 1, top + rect.size.rows - 1)
        for row in visible(top, bottom, limit: size.rows) {
            let step = row == top || row == bottom ? 1 : max(1, right - left)
            for column in stride(from: left, through: right, by: step) where column >= 0 && column < size.columns {
                let code = grid[row * size.columns + column].code
                if BoxArms(code: code) != nil {
                    grid.set(StoredCell(code: code, width: 1, style: style), column: column, row: row)
                }
            }
        }
    }

    /// Lays a box over what is there: blank inside, and joined to the lines that end at it from outside.
    ///
    /// Panels drawn over others look like a part of them then, not like torn paper.
    public mutating func overlay(_ rect: Rect, title: String = "", style: Style = .plain) {
        guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
        let (right, wide) = rect.origin.column.addingReportingOverflow(rect.size.columns - 1)
        let (bottom, high) = rect.origin.row.addingReportingOverflow(rect.size.rows - 1)
        guard !wide, !high else { return }
        fill(rect, style: .plain)
        box(rect, style: style)
        for column in visible(rect.origin.column, right, limit: size.columns) {
            join(.up, column: column, row: rect.origin.row, style: style)
            join(.down, column: column, row: bottom, style: style)
        }
        for row in visible(rect.origin.row, bottom, limit: size.rows) {
            join(.left, column: rect.origin.column, row: row, style: style)
            join(.right, column: right, row: row, style: style)
        }
        self.title(title, of: rect, style: style)
    }
}

extension Canvas {
    private func visible(_ first: Int, _ last: Int, limit: Int) -> Range<Int> {
        let lower = max(0, first)
        return lower..<max(lower, min(last + 1, limit))
    }

    private mutating func edge(_ arms: BoxArms, column: Int, row: Int, style: Style) {
        let point = Point(column: column, row: row)
        guard contains(point) else { return }
        let there = BoxArms(code: grid[row * size.columns + column].code) ?? []
        grid.set(StoredCell(code: arms.union(there).code, width: 1, style: style), column: column, row: row)
    }

    private mutating func title(_ title: String, of rect: Rect, style: Style) {
        guard !title.isEmpty, rect.size.columns > 4 else { return }
        let cut = VisibleText(visible: TextLayout.cut(Sanitizer.visible(title), to: rect.size.columns - 4))
        write(" \(cut) " as VisibleText, at: Point(column: rect.origin.column + 1, row: rect.origin.row), style: style)
    }

    /// Extends an edge towards its neighbour in one direction, if that one reaches the edge.
    private mutating func join(_ arm: BoxArms, column: Int, row: Int, style: Style) {
        let (columns, rows) = arm.step
        let neighbour = Point(column: column + columns, row: row + rows)
        guard contains(neighbour),
            let arms = BoxArms(code: grid[neighbour.row * size.columns + neighbour.column].code),
            arms.contains(arm.opposite)
        else { return }
        edge(arm, column: column, row: row, style: style)
    }
}

/// The directions in which a box-drawing character reaches to its neighbours.
struct BoxArms: OptionSet, Hashable {
    let rawValue: UInt8

    static let up = BoxArms(rawValue: 1)
    static let down = BoxArms(rawValue: 2)
    static let left = BoxArms(rawValue: 4)
    static let right = BoxArms(rawValue: 8)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The arms of a character that `Canvas.box` draws; `nil` for any other.
    init?(_ character: Character) {
        guard let scalar = character.onlyScalar else { return nil }
        self.init(code: scalar.value)
    }

    /// The same of a cell’s code: borders are drawn anew with each frame.
    init?(code: UInt32) {
        // U+2500 to U+257F are the box-drawing characters (Unicode Standard, Box Drawing).
        guard code &- 0x2500 < 0x80, case let arms = Self.arms[Int(code - 0x2500)], arms != 0 else { return nil }
        self.init(rawValue: arms)
    }

    /// The code of the character with exactly these arms.
    ///
    /// ASCII where ambiguous characters are wide: a line of double width
    /// could not be joined, and would not fit the one column an edge has.
    var code: UInt32 {
        if DisplayWidth.ambiguousIsWide {
            switch self {
            case [.left, .right]: return 0x2D
            case [.up, .down]: return 0x7C
            default: return 0x2B
            }
        }
        return Self.codes[Int(rawValue)]
    }

    /// The offset of the neighbour in this one direction.
    var step: (columns: Int, rows: Int) {
        (contains(.left) ? -1 : contains(.right) ? 1 : 0, contains(.up) ? -1 : contains(.down) ? 1 : 0)
    }

    /// The direction in which that neighbour would have to reach to meet this one.
    var opposite: BoxArms {
        contains(.up) ? .down : contains(.down) ? .up : contains(.left) ? .right : .left
    }

    /// Indexed by `rawValue`.
    ///
    /// One arm alone never occurs: a box has at least a corner.
    private static let codes: [UInt32] =
        " ╵╷│╴┘┐┤╶└┌├─┴┬┼".unicodeScalars.map(\.value)

    /// The arms of each box-drawing character from U+2500 on; 0 for one that is never drawn.
    private static let arms = (UInt32(0x2500)..<0x2580).map { UInt8(codes.firstIndex(of: $0) ?? 0) }
}
