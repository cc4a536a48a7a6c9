// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Foundation

/// Random files, as people and other programs leave them in a folder of notes.
struct RandomVault {
    private var dice: Dice
    /// The names of the notes, without their endings.
    static let names = [
        "Plain", "with blanks in it", "Caf\u{E9}", "Cafe\u{301} nfd", "日本 語", "a.b.c", "it's (one) & two", "UPPER",
        "-dash",
        "100%", "emoji 🎉", "#sign", "x [y]", "Plan", "deep/Plan", "deep/er/Other", "deep/Caf\u{E9}", "sp ace/In it",
        "Ä/ö",
    ]

    init(seed: UInt64) { dice = Dice(seed: seed) }

    /// All files with their bytes.
    mutating func files() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [
            "picture.png": [0x89, 0x50, 0x4E, 0x47, 0, 1, 2], "not text.md": [0x41, 0, 0x42],
            "latin.md": [0x63, 0x61, 0x66, 0xE9], "deep/.obsidian/app.json": Array("{}".utf8),
            "deep/data.csv": Array("a,b\r\n".utf8),
        ]
        for name in Self.names {
            files[name + (roll(6) == 0 ? ".markdown" : ".md")] = Array(file().utf8)
        }
        return files
    }

    /// Returns text as written into a file from outside.
    mutating func file() -> String {
        let end = roll(3) == 0 ? "\r\n" : "\n"
        var text = roll(6) == 0 ? "\u{FEFF}" : ""
        if roll(3) > 0 { text += "---\n" + pick(Self.fields) + (roll(2) == 0 ? pick(Self.fields) : "") + "---\n" }
        text += String(repeating: "\n", count: roll(3))
        text += body()
        text += String(repeating: "\n", count: roll(3))
        return end == "\n" ? text : text.replacing("\n", with: end)
    }

    /// The text of a note.
    mutating func body() -> String {
        (0..<roll(8)).map { _ in roll(4) == 0 ? link() : pick(Self.lines) }.joined(separator: "\n")
    }

    /// A link to one of the notes, in one of many ways.
    mutating func link() -> String {
        let name = pick(Self.names)
        let last = name.split(separator: "/").last.map(String.init) ?? name
        let encoded = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
        return "see "
            + pick([
                "[[\(last)]]", "[[\(name)|shown]]", "[[\(last)#Head]]", "![[\(last)]]", "[[\(name).md]]",
                "[x](\(encoded).md)",
                "[x](<\(name).md#head>)", "`[[\(last)]]`", "[[gone]]", "[[\(last.lowercased())]] and [[\(last)]]",
            ]) + " there"
    }

    mutating func roll(_ limit: Int) -> Int { dice.roll(limit) }

    mutating func pick<Element>(_ all: [Element]) -> Element { all[roll(all.count)] }

    private static let lines = [
        "# Head", "## Part *two*", "text with #tag and #other/one", "- [ ] task", "  - item", "", "    code",
        "```\n#no\n```",
        "> quote", "trailing blanks  ", "tab\tand \u{A0} odd \u{200B} signs", "e\u{301} and \u{E9}", "---", "a: b",
        "---\na: b\n---",
        "%%comment%%", "$math$", "| a | b |\n|---|---|\n| 1 | 2 |", "^block", "line ^id", "\\[[not]]",
    ]
    private static let fields = [
        "tags: [a, b]\n", "tags:\n  - a # why\n  - 'b c'\n", "tags: a b\n", "Tags: [x]\nTAGS:\n- y\n",
        "tags: &x [a]\nother: *x\n",
        "keywords: one, two\n", "# a comment\nTitle: Some \"other\" title\n", "aliases: [Nick, \"Other: name\"]\n",
        "alias: Solo\n", "created: 2020-01-02 # then\n", "date: 2019-05-06T07:08:09\nmodified: 2019-05-07\n",
        "nested:\n  deep: [1, 2]\n  more: |\n    text\n\n    more\n", "pinned: true\n", "todo: open\ndue: 2026-02-03\n",
        "cssclass: wide\n\nempty:\n", "\"quoted: name\": 'it''s'\n", "{a: 1}\n", "bad: [unclosed\n",
        "date: not a day\n",
        "tags: []\n", "tags:\n", "todo: done\ndone: 2025-01-01T00:00:00Z\n",
        "long: >-\n  folded\n  text # no comment\n",
    ]
}
