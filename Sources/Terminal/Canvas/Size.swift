// SPDX-License-Identifier: GPL-3.0-or-later

/// How many columns and rows something takes on the screen.
public struct Size: Hashable, Sendable {
    /// The width, in terminal columns.
    public var columns: Int
    /// The height, in terminal rows.
    public var rows: Int

    /// Makes a size of so many columns and rows.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
