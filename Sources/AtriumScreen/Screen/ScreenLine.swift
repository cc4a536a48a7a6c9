// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTerminal

/// Shows the typed line on the screen, and its candidates.
@MainActor
final class ScreenLine: LineDisplay {
    private unowned let screen: Screen
    private var state: ScreenState { screen.state }

    /// - Parameter screen: The screen, which owns it.
    init(on screen: Screen) { self.screen = screen }

    func show(_ line: EditedLine) {
        screen.take(.line(state.take(screen.letters.givingBack(to: line))))
        screen.commands.remark(on: state.typed.line.text) { [weak self] remark in
            guard let self, state.typed.remark != remark else { return }
            state.typed.remark = remark
            screen.update()
        }
    }

    func showAhead(_ text: String) {
        guard state.typed.ahead != text, !state.coordinator.isCovered else { return }
        state.typed.ahead = text
        screen.update()
    }

    func list(_ candidates: [Completion], choose: @escaping @MainActor (Completion) -> Void) {
        guard state.layer(Palette.self) == nil else { return }
        if let former = state.layer(CandidateList.self) { state.remove(former) }
        if !candidates.isEmpty { state.push(CandidateList(candidates, choose: choose)) }
        screen.update()
    }

    func nextCandidate() -> Bool {
        guard let candidates = state.layer(CandidateList.self) else { return false }
        candidates.step()
        screen.update()
        return true
    }
}

/// The typed line: its text, its start, and the place that it leads back to.
struct TypedLine {
    /// The line as it is now.
    private(set) var line: EditedLine
    /// The text by which a key has begun it, such as a command that gives a new name, if it is unchanged.
    private var begun: String?
    /// The letter that was pressed as a key, if no other key was pressed since.
    var takenLetter: String?
    /// The app’s remark on its text.
    var remark: LocalizedText?
    /// Whether the next line that is shown is another one: then it is no change of this one.
    private var isNext = false
    /// Whether it was performed: the next empty line leads back to the place before the typing.
    private(set) var isOver = false
    /// The open thing when it was performed.
    private(set) var opened: Place?
    /// The input for the next line while it is performed.
    var ahead = ""

    /// An empty line.
    init(prompt: Prompt = Prompt(text: "")) { line = EditedLine(prompt: prompt) }

    /// Updates the line.
    ///
    /// - Returns: Whether the user has typed something.
    mutating func take(_ line: EditedLine) -> Bool {
        let isTyped = line.text != self.line.text && !isNext
        if let begun, isTyped, !line.text.hasSuffix(begun) { self.begun = nil }
        isNext = false
        ahead = ""
        self.line = line
        return isTyped
    }

    /// The line as it is shown: below a line in progress stands the input for the next one.
    var shown: EditedLine {
        guard !ahead.isEmpty else { return line }
        let text = line.text.isEmpty ? ahead : line.text + "\n" + ahead
        return EditedLine(prompt: line.prompt, text: text, cursor: text.utf8.count)
    }

    /// Performs the line.
    ///
    /// - Parameter opened: The open thing then.
    mutating func perform(opened: Place?) {
        // Nothing more is typed on it.
        line.hint = ""
        (isOver, self.opened) = (true, opened)
        remark = nil
        takenLetter = nil
        isNext = true
    }

    /// The next line has led back, or belongs to something else.
    mutating func endReturn() { isOver = false }

    /// Another line comes next.
    mutating func expectNext() { isNext = true }

    /// Removes the typed text.
    mutating func clear() { line = EditedLine(prompt: Prompt(text: "")) }

    /// A key begins it.
    mutating func begin(with text: String) { begun = text }

    /// Whether a key has begun it, and it is unchanged.
    var isBegun: Bool { begun.map(line.text.hasSuffix) == true }

    /// Removes the text by which a key has begun it.
    mutating func giveUp() {
        begun = nil
        // That the line is emptied is no typing.
        isNext = true
    }
}

/// Draws the typed line, on as many rows as it takes or there are, with the cursor in sight.
struct LineView {
    /// The rows, as wide as asked for.
    let canvas: Canvas
    /// The place of the cursor on them.
    let cursor: Point
    /// The number of rows above them.
    let top: Int

    /// The line drawn on rows of `columns`, `limit` at most.
    ///
    /// - Parameter first: The row that is to be the first one, unless the cursor would be out of sight; `nil`: the
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
        // The end matters most, unless the cursor is further up.
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
                if let last = cells.last, last.style == style, last.point.row == next.row {
                    cells[cells.count - 1].text.append(visible)
                } else {
                    cells.append((String(visible), next, style))
                }
                next = Point(column: next.column + DisplayWidth.of(visible), row: next.row)
            }
        }

        /// Adds a text that breaks as texts do elsewhere; input behind it is separate if the text ends so.
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
