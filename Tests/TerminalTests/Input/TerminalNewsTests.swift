// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

/// The facts in the sequences that terminals send about themselves.
struct TerminalNewsTests {
    private func news(_ text: String) -> TerminalNews? { TerminalNews(Array(text.utf8)) }

    @Test(
        arguments: [
            ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .background(.rgb(255, 128, 0))),
            ("\u{1B}]11;rgb:ff/80/00\u{7}", .background(.rgb(255, 128, 0))),
            ("\u{1B}]11;rgb:f/8/0\u{7}", .background(.rgb(255, 136, 0))),
            ("\u{1B}]11;rgba:0000/0000/0000/ffff\u{7}", .background(.rgb(0, 0, 0))),
            ("\u{1B}[?997;1n", .schemeChanged), ("\u{1B}[?997;2n", .schemeChanged),
            ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)),
            ("\u{1B}[48;24;80;480;800t", .size(Size(columns: 80, rows: 24))),
            ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])), ("\u{1B}[?1c", .attributes([1])),
            ("\u{1B}[?2026;2$y", .mode(2026, isKnown: true)), ("\u{1B}[?2031;0$y", .mode(2031, isKnown: false)),
            ("\u{1B}[?2048;4$y", .mode(2048, isKnown: false)),
            ("\u{1B}P>|ghostty 1.2.3\u{1B}\\", .name("ghostty 1.2.3")),
        ] as [(String, TerminalNews)])
    func `a whole report is read`(text: String, expected: TerminalNews) {
        #expect(news(text) == expected)
    }

    @Test(arguments: [
        "", "\u{1B}", "\u{1B}[A", "\u{1B}[?1;xc", "\u{1B}[?c", "\u{1B}[>1;2c", "\u{1B}[?2026$y", "\u{1B}[?1;2;3$y",
        "\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:12345/0/0\u{7}",
        "\u{1B}]11;rgb:1/2\u{7}", "\u{1B}]10;rgb:0/0/0\u{7}", "\u{1B}[48;0;80t", "\u{1B}[48t", "\u{1B}[?997;3n",
    ])
    func `anything else says nothing`(text: String) { #expect(news(text) == nil) }
}
