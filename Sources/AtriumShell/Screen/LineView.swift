// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// Draws the line that is typed, on as many rows as it takes or there are, with the cursor in sight.
struct LineView {
    /// The rows, as wide as asked for.
    let canvas: Canvas
    /// Where the cursor stands on them.
    let cursor: Point
    /// How many rows there are above them.
    let top: Int

    /// The line drawn on rows of so many columns, `limit` at most.
    ///
    /// - Parameter first: The row that is to be the first one, unless the cursor would be out of sight; nil: the
    ///   cursor’s.
    init(_ line: EditedLine, columns: Int, limit: Int, from first: Int? = nil) {
        var writer = Writer(columns: max(2, columns))
        writer.putWords(of: Sanitizer.visible(line.prompt.text), style: line.prompt.style)
        var offset = 0
        var cursor: Point?
        for character in line.text {
            if cursor == nil, offset >= line.cursor { cursor = writer.place(for: character) }
            let style: Style = line.marked?.contains(offset) == true ? .reverse : .plain
            offset += character.utf8.count
            if character.isNewline { writer.breakLine() } else { writer.put(character, style: style) }
        }
        let end = cursor ?? writer.place(for: " ")
        for character in line.hint { writer.put(character, style: .dim) }
        let rows = max(writer.rows, end.row + 1)
        let shown = max(1, min(rows, limit))
        // The end is what somebody wants to see, unless the cursor is further up.
        let top = min(first.map { min(max($0, end.row - shown + 1), end.row) } ?? end.row, rows - shown)
        self.top = top
        var canvas = Canvas(size: Size(columns: columns, rows: shown))
        for (text, point, style) in writer.cells where point.row >= top && point.row < top + shown {
            canvas.write(text, at: Point(column: point.column, row: point.row - top), style: style)
        }
        self.canvas = canvas
        self.cursor = Point(column: end.column, row: end.row - top)
    }

    private struct Writer {
        let columns: Int
        private(set) var cells: [(text: String, point: Point, style: Style)] = []
        private var next = Point(column: 0, row: 0)

        init(columns: Int) { self.columns = columns }

        var rows: Int { next.row + 1 }

        func place(for character: Character) -> Point {
            let width = max(1, DisplayWidth.of(character))
            return next.column + width > columns ? Point(column: 0, row: next.row + 1) : next
        }

        mutating func put(_ character: Character, style: Style) {
            // Control characters as Readline shows them.
            if let ascii = character.asciiValue, ascii < 0x20 || ascii == 0x7F {
                put("^", style: style)
                return put(Character(Unicode.Scalar(ascii ^ 0x40)), style: style)
            }
            for visible in Sanitizer.visible(String(character)) {
                next = place(for: visible)
                cells.append((String(visible), next, style))
                next = Point(column: next.column + DisplayWidth.of(visible), row: next.row)
            }
        }

        /// Puts a text that breaks as texts do elsewhere; what is typed behind it stands apart where the text ends so.
        mutating func putWords(of text: String, style: Style) {
            var end = text.startIndex
            for (row, range) in TextLayout.ranges(of: text, to: columns, keepingWords: true).enumerated() {
                if row > 0 { breakLine() }
                for character in text[range] { put(character, style: style) }
                end = range.upperBound
            }
            for blank in text[end...] where next.column < columns { put(blank, style: style) }
        }

        mutating func breakLine() { next = Point(column: 0, row: next.row + 1) }
    }
}

/// The line as it was drawn last, for as long as it stays the same.
struct DrawnLine {
    private struct Key: Equatable {
        let line: EditedLine
        let size: Size
        let ambiguousIsWide: Bool
    }

    private var drawn: (key: Key, view: LineView)?

    /// The line as it is drawn on a screen of a size.
    mutating func view(of line: EditedLine, on size: Size) -> LineView {
        let key = Key(line: line, size: size, ambiguousIsWide: DisplayWidth.ambiguousIsWide)
        if let drawn, drawn.key == key { return drawn.view }
        let view = LineView(line, columns: size.columns - 1, limit: ScreenLayout.promptLimit(size))
        drawn = (key, view)
        return view
    }
}
