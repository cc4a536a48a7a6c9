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
