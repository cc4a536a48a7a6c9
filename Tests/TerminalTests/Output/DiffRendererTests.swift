// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumTerminal

struct DiffRendererTests {
    @Test func anUnchangedFrameSendsNothing() {
        var renderer = DiffRenderer(depth: .ansi256, synchronized: true)
        var canvas = Canvas(size: Size(columns: 10, rows: 2))
        canvas.box(Rect(column: 0, row: 0, columns: 10, rows: 2))
        #expect(!renderer.frame(canvas).isEmpty)
        #expect(renderer.frame(canvas).isEmpty)
        renderer.invalidate()
        #expect(!renderer.frame(canvas).isEmpty)
    }

    @Test func oneChangedCellIsAFewBytes() {
        var renderer = DiffRenderer(depth: .none, synchronized: false)
        var canvas = Canvas(size: Size(columns: 80, rows: 24))
        canvas.write("count 1", at: Point(column: 3, row: 4))
        _ = renderer.frame(canvas)
        canvas.write("2", at: Point(column: 9, row: 4))
        #expect(renderer.frame(canvas).string == "\u{1B}7\u{1B}[5;10H\u{1B}[0m2\u{1B}[0m\u{1B}8")
    }

    @Test func theCursorGoesWhereTheCanvasWantsIt() {
        var renderer = DiffRenderer(depth: .none, synchronized: false)
        var canvas = Canvas(size: Size(columns: 10, rows: 2))
        canvas.cursor = Point(column: 4, row: 1)
        #expect(renderer.frame(canvas).string.hasSuffix("\u{1B}[2;5H\u{1B}[?25h"))
        #expect(renderer.frame(canvas).isEmpty)
        // Moved alone, it need not be hidden.
        canvas.cursor = Point(column: 5, row: 1)
        #expect(renderer.frame(canvas).string == "\u{1B}[2;6H\u{1B}[?25h")
        canvas.write("x", at: Point(column: 0, row: 0))
        #expect(renderer.frame(canvas).string.hasPrefix("\u{1B}[?25l\u{1B}[1;1H"))
        canvas.cursor = nil
        #expect(renderer.frame(canvas).isEmpty)
    }

    @Test func `what follows a joiner is not joined to it`() {
        var renderer = DiffRenderer(depth: .none, synchronized: false)
        var canvas = Canvas(size: Size(columns: 10, rows: 1))
        canvas.write("زن\u{200D} 1", at: Point(column: 0, row: 0))
        let frame = renderer.frame(canvas).string
        #expect(frame.contains("ن") && !frame.unicodeScalars.contains("\u{200D}"))
    }

    /// Terminals do not agree upon how wide those are.
    @Test(arguments: ["👍🏽", "👩‍👩‍👧", "🇫🇷"]) func `what follows a cluster is drawn again, and what it stands on is emptied`(
        cluster: String
    ) throws {
        var renderer = DiffRenderer(depth: .none, synchronized: false)
        var canvas = Canvas(size: Size(columns: 30, rows: 1))
        canvas.write("oldtext", at: Point(column: 3, row: 0))
        canvas.write("│", at: Point(column: 20, row: 0))
        _ = renderer.frame(canvas)
        canvas = Canvas(size: Size(columns: 30, rows: 1))
        canvas.write(cluster, at: Point(column: 3, row: 0))
        canvas.write("│", at: Point(column: 20, row: 0))
        let sent = renderer.frame(canvas).string
        #expect(sent.contains("\u{1B}[1;4H\u{1B}[0m  \u{1B}[1;4H\(cluster)\u{1B}[1;6H"), "\(sent.debugDescription)")
        // As wide as all of its scalars side by side: all blank by then.
        let rest = try #require(sent.split(separator: cluster).last).dropFirst("\u{1B}[1;6H".count)
        #expect(rest.prefix { $0 == " " }.count >= 2)
        #expect(!rest.contains("│"))
    }

    /// A terminal whose tables are older draws them on one column.
    @Test(arguments: ["🩷", "🪿", "🫩", "✅"]) func `behind an emoji the cursor is placed anew`(emoji: String) {
        var renderer = DiffRenderer(depth: .none, synchronized: false)
        var canvas = Canvas(size: Size(columns: 30, rows: 1))
        canvas.write("oldtext", at: Point(column: 3, row: 0))
        _ = renderer.frame(canvas)
        canvas = Canvas(size: Size(columns: 30, rows: 1))
        canvas.write(emoji + "new", at: Point(column: 3, row: 0))
        let sent = renderer.frame(canvas).string
        #expect(
            sent.contains("\u{1B}[1;4H\u{1B}[0m  \u{1B}[1;4H\(emoji)\u{1B}[1;6Hnew"), "\(sent.debugDescription)")
    }

    @Test func stylesAreSelectedOnlyWhenTheyChange() {
        var renderer = DiffRenderer(depth: .trueColor, synchronized: true)
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        _ = renderer.frame(canvas)
        canvas.write("abc", at: Point(column: 0, row: 0), style: .bold)
        canvas.write("d", at: Point(column: 3, row: 0), style: .dim)
        #expect(
            renderer.frame(canvas).string
                == "\u{1B}[?2026h\u{1B}7\u{1B}[1;1H\u{1B}[0;1mabc\u{1B}[0;2md\u{1B}[0m\u{1B}8\u{1B}[?2026l")
    }

    @Test(arguments: [1, 2, 3, 4])
    func theScreenShowsTheCanvas(seed: UInt64) {
        var generator = Dice(seed: seed)
        let size = Size(columns: 17, rows: 4)
        let styles: [Style] = [
            .plain, .bold, .reverse, Style(foreground: .palette(3)), Style(background: .rgb(1, 2, 3)),
        ]
        var renderer = DiffRenderer(depth: .trueColor, synchronized: seed % 2 == 0)
        var screen = ScreenEmulator(size: size)
        var canvas = Canvas(size: size)
        for step in 0..<90 {
            if step % 40 == 39 { canvas = Canvas(size: size) }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let point = Point(
                    column: Int.random(in: -2...17, using: &generator), row: Int.random(in: 0...3, using: &generator))
                let text = RandomText.dangerous(upTo: 9, using: &generator)
                canvas.write(text, at: point, style: styles.randomElement(using: &generator) ?? .plain)
            }
            screen.receive(renderer.frame(canvas).string)
            #expect(screen.lines == canvas.lines)
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let cell = canvas[Point(column: column, row: row)]
                    let codes = EscapeSequence.style(cell.style, depth: .trueColor).dropFirst(2).dropLast()
                    #expect(screen.styles[row][column] == String(codes))
                }
            }
        }
        #expect(screen.unknown == [])
    }
}
