// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Testing

struct CanvasTests {
    @Test func writesWithinItsWidth() {
        var canvas = Canvas(size: Size(columns: 8, rows: 2))
        #expect(canvas.write("你好", at: Point(column: 0, row: 0)) == 4)
        #expect(canvas.write("too long for it", at: Point(column: 0, row: 1), width: 5) == 5)
        #expect(canvas.write("outside", at: Point(column: 0, row: 2)) == 0)
        #expect(canvas.write("edge", at: Point(column: 6, row: 0)) == 2)
        #expect(canvas.lines == ["你好  e…", "too …"])
        #expect(canvas[Point(column: 0, row: 0)].width == 2)
        #expect(canvas[Point(column: 1, row: 0)].text == "")
        #expect(canvas[Point(column: 99, row: -1)] == .blank)
    }

    @Test func clipsOnTheLeft() {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        #expect(canvas.write("abcd", at: Point(column: -2, row: 0)) == 4)
        #expect(canvas.lines == ["cd"])
        canvas.write("你好", at: Point(column: -1, row: 0))
        #expect(canvas.lines == [" 好"])
    }

    @Test func overwritingHalfOfAWideGraphemeBlanksTheOther() {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        canvas.write("你好吗", at: Point(column: 0, row: 0))
        canvas.write("x", at: Point(column: 1, row: 0))
        #expect(canvas.lines == [" x好吗"])
        canvas.write("中", at: Point(column: 3, row: 0))
        #expect(canvas.lines == [" x 中"])
    }

    @Test func anOverlayHidesWhatIsBelowAndJoinsTheLinesThatEndAtIt() {
        var canvas = Canvas(size: Size(columns: 14, rows: 7))
        canvas.box(Rect(column: 0, row: 0, columns: 5, rows: 7))
        canvas.box(Rect(column: 4, row: 0, columns: 10, rows: 4))
        canvas.box(Rect(column: 4, row: 3, columns: 10, rows: 4))
        canvas.write("text", at: Point(column: 6, row: 2))
        canvas.overlay(Rect(column: 2, row: 2, columns: 7, rows: 5), title: "On")
        #expect(
            canvas.lines == [
                "┌───┬────────┐",
                "│   │        │",
                "│ ┌ On ─┐t   │",
                "│ │     ├────┤",
                "│ │     │    │",
                "│ │     │    │",
                "└─┴─────┴────┘",
            ])
        // A box as wide as what is below it stands in its sides.
        canvas.overlay(Rect(column: 0, row: 4, columns: 14, rows: 3))
        #expect(canvas.lines.suffix(4) == ["│ │     ├────┤", "├─┴─────┴────┤", "│            │", "└────────────┘"])
    }

    @Test func anOverlayOverTheEdgeIsClipped() {
        var canvas = Canvas(size: Size(columns: 4, rows: 3))
        canvas.overlay(Rect(column: 2, row: 1, columns: 99, rows: 99))
        canvas.overlay(Rect(column: 2, row: 1, columns: .max, rows: .max))
        canvas.overlay(Rect(column: 1, row: 1, columns: 1, rows: 9))
        #expect(canvas.lines == ["", "  ┌─", "  │"])
    }

    @Test func sanitisesWhatItIsGiven() {
        var canvas = Canvas(size: Size(columns: 12, rows: 1))
        canvas.write("a\u{1B}[2J\nb", at: Point(column: 0, row: 0))
        #expect(canvas.lines == ["a␛[2J␊b"])
    }

    @Test func boxesJoinWhereTheirEdgesMeet() {
        var canvas = Canvas(size: Size(columns: 13, rows: 5))
        canvas.box(Rect(column: 0, row: 0, columns: 7, rows: 3), title: "A")
        canvas.box(Rect(column: 6, row: 0, columns: 7, rows: 3), title: "long title")
        canvas.box(Rect(column: 0, row: 2, columns: 13, rows: 3))
        #expect(
            canvas.lines == [
                "┌ A ──┬ lo… ┐",
                "│     │     │",
                "├─────┴─────┤",
                "│           │",
                "└───────────┘",
            ])
    }

    @Test func crossingEdgesCross() {
        var canvas = Canvas(size: Size(columns: 5, rows: 5))
        canvas.box(Rect(column: 0, row: 0, columns: 3, rows: 3))
        canvas.box(Rect(column: 2, row: 2, columns: 3, rows: 3))
        canvas.box(Rect(column: 1, row: 1, columns: 3, rows: 3))
        #expect(canvas.lines == ["┌─┐", "│┌┼┐", "└┼┼┼┐", " └┼┘│", "  └─┘"])
        canvas.box(Rect(column: -5, row: -5, columns: Int.max, rows: Int.max))
        canvas.box(Rect(column: 3, row: 3, columns: 1, rows: 9))
        #expect(canvas.lines.first == "┌─┐")
    }

    @Test func aFilledBoxLiesOverOthers() {
        var canvas = Canvas(size: Size(columns: 5, rows: 3))
        canvas.box(Rect(column: 0, row: 0, columns: 3, rows: 3))
        let over = Rect(column: 2, row: 0, columns: 3, rows: 3)
        canvas.fill(over, style: .plain)
        canvas.box(over)
        #expect(canvas.lines == ["┌─┌─┐", "│ │ │", "└─└─┘"])
    }

    @Test func drawsWithinAPart() {
        var canvas = Canvas(size: Size(columns: 8, rows: 2))
        canvas.write("abcdefgh", at: Point(column: 0, row: 0))
        canvas.within(Rect(column: 6, row: 0, columns: 4, rows: 2)) { part in
            #expect(part.size == Size(columns: 4, rows: 2))
            #expect(part.lines == ["gh", ""])
            part.write("1234", at: Point(column: 0, row: 1))
            part.write("five and more", at: Point(column: 1, row: 0))
        }
        #expect(canvas.lines == ["abcdefgf", "      12"])
        canvas.within(Rect(column: -1, row: -1, columns: 3, rows: 2)) { part in
            part.write("你", at: Point(column: 0, row: 1))
            part.write("x", at: Point(column: 2, row: 1))
        }
        #expect(canvas.lines.first == " xcdefgf")
        canvas.within(Rect(column: 20, row: 20, columns: 2, rows: 2)) { $0.write("no", at: Point(column: 0, row: 0)) }
    }

    @Test func graphemesOfSeveralScalarsGoFromOneCanvasToAnother() {
        var canvas = Canvas(size: Size(columns: 12, rows: 2))
        canvas.write("👩‍👩‍👧 ñ e\u{301}", at: Point(column: 0, row: 0))
        canvas.within(Rect(column: 3, row: 0, columns: 9, rows: 2)) { part in
            #expect(part.lines == ["ñ e\u{301}", ""])
            // Another canvas, whose graphemes have other places.
            part = Canvas(size: part.size)
            part.write("🇫🇷👩‍👩‍👧", at: Point(column: 1, row: 1))
        }
        #expect(canvas.lines == ["👩‍👩‍👧", "    🇫🇷👩‍👩‍👧"])
        var same = Canvas(size: canvas.size)
        same.write("🇫🇷👩‍👩‍👧", at: Point(column: 4, row: 1))
        #expect(canvas != same)
        same.write("👩‍👩‍👧", at: Point(column: 0, row: 0))
        #expect(canvas == same)
        #expect(Set([canvas, same]).count == 1)
        var renderer = DiffRenderer(depth: .none, synchronized: false)
        _ = renderer.frame(canvas)
        #expect(renderer.frame(same).isEmpty)
    }

    @Test func styledLines() {
        var canvas = Canvas(size: Size(columns: 6, rows: 2))
        canvas.write("ab", at: Point(column: 0, row: 0), style: Style(foreground: .rgb(255, 0, 0), attributes: .bold))
        canvas.write("c", at: Point(column: 2, row: 0))
        canvas.fill(Rect(column: 0, row: 1, columns: 2, rows: 1), style: .reverse)
        #expect(canvas.styledLines(depth: .none) == ["abc", ""])
        #expect(
            canvas.styledLines(depth: .trueColor) == ["\u{1B}[0;1;38;2;255;0;0mab\u{1B}[0mc", "\u{1B}[0;7m  \u{1B}[0m"])
        #expect(canvas.styledLines(depth: .ansi256)[0] == "\u{1B}[0;1;38;5;196mab\u{1B}[0mc")
        #expect(canvas.styledLines(depth: .ansi16)[0] == "\u{1B}[0;1;91mab\u{1B}[0mc")
    }

    @Test func impossibleSizesBecomePossible() {
        #expect(Canvas(size: Size(columns: -1, rows: 3)).size == Size(columns: 0, rows: 3))
        #expect(Canvas(size: Size(columns: 0, rows: 0)).lines == [])
        let huge = Canvas(size: Size(columns: .max, rows: .max)).size
        #expect(huge.columns == 65_535)
        #expect(huge.columns * huge.rows <= 4_194_304)
        var small = Canvas(size: Size(columns: 1, rows: 1))
        small.write("你", at: Point(column: 0, row: 0))
        small.box(Rect(column: 0, row: 0, columns: 9, rows: 9))
        #expect(small.lines == ["┌"])
    }
}
