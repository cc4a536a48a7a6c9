// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumTerminal

struct PlainTableTests {
    private func lines(_ rows: [[String]], _ alignments: [Alignment]) -> [String] {
        var table = PlainTable(alignments: alignments)
        for cell in rows.joined() { table.add(cell) }
        return table.text.lines.map(\.string)
    }

    @Test func `columns are as wide as their widest cell, and nothing follows the last one`() {
        #expect(
            lines([["1", "a", "x"], ["100", "bbb", ""], ["20", "漢字", "y"]], [.right, .left, .left])
                == ["  1  a     x", "100  bbb", " 20  漢字  y"])
    }

    @Test func `cells that come again are shown as each of them is`() {
        // The same letter in two ways, and more kinds of signs than are kept.
        let signs = ["←", "→", "\u{E9}", "e\u{301}", "↑", "漢", "←", "e\u{301}", "\u{E9}", "漢", "\u{1B}", "\0←"]
        let found = lines(signs.map { [$0, "x"] }, [.left, .left])
        #expect(found.count == signs.count)
        for (line, sign) in zip(found, signs) {
            let shown = VisibleText(sign)
            let blanks = String(repeating: " ", count: 2 - shown.columns + 2)
            #expect(Array(line.utf8) == Array((shown.string + blanks + "x").utf8))
        }
    }

    @Test func `numbers, times and empty cells are what their texts are`() {
        var table = PlainTable(alignments: [.right, .left, .left, .left])
        for number in [0, 7, -12, 1_234_567, Int.max, Int.min] {
            table.add(number)
            table.add(hour: 9, minute: 5)
            table.addNothing()
            table.add("x")
        }
        #expect(
            table.text.lines.map(\.string) == [
                "                   0  09:05  x", "                   7  09:05  x", "                 -12  09:05  x",
                "             1234567  09:05  x", " 9223372036854775807  09:05  x", "-9223372036854775808  09:05  x",
            ])
    }

    @Test func `sections stand above their rows, and headings above all`() {
        var table = PlainTable(alignments: [.right, .left, .left], rows: 3)
        for (day, row) in [("2026-01-30", 8), ("2026-01-31", 9), ("", 10)] {
            table.add(row)
            if !day.isEmpty { table.addSection(day) }
            table.addNothing()
            table.add("text\u{7}")
        }
        table.addHeadings(["Nr.", "Leer", "标题"])
        #expect(
            table.text.lines.map(\.string) == [
                "Nr.  标题", "2026-01-30", "  8  text␇", "2026-01-31", "  9  text␇", " 10  text␇",
            ])
    }

    @Test(arguments: [(2026, 1, 31, "2026-01-31"), (0, 12, 9, "0000-12-09"), (987, 10, 1, "0987-10-01")])
    func `a date above its rows is what its text is`(year: Int, month: Int, day: Int, text: String) {
        var table = PlainTable(alignments: [.left])
        table.addSection(year: year, month: month, day: day)
        table.add("x")
        #expect(table.text.lines.map(\.string) == [text, "x"])
    }

    /// A table as whoever reads its rule would write it.
    private func plain(_ rows: [[String]], _ alignments: [Alignment]) -> [String] {
        let rows = rows.map { $0.map { VisibleText($0) } }
        let widths = alignments.indices.map { column in min(48, rows.map { $0[column].columns }.max() ?? 0) }
        return rows.map { row in
            let cells = row.indices.filter { widths[$0] > 0 }.map { column in
                let gap = String(repeating: " ", count: max(0, widths[column] - row[column].columns))
                let text = row[column].string
                return (column > 0 ? "  " : "") + (alignments[column] == .right ? gap + text : text + gap)
            }
            return VisibleText(visible: cells.joined()).withoutTrailingBlanks.string
        }
    }

    @Test func `any table is the one that its rule makes`() {
        var dice = Dice(seed: 2111)
        let pieces = [
            "", "a", "plain text", "←", "→", "é", "e\u{301}", "漢字", "👩‍👩‍👧", " ", "end ", "\u{1B}[31m", "\u{202E}", "\n",
            String(repeating: "wide ", count: 12), String(repeating: "寬", count: 30), "Ω≈ç√", "\u{0}",
        ]
        for _ in 0..<40 {
            let alignments = (0...dice.roll(5)).map { _ in dice.roll(2) == 0 ? Alignment.left : .right }
            let rows = (0...dice.roll(6)).map { _ in
                alignments.map { _ in (0..<dice.roll(3)).map { _ in pieces[dice.roll(pieces.count)] }.joined() }
            }
            #expect(lines(rows, alignments) == plain(rows, alignments))
        }
    }
}

extension PlainTable {
    /// The lines, each with its end.
    fileprivate var text: VisibleText {
        var text = VisibleTextBuilder()
        text.append(self)
        return text.text
    }
}
