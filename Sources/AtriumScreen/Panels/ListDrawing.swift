// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// Draws a list: a pure function of its data, the selection, and a colour.
struct ListDrawing {
    let view: ListView
    let selected: String?
    let marked: Set<String>
    let isFocused: Bool
    /// The places of the parts of each row.
    let layouts: [RowLayout]
    /// The position in the message of an empty list.
    var emptyPosition = PanelPosition()
    let accent: Color

    /// The message of an empty list, in the lines of a panel of this width.
    static func emptyLines(of view: ListView, columns: Int) -> [StyledText] {
        guard view.rows.isEmpty, !view.whenEmpty.isEmpty else { return [] }
        return StyledText(view.whenEmpty, .faint).visible.wrapped(to: max(1, columns - 2))
    }

    func draw(on canvas: inout Canvas) {
        guard !view.rows.isEmpty else {
            let lines = Self.emptyLines(of: view, columns: canvas.size.columns)
            for (row, line) in emptyPosition.rows.clamped(to: lines.indices).enumerated() {
                canvas.write(lines[line], at: Point(column: 1, row: row), accent: accent)
            }
            return
        }
        var line = 0
        for (row, layout) in zip(view.rows, layouts) {
            let height = layout.height
            for part in layout.parts {
                let point = Point(column: part.columns.lowerBound, row: line + part.line)
                canvas.write(
                    marked.contains(row.id) ? part.text.marked(.accented) : part.text, at: point, accent: accent)
            }
            let isSelected = row.id == selected && row.action != nil
            drawSign(of: row, isSelected: isSelected, line: line, on: &canvas)
            if isSelected, isFocused { for line in line..<line + height { canvas.reverse(row: line) } }
            line += height
        }
    }

    /// Draws whether a row is selected, and whether it is marked.
    private func drawSign(of row: Row, isSelected: Bool, line: Int, on canvas: inout Canvas) {
        let isMarked = marked.contains(row.id)
        let marks: Marks = row.isOpen || isMarked ? [.accented, .strong] : []
        canvas.write(
            isSelected ? (isMarked ? "✱" : "▸") : isMarked ? "*" : " ", at: Point(column: 0, row: line),
            style: marks.style(accent: accent))
    }
}
