// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture made of characters and their colours, a part of which can be drawn on a canvas.
///
/// ```swift
/// guard let picture = CellPicture(written, size: Size(columns: 40, rows: 12)) else { return }
/// canvas.draw(picture, rows: 0..<12, at: Point(column: 1, row: 0))
/// ```
public struct CellPicture: Hashable, Sendable {
    /// How many cells it has.
    public let size: Size
    private let cells: [StoredCell]

    /// The picture that a program such as chafa has written as text with colours.
    ///
    /// Nil where that is anything else than characters of one column, line feeds, and selections of colours (ECMA-48,
    /// SGR), or has more lines or columns than it may; shorter lines are filled with blanks.
    ///
    /// - Parameters:
    ///   - bytes: What the program has written.
    ///   - size: How many cells it has at most.
    public init?(_ bytes: [UInt8], size: Size) {
        var reader = CellPictureReader(size: size)
        guard let cells = reader.read(bytes) else { return nil }
        self.size = reader.size
        self.cells = cells
    }

    fileprivate func cell(column: Int, row: Int) -> StoredCell { cells[row * size.columns + column] }
}

extension Canvas {
    /// Draws some rows of a picture, as far as they are on the canvas, in colours that no theme changes.
    ///
    /// - Parameters:
    ///   - rows: The rows of the picture.
    ///   - point: Where the first cell of these rows goes.
    public mutating func draw(_ picture: CellPicture, rows: Range<Int>, at point: Point) {
        for row in rows.clamped(to: 0..<picture.size.rows) {
            let target = point.row + row - rows.lowerBound
            guard target >= 0, target < size.rows else { continue }
            for column in 0..<picture.size.columns where contains(Point(column: point.column + column, row: target)) {
                grid.set(picture.cell(column: column, row: row), column: point.column + column, row: target)
            }
        }
    }
}
