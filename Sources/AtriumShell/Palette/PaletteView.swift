// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// Draws the palette in a box over the panels, above the line on which its words are typed.
@MainActor
struct PaletteView {
    let palette: Palette
    let title: String
    let nothing: String
    let closing: String

    /// The box, which ends above the row `bottom`; nil where there is no room for it.
    static func box(above bottom: Int, columns width: Int) -> Rect? {
        let columns = min(width, 90)
        let rows = min(bottom - 1, 18)
        guard rows >= 3 else { return nil }
        return Rect(column: (width - columns) / 2, row: bottom - rows, columns: columns, rows: rows)
    }

    /// The rows in a box for what is found; where it is too narrow for both, those below them say what is selected means.
    static func matchRows(in box: Rect) -> Int { box.inside.rows - detailRows(in: box) }

    private static func detailRows(in box: Rect) -> Int { box.size.columns < 80 && box.size.rows >= 9 ? 2 : 0 }

    /// Draws the box.
    func draw(above bottom: Int, on canvas: inout Canvas) {
        guard let box = Self.box(above: bottom, columns: canvas.size.columns) else { return }
        let (columns, rows) = (box.size.columns, box.size.rows)
        canvas.overlay(box, title: title)
        canvas.foot(closing, of: box)
        let inner = Rect(
            column: box.origin.column + 1, row: box.origin.row + 1, columns: columns - 2, rows: rows - 2)
        let detailRows = Self.detailRows(in: box)
        canvas.within(inner) { drawMatches(on: &$0, hasDetails: detailRows == 0) }
        guard let selected = palette.position.selected else { return }
        let detail = TextLayout.wrap(palette.matches[selected].item.detail, to: columns - 6, keepingWords: true)
        for (row, line) in detail.prefix(detailRows).enumerated() {
            canvas.write(
                line, at: Point(column: box.origin.column + 3, row: bottom - 1 - detailRows + row), style: .dim)
        }
        let place = " \(selected + 1) / \(palette.matches.count)\(palette.hasMore ? "+" : "") "
        canvas.write(
            place, at: Point(column: box.origin.column + columns - DisplayWidth.of(place) - 2, row: bottom - 1),
            style: .dim)
    }

    private func drawMatches(on canvas: inout Canvas, hasDetails: Bool) {
        guard !palette.matches.isEmpty else {
            canvas.write(nothing, at: Point(column: 2, row: 0), style: .dim)
            return
        }
        let width = canvas.size.columns
        let titles = max(12, width * 11 / 20)
        for (row, index) in palette.position.rows.enumerated() {
            let match = palette.matches[index]
            if index == palette.position.selected { canvas.write("▸", at: Point(column: 0, row: row), style: .bold) }
            let end = draw(
                match, row: row, until: match.item.detail.isEmpty || !hasDetails ? width - 1 : titles, on: &canvas)
            let column = max(end + 2, titles + 1)
            if hasDetails, column < width - 4 {
                canvas.write(
                    match.item.detail, at: Point(column: column, row: row), style: .dim, width: width - column - 1)
            }
            if index == palette.position.selected { canvas.reverse(row: row) }
        }
    }

    /// Draws a title with its matched letters marked, and returns the column behind it.
    private func draw(_ match: PaletteMatch, row: Int, until end: Int, on canvas: inout Canvas) -> Int {
        let marked = Set(match.positions)
        var column = 2
        for (offset, character) in match.item.title.enumerated() {
            let width = DisplayWidth.of(character)
            guard column + width < end else {
                return column + canvas.write("…", at: Point(column: column, row: row))
            }
            let style: Style = marked.contains(offset) ? Style(attributes: [.bold, .underline]) : .plain
            canvas.write(String(character), at: Point(column: column, row: row), style: style)
            column += width
        }
        return column
    }
}
