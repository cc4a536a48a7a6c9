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

    /// Draws the box.
    func draw(above bottom: Int, on canvas: inout Canvas) {
        guard let box = Self.box(above: bottom, columns: canvas.size.columns) else { return }
        canvas.overlay(box, title: title)
        canvas.foot(closing, of: box)
        let inner = Rect(
            column: box.origin.column + 1, row: box.origin.row + 1, columns: box.inside.columns, rows: box.inside.rows)
        canvas.within(inner) { drawMatches(on: &$0) }
        guard let selected = palette.selected else { return }
        let place = " \(selected + 1) / \(palette.matches.count)\(palette.hasMore ? "+" : "") "
        canvas.write(
            place,
            at: Point(column: box.origin.column + box.size.columns - DisplayWidth.of(place) - 2, row: bottom - 1),
            style: .dim)
    }

    /// Draws the lines that are seen, and below them what the line of the selected match leaves out.
    private func drawMatches(on canvas: inout Canvas) {
        guard !palette.matches.isEmpty else {
            canvas.write(nothing, at: Point(column: PaletteText.start, row: 0), style: .dim)
            return
        }
        let (position, lines, columns) = (palette.position, palette.lines, canvas.size.columns)
        for (row, line) in position.rows.enumerated() {
            guard let index = lines.thing(atLine: line) else { continue }
            let text = PaletteText(match: palette.matches[index], columns: columns)
            if line == position.selected { canvas.write("▸", at: Point(column: 0, row: row), style: .bold) }
            let start = Point(column: PaletteText.start, row: row)
            if let part = lines.part(atLine: line) {
                canvas.write(text.unfolded[part], at: start)
            } else {
                canvas.write(text.title, at: start)
                let columns = text.detailColumns
                canvas.write(
                    text.match.item.detail, at: Point(column: columns.lowerBound, row: row), style: .dim,
                    width: columns.count)
            }
            if index == palette.selected { canvas.reverse(row: row) }
        }
        guard let selected = palette.selected, position.selected.flatMap(lines.part) == nil else { return }
        let start = canvas.size.rows - lines.fullRows
        let full = PaletteText(match: palette.matches[selected], columns: columns).full
        for (row, line) in full.enumerated() {
            canvas.write(line, at: Point(column: PaletteText.start, row: start + row))
        }
    }
}
