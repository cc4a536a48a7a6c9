// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Dice
import Testing

/// Pictures that another program has written as characters with colours.
struct CellPictureTests {
    private let size = Size(columns: 3, rows: 2)

    private func canvas(_ text: String) -> Canvas? {
        CellPicture(Array(text.utf8), size: size).map {
            var canvas = Canvas(size: size)
            canvas.draw($0, rows: 0..<2, at: Point(column: 0, row: 0))
            return canvas
        }
    }

    @Test func `characters and colours become cells`() throws {
        let canvas = try #require(self.canvas("\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;200m▄\u{1B}[7;91;104m▌\n\u{1B}[m█"))
        #expect(canvas.lines == ["▄▌", "█"])
        let first = canvas[Point(column: 0, row: 0)].style
        #expect((first.foreground, first.background) == (.rgb(1, 2, 3), .palette(200)))
        let second = canvas[Point(column: 1, row: 0)].style
        #expect((second.foreground, second.background) == (.palette(9), .palette(12)))
        #expect(second.attributes == [.reverse, .exact])
        #expect(canvas[Point(column: 0, row: 1)].style == Style(attributes: .exact))
    }

    @Test(arguments: [
        "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[2J", "\u{1B}[?25l", "\u{1B}[1;1H", "\u{1B}P0;1q\u{1B}\\", "\u{1B}", "\u{1B}[",
        "\u{1B}[38;2;1m", "\u{1B}[38;5m", "\u{1B}[300m", "\u{1B}[5m", "\u{1B}[38:5:1m", "\t", "\r", "\u{9B}0m", "\u{7}",
        "\u{202E}", "e\u{301}", "你", "abcd", "a\nb\nc", "\u{1B}[" + String(repeating: "0;", count: 99) + "m",
    ])
    func `nothing else is taken`(text: String) { #expect(canvas(text) == nil) }

    @Test func `bytes that are no text are not taken`() {
        #expect(CellPicture([0xFF], size: size) == nil)
        #expect(CellPicture([0xE2, 0x96], size: size) == nil)
    }

    @Test(arguments: 1...200) func `whatever comes, no more than cells come out of it`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = ["\u{1B}", "[", "3", "8", ";", "5", "m", "▄", " ", "\n", "a", "0", "\u{1B}[0m", "\u{1B}[7m", "你"]
        let text = (0..<dice.roll(20)).map { _ in pieces[dice.roll(pieces.count)] }.joined()
        guard let canvas = canvas(text) else { return }
        #expect(canvas.lines.count == 2)
        #expect(canvas.lines.allSatisfy { DisplayWidth.of($0) <= 3 && !$0.contains("\u{1B}") })
    }

    @Test func `a part of a picture is drawn, and only on the canvas`() throws {
        let picture = try #require(CellPicture(Array("abc\ndef".utf8), size: size))
        var canvas = Canvas(size: size)
        canvas.draw(picture, rows: 1..<2, at: Point(column: 1, row: 0))
        canvas.draw(picture, rows: 0..<9, at: Point(column: -2, row: 1))
        #expect(canvas.lines == [" de", "c"])
    }
}
