// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Terminal
import Testing

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("你好", 4), ("한국", 4), ("한", 2), ("ｱ", 1), ("Ａ", 2),
        ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🇫🇷", 2), ("🇫🇷🇩🇪", 4), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        ("…─α", 3), ("ก็", 1), ("क्षि", 2), ("\u{200B}", 0), ("\u{7}", 0), ("𠮷", 2), ("a你\u{308}b", 4), ("☃︎", 1),
    ])
    func columns(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
        #expect(text.reduce(0) { $0 + DisplayWidth.of($1) } == columns)
    }

    @Test func spacingMarksHaveAColumn() {
        for word in ["हिन्दी", "நி", "ကို", "ಕೋ"] {
            #expect(DisplayWidth.of(word) == word.reduce(0) { $0 + DisplayWidth.of($1) }, "\(word)")
        }
        #expect(DisplayWidth.of("நி") == 2)
        #expect(DisplayWidth.of("é") == 1)
    }

    @Test func theSumOverGraphemesIsTheWidthOfTheText() {
        var generator = Dice(seed: 1)
        for _ in 0..<1_000 {
            let text = RandomText.clean(upTo: 12, using: &generator)
            #expect(DisplayWidth.of(text) == text.reduce(0) { $0 + DisplayWidth.of($1) }, "\(text.debugDescription)")
            #expect(DisplayWidth.of(text[...]) == DisplayWidth.of(text))
        }
    }
}
