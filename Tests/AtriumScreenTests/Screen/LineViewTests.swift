// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumTerminal
import Dice
import Testing

/// The line that is typed, as it is drawn.
struct LineViewTests {
    private func view(_ text: String, cursor: Int? = nil, columns: Int = 10, limit: Int = 3) -> LineView {
        LineView(
            EditedLine(prompt: Prompt(text: "> "), text: text, cursor: cursor ?? text.utf8.count), columns: columns,
            limit: limit)
    }

    @Test func `the cursor stands behind what is typed`() {
        #expect(view("abc").canvas.lines == ["> abc"])
        #expect(view("abc").cursor == Point(column: 5, row: 0))
        #expect(view("abc", cursor: 1).cursor == Point(column: 3, row: 0))
        #expect(view("豆腐").cursor == Point(column: 6, row: 0))
        #expect(view("👩‍👩‍👧").cursor == Point(column: 4, row: 0))
        #expect(view("e\u{301}x").cursor == Point(column: 4, row: 0))
    }

    @Test func `a full row puts the cursor on the next`() {
        #expect(view("12345678").cursor == Point(column: 0, row: 1))
        #expect(view("12345678").canvas.lines == ["> 12345678", ""])
        // A wide character that does not fit goes to the next row whole.
        #expect(view("1234567豆").canvas.lines == ["> 1234567", "豆"])
    }

    @Test func `a question breaks no word, and what is typed follows it`() {
        func lines(_ question: String, _ text: String = "") -> (lines: [String], cursor: Point) {
            let line = EditedLine(prompt: Prompt(text: question), text: text, cursor: text.utf8.count)
            let view = LineView(line, columns: 10, limit: 9)
            return (view.canvas.lines, view.cursor)
        }
        #expect(lines("Move all messages? ", "no") == (["Move all", "messages?", "no"], Point(column: 2, row: 2)))
        #expect(lines("Go to “a b” now? ", "y") == (["Go to “a", "b” now? y"], Point(column: 9, row: 1)))
        #expect(lines("要将十二条消息移走吗？ ").lines == ["要将十二条", "消息移走", "吗？"])
        #expect(lines("An incomprehensible one: ").lines == ["An", "incomprehe", "nsible", "one:"])
        #expect(lines("Go to 2020-01-01? ").lines == ["Go to", "2020-01-01", "?"])
        #expect(lines("Restart sync-all now? ").lines == ["Restart", "sync-all", "now?"])
    }

    @Test func `of a long line the part with the cursor is seen`() {
        let text = String(repeating: "x", count: 100)
        #expect(view(text).canvas.lines == ["xxxxxxxxxx", "xxxxxxxxxx", "xx"])
        #expect(view(text, cursor: 0).canvas.lines[0] == "> xxxxxxxx")
        #expect(view(text, cursor: 0).cursor == Point(column: 2, row: 0))
    }

    @Test func `control characters are seen, and lines break`() {
        #expect(view("a\tb\u{1B}c").canvas.lines == ["> a^Ib^[c"])
        #expect(view("one\ntwo").canvas.lines == ["> one", "two"])
        // A character that would change the direction of what follows is shown instead of obeyed.
        #expect(!view("a\u{202E}b").canvas.lines.joined().unicodeScalars.contains("\u{202E}"))
    }

    @Test func `the hint is faint and behind the cursor`() {
        var line = EditedLine(prompt: Prompt(text: "> "), text: "li", cursor: 2)
        line.hint = "st"
        let view = LineView(line, columns: 10, limit: 1)
        #expect(view.canvas.lines == ["> list"])
        #expect(view.cursor == Point(column: 4, row: 0))
        #expect(view.canvas[Point(column: 4, row: 0)].style == .dim)
    }

    @Test func `the cursor is always on the canvas`() {
        var dice = Dice(seed: 7)
        let alphabet = Array("ab豆👩‍👩‍👧\n\t é🇫🇷")
        for _ in 0..<500 {
            let text = String(
                (0..<dice.roll(61)).map { _ in alphabet[dice.roll(alphabet.count)] })
            let offsets = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count]
            let columns = dice.roll(19) + 2
            let limit = dice.roll(5) + 1
            let made = view(
                text, cursor: offsets[dice.roll(offsets.count)], columns: columns, limit: limit)
            #expect(made.canvas.size.rows <= limit)
            #expect(made.cursor.row >= 0 && made.cursor.row < made.canvas.size.rows, "\(text.debugDescription)")
            #expect(made.cursor.column >= 0 && made.cursor.column < columns)
        }
    }
}
