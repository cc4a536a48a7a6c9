// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Draws a sidebar: a pure function of what it shows, of a position, and of a colour.
struct SidebarDrawing {
    let view: SidebarView
    let position: PanelPosition
    let isFocused: Bool
    /// The rows at the bottom that tell all of the selected entry.
    let fullRows: Int
    let accent: Color

    /// The rows that it takes to tell all of any entry that is cut, of at most half of them; none where none is cut.
    static func fullRows(of view: SidebarView, in size: Size) -> Int {
        min(size.rows / 2, view.entries.reduce(0) { max($0, fullLines(of: $1, columns: size.columns).count) })
    }

    /// All of an entry’s text in lines, where it is cut beside its count.
    private static func fullLines(of entry: SidebarView.Entry, columns: Int) -> [VisibleText] {
        let text = VisibleText(entry.text)
        guard text.columns + 1 > width(for: entry, columns: columns) else { return [] }
        return text.wrapped(to: max(1, columns - 2), keepingWords: true)
    }

    private static func number(of entry: SidebarView.Entry) -> String { entry.count.map { String($0) } ?? "" }

    /// The columns for an entry’s sign and text.
    private static func width(for entry: SidebarView.Entry, columns: Int) -> Int {
        columns - number(of: entry).utf8.count - 1
    }

    /// Draws the entries that there is room for, with their counts at the right, and below them all of the selected one.
    func draw(on canvas: inout Canvas) {
        for (line, index) in position.rows.enumerated() where view.entries.indices.contains(index) {
            let isSelected = isFocused && index == position.selected
            draw(view.entries[index], isSelected: isSelected, line: line, on: &canvas)
            guard isSelected else { continue }
            canvas.reverse(row: line)
            drawFully(view.entries[index], on: &canvas)
        }
    }

    private func drawFully(_ entry: SidebarView.Entry, on canvas: inout Canvas) {
        let start = canvas.size.rows - fullRows
        for (row, line) in Self.fullLines(of: entry, columns: canvas.size.columns).prefix(fullRows).enumerated() {
            canvas.write(line, at: Point(column: 1, row: start + row), style: .dim)
        }
    }

    private func draw(_ entry: SidebarView.Entry, isSelected: Bool, line: Int, on canvas: inout Canvas) {
        let number = Self.number(of: entry)
        let width = Self.width(for: entry, columns: canvas.size.columns)
        let marks: Marks = entry.isCurrent ? [.accented, .strong] : []
        let sign = isSelected ? "▸" : entry.isCurrent ? "▌" : " "
        canvas.write(
            sign + entry.text, at: Point(column: 0, row: line), style: marks.style(accent: accent), width: width)
        canvas.write(number, at: Point(column: width + 1, row: line), style: .dim)
    }
}
