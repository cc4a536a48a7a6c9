// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
import Testing

/// Tags stand where Markdown means text, and nowhere else.
@Suite struct TagPlaceTests {
    private func tags(_ text: String) -> [String] {
        let document = MarkdownDocument(text, hasLines: false)
        return document.tags.map { document.text($0.name) }
    }

    @Test(arguments: [
        "$a #b$", "so $x_{#y}$ and $#z$", "$$\n#a \\\\ #b\n$$", "in line $$ #a $$ too", "- $$\n  #a\n  $$",
        "$$\n\n#a b\n\n$$",
    ])
    func `a formula has none`(text: String) {
        #expect(tags(text) == [])
        #expect(tags("#one\n\n" + text + "\n\n#two") == ["one", "two"])
    }

    @Test(arguments: [
        ("costs $5 #cheap or $6", ["cheap"]), ("$ #a $", ["a"]), ("US$ #a", ["a"]), ("a $$ #b\n\n#c $$ d", ["b", "c"]),
        ("[[a$ #x]] $b$ #c", ["c"]), ("$#a [[#b$ ]] #c", ["c"]), ("\\$#a$", ["a"]), ("`$` #a `$`", ["a"]),
    ])
    func `a sign of money begins no formula`(text: String, expected: [String]) {
        #expect(tags(text) == expected)
    }

    @Test(arguments: [
        "#00ff00", "#FF8800aa", "#fff", "#eeeeee", "a <!-- #x --> b", "<!--\n\n#x\n\n-->", "[x](#anchor)",
        "![x](a.png#anchor)", "%% #x\n\n#y %%", "`#x`", "```\n#x\n```", "> ```\n> #x\n> ```", "    #x",
        "<a href=\"#x\">y</a>", "https://x.org/#y", "\\#x", "[[Note#x]]", "![[Note#x|#y]]",
        "## Head {#x}", "[text](y){#x}", "a {.b #x}", "{: #x .b }\ntext", "[#x](https://example.org)", "#2024",
    ])
    func `colours, comments, addresses and code have none`(text: String) {
        #expect(tags(text) == [])
    }

    @Test(arguments: [
        ("#fire🔥 x", ["fire🔥"]), ("#🔥hot #🔥", ["🔥hot", "🔥"]), ("#a🇫🇷b/👩‍💻", ["a🇫🇷b/👩‍💻"]), ("#2024🎉", ["2024🎉"]),
        ("🔥#a ☀#b", ["a", "b"]), ("#x☀️, #y。", ["x☀️", "y"]), ("#two 🔥s#", ["two 🔥s"]), ("{a #b} {#c", ["b", "c"]),
    ])
    func `emoji stand in tags`(text: String, expected: [String]) {
        #expect(tags(text) == expected)
    }

    @Test(arguments: ["#facade", "#decade", "#b12", "#2fa", "#added", "#bee", "#a11y"])
    func `words of such letters are tags`(text: String) {
        #expect(tags(text) == [String(text.dropFirst())])
    }

    @Test(arguments: [
        ("手順#3で", []), ("今天#工作", ["工作"]), ("今天#a3", ["a3"]), ("手順、#3回", ["3回"]), ("步骤 #2a", ["2a"]),
    ])
    func `a number within a text without blanks is none`(text: String, expected: [String]) {
        #expect(tags(text) == expected)
    }
}
