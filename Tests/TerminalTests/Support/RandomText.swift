// SPDX-License-Identifier: GPL-3.0-or-later

import Dice

/// Texts made of what is hard: wide, combining, joined, right-to-left, and where asked for, dangerous.
enum RandomText {
    private static let clean = [
        "a", "Z", "7", " ", " ", "-", ".", "é", "e\u{301}", "ß", "你", "好", "。", "（", "한", "ア", "ｱ", "Ａ", "👍", "👍🏽",
        "👨‍👩‍👧", "❤️", "🇫🇷", "1️⃣", "क्षि", "ก็", "ש", "ع", "…", "─", "𠮷", "☃︎", "\u{200D}",
    ]
    private static let dangerous = [
        "\u{1B}[31m", "\u{7}", "\r", "\n", "\r\n", "\t", "\u{0}", "\u{7F}", "\u{9B}", "\u{85}", "\u{202E}", "\u{2066}",
        "\u{200F}", "\u{61C}", "\u{2028}", "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{E0041}", "\u{FE0F}",
        "\u{FE0F}\u{FE0E}",
        "\u{200D}", "\u{200C}", "\u{180E}", "🏴\u{E0067}", "\u{3164}",
    ]

    static func clean(upTo count: Int, using generator: inout Dice) -> String {
        text(of: clean, upTo: count, using: &generator)
    }

    static func dangerous(upTo count: Int, using generator: inout Dice) -> String {
        text(of: clean + dangerous + dangerous, upTo: count, using: &generator)
    }

    private static func text(of pieces: [String], upTo count: Int, using generator: inout Dice) -> String {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }.joined()
    }
}
