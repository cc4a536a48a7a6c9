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
    /// Where the terminal's cursor belongs; `nil` leaves it where it is.
    public var cursor: Point?
    /// What is drawn on it.
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
        // Where it lies outside nothing of it is looked at.
        guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return 0 }
        return write(VisibleText(text), at: point, style: style, width: width)
    }

    /// Writes one line of text that was made visible before.
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
            // What is too long is cut elsewhere, where a sign says so.
            return utf8.count <= limit ? grid.put(utf8, column: point.column, row: point.row, style: style) : nil
        }
        if let taken { return taken }
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
            part.grid.repair(row: shift.row + row)
        }
        draw(&part)
        for row in 0..<area.size.rows {
            let from = (shift.row + row) * part.size.columns + shift.column
            let to = (area.origin.row + row) * size.columns + area.origin.column
            grid.take(from..<from + columns, of: part.grid, at: to)
            grid.repair(row: area.origin.row + row)
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
