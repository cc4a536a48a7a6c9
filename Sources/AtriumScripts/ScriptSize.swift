// SPDX-License-Identifier: GPL-3.0-or-later

/// The size of a script's screen in cells, each from 0 to 65,535 as the terminal interface has it.
public struct ScriptSize: Sendable, Equatable {
    /// Cells in a row.
    public let columns: Int
    /// Rows on the screen.
    public let rows: Int

    /// Makes a size of so many columns and rows.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
