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

    /// The box, which ends above the row `bottom`; `nil` if there is no room for it.
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

    /// Draws the visible lines, and below them the omitted part of the selected match’s line.
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

/// The text of the palette for a match in a box with `columns` within its border.
struct PaletteText {
    /// The column of titles, and of the texts below them.
    static let start = 2

    let match: PaletteMatch
    let columns: Int

    /// The lines of matches; the cut parts of one are shown while it is selected.
    static func lines(of matches: [PaletteMatch], in size: Size) -> FoldedRows {
        func text(_ match: PaletteMatch) -> PaletteText { PaletteText(match: match, columns: size.columns) }
        // Few need more, and for those all others would have less room.
        let most = max(2, size.rows / 4)
        return FoldedRows(needs: matches.map { text($0).full.count }, rows: size.rows, most: most) {
            text(matches[$0]).unfolded.count
        }
    }

    private var item: PaletteItem { match.item }

    /// Whether there is room for details beside the titles.
    private var isWide: Bool { columns >= 78 }

    /// The end of titles with a detail beside them.
    private var middle: Int { columns * 11 / 20 }

    private var titleRoom: Int { max(0, (isWide && !item.detail.isEmpty ? middle : columns - 1) - Self.start) }

    private var isTitleCut: Bool { DisplayWidth.of(item.title) > titleRoom }

    /// The title with its matched letters marked.
    private var wholeTitle: StyledText {
        let marked = Set(match.positions)
        var title = StyledText()
        for (offset, character) in item.title.enumerated() {
            title.append(String(character), marked.contains(offset) ? [.strong, .underlined] : [])
        }
        return title
    }

    /// The title, as far as there is room for it on one line.
    var title: StyledText { wholeTitle.cut(to: titleRoom) }

    /// The columns of the detail beside the title; empty if there is none.
    var detailColumns: Range<Int> {
        guard isWide, !item.detail.isEmpty else { return columns..<columns }
        let start = max(Self.start + title.width + 2, middle + 1)
        return start..<columns - 1
    }

    /// All that the line leaves out.
    var full: [StyledText] {
        (isTitleCut ? titleLines : []) + (DisplayWidth.of(item.detail) > detailColumns.count ? detailLines : [])
    }

    /// All of it on lines of its own.
    var unfolded: [StyledText] { titleLines + (item.detail.isEmpty ? [] : detailLines) }

    private var lineWidth: Int { max(2, columns - 2 * Self.start) }

    private var titleLines: [StyledText] { wholeTitle.wrapped(to: lineWidth) }

    private var detailLines: [StyledText] {
        TextLayout.wrap(item.detail, to: lineWidth, keepingWords: true).map { StyledText($0, .faint) }
    }
}
