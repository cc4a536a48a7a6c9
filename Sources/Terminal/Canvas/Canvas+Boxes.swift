// SPDX-License-Identifier: GPL-3.0-or-later

// Boxes, whose lines join where they meet.
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
        for column in visible(left, right, limit: size.columns) {
            let ends: BoxArms = column == left ? .right : column == right ? .left : [.left, .right]
            edge(ends.union(column == left || column == right ? .down : []), column: column, row: top, style: style)
            edge(ends.union(column == left || column == right ? .up : []), column: column, row: bottom, style: style)
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
        func isEdge(_ column: Int, _ row: Int) -> Bool {
            column == left || column == right || row == top || row == bottom
        }
        for row in visible(top, bottom, limit: size.rows) {
            for column in visible(left, right, limit: size.columns) where isEdge(column, row) {
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

    /// Lets an edge reach out to its neighbour in one direction, if that reaches to the edge.
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
