// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// A panel over the others in which a text of several lines is written: what is typed is one line with line feeds.
struct TextEditorPanel {
    /// What stands in its border.
    let title: String
    /// How the text is kept or left, for its lower edge.
    let closing: String
    /// How many rows of the text are above those that are seen.
    private var top = 0
    /// How many rows were seen last.
    private(set) var visible = 1
    /// The column that moving up and down goes back to where lines are long enough.
    var column: Int?

    init(title: String, closing: String) {
        self.title = title
        self.closing = closing
    }

    /// Draws the text in a box that hides what is below it.
    ///
    /// - Returns: Where the cursor stands.
    mutating func draw(_ line: EditedLine, in rect: Rect, on canvas: inout Canvas) -> Point {
        canvas.overlay(rect, title: title, style: .plain)
        canvas.foot(closing, of: rect)
        var text = line
        text.prompt = Prompt(text: "")
        visible = max(1, rect.size.rows - 2)
        let view = LineView(text, columns: max(2, rect.size.columns - 3), limit: visible, from: top)
        top = view.top
        let origin = Point(column: rect.origin.column + 2, row: rect.origin.row + 1)
        canvas.within(
            Rect(
                column: origin.column, row: origin.row, columns: view.canvas.size.columns, rows: view.canvas.size.rows)
        ) { $0 = view.canvas }
        return Point(column: origin.column + view.cursor.column, row: origin.row + view.cursor.row)
    }
}
