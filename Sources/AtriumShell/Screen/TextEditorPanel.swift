// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// A panel over the others in which a text of several lines is written: what is typed is one line with line feeds.
struct TextEditorPanel {
    /// What stands in its border.
    let title: String
    /// How the text is kept or left, for its lower edge.
    let closing: String
    private let measuring: (@MainActor (String) -> LocalizedText)?
    private let language: Language
    /// What is said of the text as it is now.
    private var measure: String?
    /// The text as far as it is seen.
    private var view = LineView(EditedLine(prompt: Prompt(text: "")), columns: 2, limit: 1)
    /// How many rows are seen.
    private(set) var visible = 1
    /// The column that moving up and down goes back to where lines are long enough.
    var column: Int?

    /// - Parameter measuring: What is said of the text beside the title; nil: nothing.
    init(_ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)?, in language: Language) {
        self.title = title.string(in: language)
        self.measuring = measuring
        self.language = language
        closing = Strings.editorClosing.string(in: language)
    }

    /// Takes the text as it is now, for a box.
    @MainActor
    mutating func arrange(_ line: EditedLine, for rect: Rect) {
        measure = measuring?(line.text).string(in: language)
        var text = line
        text.prompt = Prompt(text: "")
        visible = max(1, rect.size.rows - 2)
        view = LineView(text, columns: max(2, rect.size.columns - 3), limit: visible, from: view.top)
    }

    /// Draws the text, arranged for it, in a box that hides what is below it.
    ///
    /// - Returns: Where the cursor stands.
    func draw(in rect: Rect, on canvas: inout Canvas) -> Point {
        canvas.overlay(rect, title: [title, measure].compactMap { $0 }.joined(separator: " · "), style: .plain)
        canvas.foot(closing, of: rect)
        let origin = Point(column: rect.origin.column + 2, row: rect.origin.row + 1)
        canvas.within(
            Rect(
                column: origin.column, row: origin.row, columns: view.canvas.size.columns, rows: view.canvas.size.rows)
        ) { $0 = view.canvas }
        return Point(column: origin.column + view.cursor.column, row: origin.row + view.cursor.row)
    }
}
