// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

struct CanvasPictureTests {
    private let white = Color.rgb(255, 255, 255)
    private let black = Color.rgb(0, 0, 0)

    private func lines(_ columns: Int, _ rows: Int, _ draw: (inout Canvas) -> Void) -> [String] {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        draw(&canvas)
        return CanvasPicture(canvas, foreground: white, background: black).lines(title: "A & B")
    }

    @Test func `it is as large as its cells, with a margin, and has a title`() {
        let lines = lines(10, 2) { _ in }
        #expect(lines[0].contains(#"width="118" height="68""#))
        #expect(lines[1] == "<title>A &amp; B</title>")
        #expect(lines[2].contains(##"fill="#000000""##))
        #expect(lines.suffix(2) == ["</g>", "</svg>"])
        #expect(lines.count == 6)
    }

    @Test func `letters are stretched to their columns, words apart stand apart`() {
        let texts = lines(20, 1) { $0.write("  two words   <end>", at: Point(column: 0, row: 0), style: .bold) }
            .filter { $0.hasPrefix("<text") }
        #expect(texts.count == 2)
        #expect(texts[0].contains(#"x="32" y="29" textLength="81""#))
        #expect(texts[0].contains(#"font-weight="700">two words</text>"#))
        #expect(texts[1].contains(#"x="140""#))
        #expect(texts[1].contains("&lt;end&gt;"))
    }

    @Test func `every grapheme of another width is placed by itself, in its own columns`() {
        let texts = lines(20, 1) { $0.write("a 豆腐 👩‍👩‍👧 b", at: Point(column: 0, row: 0)) }.filter { $0.hasPrefix("<text") }
        #expect(texts.map { String($0.split(separator: ">")[1].dropLast(6)) } == ["a", "豆", "腐", "👩‍👩‍👧", "b"])
        let places = texts.map { $0.split(separator: "\"")[1] }
        #expect(places == ["14", "32", "50", "77", "104"])
        #expect(texts[1].contains(#"textLength="18""#))
    }

    @Test func `the lines of boxes meet, and blocks fill their cells`() {
        let lines = lines(4, 3) {
            $0.box(Rect(column: 0, row: 0, columns: 4, rows: 3))
            $0.write("▌", at: Point(column: 1, row: 1))
        }
        let paths = lines.filter { $0.hasPrefix("<path") }
        #expect(paths.count == 4)
        // The upper edge is one line from corner to corner, and both corners go down to the next row.
        #expect(paths[0].contains("H45") && paths[0].contains("M18 24") && paths[0].contains("V34"))
        #expect(lines.contains { $0.hasPrefix(#"<rect x="23" y="34" width="4""#) })
        #expect(!lines.contains { $0.contains("┌") || $0.contains("▌") })
    }

    @Test func `what is reversed has its colours exchanged`() {
        let lines = lines(3, 1) { $0.write("x", at: Point(column: 0, row: 0), style: .reverse) }
        #expect(lines.contains { $0.hasPrefix(#"<rect x="14" y="14" width="9""#) && $0.contains("#ffffff") })
        #expect(lines.contains { $0.contains(##"fill="#000000">x<"##) })
    }

    @Test func `as text it keeps its colours on every line`() {
        var canvas = Canvas(size: Size(columns: 2, rows: 1))
        canvas.write("x", at: Point(column: 0, row: 0))
        let picture = CanvasPicture(canvas, foreground: white, background: black)
        #expect(picture.ansi.map(\.string) == ["\u{1B}[0;38;2;255;255;255;48;2;0;0;0mx \u{1B}[0m"])
    }
}
