// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// A text that scrolls, laid over the panels: help, a list that no panel shows, an error of several lines.
struct TextPanel {
    /// The title in its border.
    let title: String
    /// The text.
    let lines: [VisibleText]
    /// The visible lines.
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

    /// Draws the text, arranged for it, in a box that hides the content below it; `closing` has the keys to close it.
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

/// A panel over the others for a text of several lines: the input is one line with line feeds.
struct TextEditorPanel {
    /// The title in its border.
    let title: String
    /// The keys to keep or leave the text, for its lower edge.
    let closing: String
    private let measuring: (@MainActor (String) -> LocalizedText)?
    private let language: Language
    /// The remark on the present text.
    private var measure: String?
    /// The text as far as it is seen.
    private var view = LineView(EditedLine(prompt: Prompt(text: "")), columns: 2, limit: 1)
    /// The number of visible rows.
    private(set) var visible = 1
    /// The column that moving up and down returns to if lines are long enough.
    var column: Int?

    /// - Parameter measuring: Returns the remark on the text beside the title; `nil`: none.
    init(_ title: LocalizedText, measuring: (@MainActor (String) -> LocalizedText)?, in language: Language) {
        self.title = title.string(in: language)
        self.measuring = measuring
        self.language = language
        closing = Strings.editorClosing.string(in: language)
    }

    /// Updates the text, for a box.
    @MainActor
    mutating func arrange(_ line: EditedLine, for rect: Rect) {
        measure = measuring?(line.text).string(in: language)
        var text = line
        text.prompt = Prompt(text: "")
        visible = max(1, rect.size.rows - 2)
        view = LineView(text, columns: max(2, rect.size.columns - 3), limit: visible, from: view.top)
    }

    /// Draws the text, arranged for it, in a box that hides the content below it.
    ///
    /// - Returns: The place of the cursor.
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

/// A place in a text of several lines, and the places around it; all in bytes of UTF-8.
struct TextPlace {
    private let bytes: [UInt8]
    /// The place.
    let cursor: Int

    /// The place of the cursor of a line with line feeds in it.
    init(_ text: String, cursor: Int) {
        bytes = Array(text.utf8)
        self.cursor = min(max(0, cursor), bytes.count)
    }

    /// The line that the place is in, without the line feed that ends it.
    var line: Range<Int> { line(around: cursor) }

    /// Whether the text ends here, with a line that is only a dot: the sign that nothing follows.
    var endsWithDot: Bool { cursor == bytes.count && bytes[line].elementsEqual([UInt8(ascii: ".")]) }

    /// The number of columns before the place in its line.
    var column: Int { DisplayWidth.of(Sanitizer.visible(string(line.lowerBound..<cursor))) }

    /// The place `lines` further down, or up with a negative number, at a column or at the end of a shorter line;
    /// above the first line is its start, below the last one its end.
    func moved(lines: Int, toColumn column: Int) -> Int {
        var line = line
        for _ in 0..<abs(lines) {
            if lines < 0 {
                guard line.lowerBound > 0 else { return 0 }
                line = self.line(around: line.lowerBound - 1)
            } else {
                guard line.upperBound < bytes.count else { return bytes.count }
                line = self.line(around: line.upperBound + 1)
            }
        }
        var (place, width) = (line.lowerBound, 0)
        for character in string(line) {
            width += DisplayWidth.of(Sanitizer.visible(String(character)))
            guard width <= column else { break }
            place += character.utf8.count
        }
        return place
    }

    private func line(around place: Int) -> Range<Int> {
        let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return start..<(bytes[place...].firstIndex(of: 0x0A) ?? bytes.count)
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// Performs the actions of keys while a text of several lines is written.
@MainActor
struct TextKeyboard {
    let state: ScreenState
    let keys: any KeyedLineSource

    /// Performs the action of a key; `leave` if the text is done or left.
    func press(_ key: TextKey) -> KeyOutcome {
        guard let editor = state.editor else { return .done }
        let line = state.typed.line
        let place = TextPlace(line.text, cursor: line.cursor)
        func move(_ lines: Int) {
            let column = editor.column ?? place.column
            keys.moveCursor(to: place.moved(lines: lines, toColumn: column))
            state.editor?.column = column
        }
        state.editor?.column = nil
        switch key {
        case .done, .leave: return .leave
        case .newline:
            guard place.endsWithDot else {
                keys.insert("\n")
                break
            }
            // The dot says that nothing follows, and is no part of the text.
            keys.delete(max(0, place.line.lowerBound - 1)..<place.cursor)
            return .leave
        case .up: move(-1)
        case .down: move(1)
        case .pageUp: move(-max(1, editor.visible - 1))
        case .pageDown: move(max(1, editor.visible - 1))
        case .lineStart: keys.moveCursor(to: place.line.lowerBound)
        case .lineEnd: keys.moveCursor(to: place.line.upperBound)
        case .killToStart: keys.delete(place.line.lowerBound..<place.cursor)
        case .killToEnd:
            // At the end of a line the next one is joined to it.
            let end = place.line.upperBound
            keys.delete(place.cursor..<(end > place.cursor ? end : min(end + 1, line.text.utf8.count)))
        }
        return .done
    }
}
