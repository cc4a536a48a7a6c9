// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import Dice
import Testing

struct TextLayoutTests {
    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("abcd", 0, ""), ("abcd", -1, ""), ("你好", 4, "你好"),
        ("你好吗", 4, "你…"), ("你好吗", 5, "你好…"), ("你", 1, "…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func cut(text: String, columns: Int, expected: String) {
        #expect(TextLayout.cut(text, to: columns) == expected)
    }

    @Test func pad() {
        #expect(TextLayout.pad("你", to: 5) == "你   ")
        #expect(TextLayout.pad("你", to: 5, alignment: .right) == "   你")
        #expect(TextLayout.pad("你好吗", to: 4) == "你… ")
    }

    @Test(arguments: [
        ("", 5, [""]), ("a b", 5, ["a b"]), ("one two three", 7, ["one two", "three"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("one\n\ntwo", 9, ["one", "", "two"]), ("one\ntwo\n", 9, ["one", "two", ""]),
        ("a bcdefg", 3, ["a", "bcd", "efg"]),
        ("欢迎使用笔记。", 7, ["欢迎使", "用笔", "记。"]), ("你好（好）", 6, ["你好", "（好）"]), ("你好", 1, ["…", "…"]),
        ("  indented text", 10, ["  indented", "text"]), ("x", 0, []), ("well-known", 6, ["well-", "known"]),
        ("abc    defgh", 5, ["abc", "defgh"]), ("use --limit so", 9, ["use", "--limit", "so"]),
        ("见 --limit 数", 8, ["见", "--limit", "数"]), ("见--limit数", 8, ["见", "--limit", "数"]),
        ("[--no-limit] a-b", 12, ["[--no-limit]", "a-b"]), ("é-well-known", 8, ["é-well-", "known"]),
    ])
    func wrap(text: String, columns: Int, expected: [String]) {
        #expect(TextLayout.wrap(text, to: columns) == expected)
    }

    @Test(arguments: [
        ("let x = 1", 4, ["let ", "x = ", "1"]), ("  if a  {\n    b", 8, ["  if a  ", "{", "    b"]),
        ("你好吗", 3, ["你", "好", "吗"]), ("", 3, [""]), ("abc", 3, ["abc"]),
    ])
    func `code breaks where the lines end`(text: String, columns: Int, expected: [String]) {
        #expect(TextLayout.edgeRanges(of: text, to: columns).map { String(text[$0]) } == expected)
    }

    @Test(arguments: [
        ("well-known M-Left set key.page-up", 12, ["well-known", "M-Left set", "key.page-up"]),
        ("见page-up数", 8, ["见", "page-up", "数"]),
    ])
    func `words with hyphens are kept whole`(text: String, columns: Int, expected: [String]) {
        #expect(TextLayout.wrap(text, to: columns, keepingWords: true) == expected)
    }

    @Test(arguments: [
        ("short  line", 22, ["short  line"]),
        // Beside the first column.
        (
            "  --by  so many words that are too long for it", 28,
            ["  --by  so many words that", "        are too long for it"]
        ),
        // Below it, where there is little room beside it.
        (
            "  --password-file FILE     answers every prompt here", 28,
            ["  --password-file FILE", "      answers every prompt", "      here"]
        ),
        // Any other line.
        ("  one line that goes on and on to its end", 24, ["  one line that goes on", "    and on to its end"]),
        ("one line that goes on and on to its end", 24, ["one line that goes on", "  and on to its end"]),
        // What stands at the right, for want of room elsewhere.
        (
            String(repeating: " ", count: 20) + "a text that was put below its label", 30,
            ["      a text that was put", "      below its label"]
        ),
        ("列出这些笔记，最多 --limit 条，按标题", 22, ["列出这些笔记，最多", "  --limit 条，按标题"]),
        // Of several columns, beside the last one for which there is room.
        (
            "  M-b   sidebar  shows the sidebar or hides it", 36,
            ["  M-b   sidebar  shows the sidebar", "                 or hides it"]
        ),
        (
            "3  a title that is too long for it  2026-01-01", 32,
            ["3  a title that is too long for", "   it  2026-01-01"]
        ),
        ("no room for anything at all", 10, ["no room", "for", "anything", "at all"]),
    ])
    func `what goes on is indented`(line: String, columns: Int, expected: [String]) {
        #expect(TextLayout.hang(line, to: columns) == expected)
    }

    @Test func hangingNeverExceedsAndLosesOnlyBlanks() {
        var generator = Dice(seed: 5)
        for _ in 0..<800 {
            let parts = (0..<3).map { _ in Sanitizer.visible(RandomText.clean(upTo: 25, using: &generator)) }
            let text = parts.joined(separator: String(repeating: " ", count: Int.random(in: 0...9, using: &generator)))
            let columns = Int.random(in: 2...40, using: &generator)
            let lines = TextLayout.hang(text, to: columns)
            for line in lines { #expect(DisplayWidth.of(line) <= columns) }
            let kept = lines.flatMap { Array($0) }.filter { $0 != " " }
            #expect(kept == Array(text).filter { $0 != " " }, "\(text.debugDescription) to \(columns)")
        }
    }

    @Test func cuttingNeverExceedsAndNeverSplitsAGrapheme() {
        var generator = Dice(seed: 2)
        for _ in 0..<800 {
            let text = Sanitizer.visible(RandomText.clean(upTo: 15, using: &generator))
            let columns = Int.random(in: 0...12, using: &generator)
            let cut = TextLayout.cut(text, to: columns)
            #expect(DisplayWidth.of(cut) <= columns)
            if cut != text {
                #expect(Array(text).starts(with: Array(cut).dropLast(cut.isEmpty ? 0 : 1)))
                #expect(DisplayWidth.of(text) > columns)
            }
            #expect(DisplayWidth.of(TextLayout.pad(text, to: columns)) == columns)
        }
    }

    @Test func wrappingNeverExceedsAndLosesOnlyBlanks() {
        var generator = Dice(seed: 3)
        for _ in 0..<800 {
            let text = Sanitizer.visible(RandomText.clean(upTo: 25, using: &generator))
            let columns = Int.random(in: 2...12, using: &generator)
            let lines = TextLayout.wrap(text, to: columns)
            for line in lines { #expect(DisplayWidth.of(line) <= columns) }
            let kept = lines.flatMap { Array($0) }.filter { $0 != " " }
            #expect(kept == Array(text).filter { $0 != " " }, "\(text.debugDescription) to \(columns)")
        }
    }
}
