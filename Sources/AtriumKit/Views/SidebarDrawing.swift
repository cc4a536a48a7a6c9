// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Draws a sidebar: a pure function of what it shows, of a position, and of a colour.
struct SidebarDrawing {
    let view: SidebarView
    let position: PanelPosition
    let isFocused: Bool
    let accent: Color

    /// Draws the entries that there is room for, with their counts at the right.
    func draw(on canvas: inout Canvas) {
        for (line, index) in position.rows.enumerated() where view.entries.indices.contains(index) {
            let isSelected = isFocused && index == position.selected
            draw(view.entries[index], isSelected: isSelected, line: line, on: &canvas)
            if isSelected { canvas.reverse(row: line) }
        }
    }

    private func draw(_ entry: SidebarView.Entry, isSelected: Bool, line: Int, on canvas: inout Canvas) {
        let number = entry.count.map { String($0) } ?? ""
        let width = canvas.size.columns - number.utf8.count - 1
        let marks: Marks = entry.isCurrent ? [.accented, .strong] : []
        let sign = isSelected ? "▸" : entry.isCurrent ? "▌" : " "
        canvas.write(
            sign + entry.text, at: Point(column: 0, row: line), style: marks.style(accent: accent), width: width)
        canvas.write(number, at: Point(column: width + 1, row: line), style: .dim)
    }
}
