// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal
import Testing

@testable import AtriumShell

struct PlainTableTests {
    private func lines(_ rows: [[String]], _ alignments: [Alignment]) -> [String] {
        var table = PlainTable(alignments: alignments)
        for cell in rows.joined() { table.add(cell) }
        return table.text(sections: [:]).lines.map(\.string)
    }

    @Test func `columns are as wide as their widest cell, and nothing follows the last one`() {
        #expect(
            lines([["1", "a", "x"], ["100", "bbb", ""], ["20", "漢字", "y"]], [.right, .left, .left])
                == ["  1  a     x", "100  bbb", " 20  漢字  y"])
    }

    @Test func `cells that come again are shown as each of them is`() {
        // The same letter in two ways, and more kinds of signs than are kept.
        let signs = ["←", "→", "\u{E9}", "e\u{301}", "↑", "漢", "←", "e\u{301}", "\u{E9}", "漢", "\u{1B}"]
        let found = lines(signs.map { [$0, "x"] }, [.left, .left])
        #expect(found.count == signs.count)
        for (line, sign) in zip(found, signs) {
            let shown = VisibleText(sign)
            let blanks = String(repeating: " ", count: 2 - shown.columns + 2)
            #expect(Array(line.utf8) == Array((shown.string + blanks + "x").utf8))
        }
    }
}
