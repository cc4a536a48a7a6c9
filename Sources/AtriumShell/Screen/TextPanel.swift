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
    private var wrapped: (columns: Int, lines: [VisibleText])?

    init(title: String, lines: [VisibleText]) {
        self.title = title
        self.lines = lines
    }

    /// Draws the text in a box that hides what is below it; `closing` tells how to take it away.
    mutating func draw(in rect: Rect, closing: String, on canvas: inout Canvas) {
        canvas.overlay(rect, title: title, style: .dim)
        canvas.foot(closing, of: rect)
        let columns = max(1, rect.size.columns - 4)
        let text = wrapped(to: columns)
        position.setCount(text.count)
        position.fit(rect.size.rows - 2)
        for (row, index) in position.rows.enumerated() {
            canvas.write(
                text[index], at: Point(column: rect.origin.column + 2, row: rect.origin.row + 1 + row), width: columns)
        }
        guard position.rows.count < text.count else { return }
        let place = " \(position.rows.lowerBound + 1)–\(position.rows.upperBound) / \(text.count) "
        let bottom = rect.origin.row + rect.size.rows - 1
        let start = rect.origin.column + rect.size.columns - DisplayWidth.of(place) - 2
        guard start > rect.origin.column + DisplayWidth.of(closing) + 4 else { return }
        canvas.write(place, at: Point(column: start, row: bottom), style: .dim)
    }

    private mutating func wrapped(to columns: Int) -> [VisibleText] {
        if let wrapped, wrapped.columns == columns { return wrapped.lines }
        let lines = self.lines.flatMap { $0.wrapped(to: columns) }
        wrapped = (columns, lines)
        return lines
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
