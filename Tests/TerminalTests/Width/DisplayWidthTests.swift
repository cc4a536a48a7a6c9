// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Dice
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

    @Test func plainIsWhatHasVisibleASCIIAlone() {
        var generator = Dice(seed: 2)
        for _ in 0..<2_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0x20...0x7E, using: &generator)
            }
            if !bytes.isEmpty, Bool.random(using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let isPlain = bytes.allSatisfy { (0x20...0x7E).contains($0) }
            #expect(bytes.withUnsafeBufferPointer(DisplayWidth.isPlain) == isPlain, "\(bytes)")
        }
        for byte in [UInt8(0), 0x1F, 0x20, 0x7E, 0x7F, 0x80, 0xFF] {
            for place in 0..<17 {
                var bytes = [UInt8](repeating: 0x41, count: 17)
                bytes[place] = byte
                #expect(bytes.withUnsafeBufferPointer(DisplayWidth.isPlain) == (0x20...0x7E).contains(byte))
            }
        }
    }
}
