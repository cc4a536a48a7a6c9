// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Draws a sidebar: a pure function of what it shows, of a position, and of a colour.
struct SidebarDrawing {
    let view: SidebarView
    /// Which lines of the entries are seen, and which one is selected.
    let position: PanelPosition
    let lines: FoldedRows
    let isFocused: Bool
    let accent: Color

    /// The lines of the entries where all that is cut of one is told while it is selected.
    static func lines(of view: SidebarView, in size: Size) -> FoldedRows {
        FoldedRows(needs: view.entries.map { fullLines(of: $0, columns: size.columns).count }, rows: size.rows) {
            unfoldedLines(of: view.entries[$0], columns: size.columns).count
        }
    }

    /// All of an entry’s text in lines, where it is cut beside its count.
    private static func fullLines(of entry: SidebarView.Entry, columns: Int) -> [VisibleText] {
        let text = VisibleText(entry.text)
        guard text.columns + 1 > width(for: entry, columns: columns) else { return [] }
        return text.wrapped(to: max(1, columns - 2), keepingWords: true)
    }

    /// All of an entry’s text in lines beside its count.
    private static func unfoldedLines(of entry: SidebarView.Entry, columns: Int) -> [VisibleText] {
        VisibleText(entry.text).wrapped(to: max(1, width(for: entry, columns: columns) - 1), keepingWords: true)
    }

    private static func number(of entry: SidebarView.Entry) -> String { entry.count.map { String($0) } ?? "" }

    /// The columns for an entry’s sign and text.
    private static func width(for entry: SidebarView.Entry, columns: Int) -> Int {
        columns - number(of: entry).utf8.count - 1
    }

    /// Draws the lines that there is room for, with the counts at the right, and below them all of the selected entry.
    func draw(on canvas: inout Canvas) {
        let selected = isFocused ? position.selected.flatMap(lines.thing) : nil
        for (row, line) in position.rows.enumerated() {
            guard let index = lines.thing(atLine: line) else { continue }
            let isHere = isFocused && line == position.selected
            draw(view.entries[index], part: lines.part(atLine: line), isSelected: isHere, row: row, on: &canvas)
            if index == selected { canvas.reverse(row: row) }
        }
        guard let selected, position.selected.flatMap(lines.part) == nil else { return }
        drawFully(view.entries[selected], on: &canvas)
    }

    private func drawFully(_ entry: SidebarView.Entry, on canvas: inout Canvas) {
        let start = canvas.size.rows - lines.fullRows
        for (row, line) in Self.fullLines(of: entry, columns: canvas.size.columns).enumerated() {
            canvas.write(line, at: Point(column: 1, row: start + row), style: .dim)
        }
    }

    /// Draws an entry on its one line, or one of the lines that all of it takes, the first of which has its count.
    private func draw(
        _ entry: SidebarView.Entry, part: Int?, isSelected: Bool, row: Int, on canvas: inout Canvas
    ) {
        let columns = canvas.size.columns
        let width = Self.width(for: entry, columns: columns)
        let isFirst = (part ?? 0) == 0
        let marks: Marks = entry.isCurrent ? [.accented, .strong] : []
        let sign: VisibleText = isSelected ? "▸" : entry.isCurrent && isFirst ? "▌" : " "
        let text = part.map { Self.unfoldedLines(of: entry, columns: columns)[$0] } ?? VisibleText(entry.text)
        canvas.write(
            sign + text, at: Point(column: 0, row: row), style: marks.style(accent: accent), width: width)
        guard isFirst else { return }
        canvas.write(Self.number(of: entry), at: Point(column: width + 1, row: row), style: .dim)
    }
}
