// SPDX-License-Identifier: GPL-3.0-or-later

/// A place on a canvas, counted from its top left corner, which is column 0 of row 0.
public struct Point: Hashable, Sendable {
    /// Columns from the left edge.
    public var column: Int
    /// Rows from the top edge.
    public var row: Int

    /// Makes a point at that column and row.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A number of columns and rows on the screen.
public struct Size: Hashable, Sendable {
    /// The width, in terminal columns.
    public var columns: Int
    /// The height, in terminal rows.
    public var rows: Int

    /// Makes a size of `columns` and `rows`.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
    /// The top left cell.
    public var origin: Point
    /// The extent to the right and down; the rectangle is empty if a side is zero or less.
    public var size: Size

    /// Makes a rectangle from its top left cell and its sides.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Point(column: column, row: row)
        size = Size(columns: columns, rows: rows)
    }
}

extension Rect {
    /// The part that lies on a canvas of `size`; its sides are never negative.
    func clipped(to size: Size) -> Rect {
        let columns = Self.span(from: origin.column, length: self.size.columns, limit: size.columns)
        let rows = Self.span(from: origin.row, length: self.size.rows, limit: size.rows)
        return Rect(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
    }

    private static func span(from start: Int, length: Int, limit: Int) -> Range<Int> {
        // A caller may pass Int.max for “to the edge”, hence the addition that cannot trap.
        let (end, overflow) = start.addingReportingOverflow(max(0, length))
        let lower = min(max(0, start), limit)
        return lower..<max(lower, overflow ? limit : min(end, limit))
    }
}
