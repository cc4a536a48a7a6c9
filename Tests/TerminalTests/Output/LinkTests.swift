// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

/// Links behind text (OSC 8).
struct LinkTests {
    private let page = LinkAddress("https://example.org/a")

    @Test func `only addresses that lead somewhere are sent, as visible ASCII`() throws {
        #expect(try #require(LinkAddress("https://example.org/é?q=1")).text == "https://example.org/%C3%A9?q=1")
        #expect(try #require(LinkAddress("HTTP://example.org")).text == "HTTP://example.org")
        #expect(LinkAddress("mailto:ana@example.org") != nil)
        for address in [
            "", "https://", "javascript:alert(1)", "file:///etc/passwd", "x-apple:run", "https://a\u{1B}\\b",
            "https://a\u{7}b", "https://a b", "https://a\nb", "https://a\u{7F}", " https://a",
            "https://" + String(repeating: "a", count: 2_100), "https://" + String(repeating: "é", count: 400),
        ] {
            #expect(LinkAddress(address) == nil, "\(address)")
        }
        // What ends a sequence in eight bits is written as something else.
        #expect(try #require(LinkAddress("https://a\u{9C}b")).text == "https://a%C2%9Cb")
    }

    @Test func `a link is told of where its cells are sent, and ends behind them`() throws {
        let page = try #require(page)
        var renderer = DiffRenderer(depth: .none, synchronized: false, hasLinks: true)
        var canvas = Canvas(size: Size(columns: 20, rows: 2))
        _ = renderer.frame(canvas)
        canvas.write("see here now", at: Point(column: 0, row: 0))
        canvas.link(from: Point(column: 4, row: 0), columns: 4, to: page)
        let begin = "\u{1B}]8;id=\(page.id);https://example.org/a\u{1B}\\"
        let sent = renderer.frame(canvas).string
        #expect(sent.contains("\(begin)here"))
        #expect(sent.contains("\u{1B}]8;;\u{1B}\\now"))
        #expect(renderer.frame(canvas).isEmpty)
        // The same text that leads elsewhere is sent again.
        canvas.link(from: Point(column: 4, row: 0), columns: 4, to: try #require(LinkAddress("https://example.org/b")))
        #expect(renderer.frame(canvas).string.contains("https://example.org/b"))
        // Overwritten, it leads nowhere.
        canvas.write("there", at: Point(column: 4, row: 0))
        #expect(!renderer.frame(canvas).string.contains("]8;id"))
        // A terminal that knows no links gets none.
        var plain = DiffRenderer(depth: .none, synchronized: false)
        canvas.link(from: Point(column: 0, row: 0), columns: 3, to: page)
        #expect(!plain.frame(canvas).string.contains("]8;"))
    }

    @Test func `a link goes with its cells where canvases are put together`() throws {
        let page = try #require(page)
        var canvas = Canvas(size: Size(columns: 20, rows: 3))
        canvas.within(Rect(column: 5, row: 1, columns: 10, rows: 1)) { part in
            part.write("here", at: Point(column: 1, row: 0))
            part.link(from: Point(column: 1, row: 0), columns: 40, to: page)
        }
        #expect(canvas.grid.link(at: 26) == page)
        #expect(canvas.grid.link(at: 34) == page)
        #expect(canvas.grid.link(at: 35) == nil)
        var other = canvas
        #expect(other == canvas)
        other.link(from: Point(column: 6, row: 1), columns: 4, to: try #require(LinkAddress("https://example.org/b")))
        #expect(other != canvas)
        other.restyle { _ in .bold }
        canvas.link(from: Point(column: 0, row: 9), columns: 4, to: page)
        canvas.link(from: Point(column: 30, row: 0), columns: 4, to: page)
    }

    @Test func `terminals that would show the sequences get none`() {
        #expect(LinkAddress.isPossible(["TERM": "xterm-256color"]))
        #expect(LinkAddress.isPossible(["TERM": "screen-256color", "TMUX": "/tmp/x"]))
        for term in ["", "dumb", "linux", "vt100", "screen"] { #expect(!LinkAddress.isPossible(["TERM": term])) }
    }
}
