// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Terminal

/// A text that scrolls, laid over the panels: help, a list that no panel shows, an error of several lines.
struct TextPanel {
    /// What stands in its border.
    let title: String
    /// The text.
    let lines: [VisibleText]
    /// Which lines are seen.
    var position = PanelPosition()
    /// The text in lines as wide as there is room for.
    private var wrapped: (columns: Int, lines: [VisibleText]) = (0, [])

    init(title: String, lines: [VisibleText]) {
        self.title = title
        self.lines = lines
    }

    /// Breaks the text into lines for a box, and brings those into sight that were.
    mutating func arrange(for rect: Rect) {
        let columns = max(1, rect.size.columns - 4)
        if wrapped.columns != columns { wrapped = (columns, lines.flatMap { $0.hung(to: columns) }) }
        position.setCount(wrapped.lines.count)
        position.fit(rect.size.rows - 2)
    }

    /// Draws the text, arranged for it, in a box that hides what is below it; `closing` tells how to take it away.
    func draw(in rect: Rect, closing: String, on canvas: inout Canvas) {
        canvas.overlay(rect, title: title, style: .dim)
        canvas.foot(closing, of: rect)
        let (columns, text) = wrapped
        for (row, index) in position.rows.enumerated() {
            canvas.write(
                text[index], at: Point(column: rect.origin.column + 2, row: rect.origin.row + 1 + row), width: columns)
        }
        guard !position.place.isEmpty else { return }
        let place = " \(position.place) "
        let bottom = rect.origin.row + rect.size.rows - 1
        let start = rect.origin.column + rect.size.columns - DisplayWidth.of(place) - 2
        guard start > rect.origin.column + DisplayWidth.of(closing) + 4 else { return }
        canvas.write(place, at: Point(column: start, row: bottom), style: .dim)
    }
}

extension Canvas {
    /// Writes how a box that lies over others is closed into its lower edge.
    mutating func foot(_ text: String, of box: Rect) {
        write(
            " \(text) ", at: Point(column: box.origin.column + 1, row: box.origin.row + box.size.rows - 1), style: .dim,
            width: max(0, box.size.columns - 2))
    }
}
