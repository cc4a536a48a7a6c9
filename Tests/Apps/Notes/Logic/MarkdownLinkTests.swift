// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
import Dice
import Testing

@testable import NotesLogic

/// Links in Markdown, and their numbers.
struct MarkdownLinkTests {
    private func links(_ text: String, title: String = "") -> [String] {
        NumberedLinks(MarkdownDocument(title.isEmpty ? text : title + "\n" + text)).links.map(\.text)
    }

    @Test func `links of every kind stand in one sequence, each place once`() {
        #expect(
            links("[[A]] [s](https://x.org) <http://y.org> https://x.org note:2 [it](note:2) [[A|b]]", title: "# [[T]]")
                == ["[[T]]", "[[A]]", "https://x.org", "http://y.org", "note:2"])
        #expect(
            links("> *https://a.b/c_d_e*\n- [ ] **note:1**\n\n| <mailto:a@b.c> | x |\n|--|--|\n| ![p](http://q.r) | |")
                == ["https://a.b/c_d_e", "note:1", "mailto:a@b.c", "http://q.r"])
    }

    @Test func `what cannot be followed has no number`() {
        #expect(
            links("[a](javascript:x) [a]() <b> xhttp://x.y note:0 [a](note:x) [[ ]] javascript:x")
                == [])
        #expect(links("[a](b.pdf#page=2) ![](c%20d.png) ![p](q.md)") == ["b.pdf#page=2", "c%20d.png"])
        #expect(links("[a](#x) [b](c/D%20e.md#h) ![p](q.md) [f](g)") == ["#x", "c/D e.md#h", "g"])
        #expect(links("看http://x.y (http://z.y)") == ["http://x.y", "http://z.y"])
        #expect(links("\\<http://x.y\\> \\[[A]]") == ["http://x.y"])
    }

    @Test func `no link stands in the text of another`() {
        #expect(links("[http://a.b note:3](http://c.d)") == ["http://c.d"])
    }

    @Test func `an address may be given below`() {
        let text = """
            [One][a], [two][B  c], [a][], [A], [x], [no][where], [a]: [^1]
            - [b  C]

            [a]: https://a.org "A"
              [b C]: <https://b.org>
            [a]: https://other.org
            [^1]: https://foot.org

            ```
            [x]: https://x.org
            ```
            """
        #expect(links(text) == ["https://a.org", "https://b.org", "https://foot.org"])
    }

    @Test func `a footnote is a text, whatever its word, and no address given below`() {
        let text = "One[^a] and [two[^b]](https://x.org).\n\n[^a]: Word\n[^b]: note:3"
        #expect(links(text) == ["https://x.org", "note:3"])
        #expect(links("[^a](https://x.org) [[^a]]") == ["https://x.org", "[[^a]]"])
    }

    @Test func `only where a link leads that does not say it is told`() {
        let text = "[s](https://x.org) https://y.org [[A]] [[B|b]] note:3 [n](note:4)"
        #expect(NumberedLinks(MarkdownDocument(text)).hiddenTargets == [1, 4, 6])
        let numbered = NumberedLinks(MarkdownDocument("[[A]] [[Z]]\n" + text + " https://x.org"), titleEnd: 11)
        #expect(numbered.hiddenTargets == [2, 5, 7])
        #expect(numbered[0] == nil && numbered[2]?.text == "[[Z]]" && numbered[8] == nil)
    }

    private static let parts = [
        "[[A]]", "note:3", "https://x.org/a_b*c", "<http://y.org>", "[s](https://z.org)", "[x](y)", "![p](q)", " ", "*",
        "**", "_", "~~", "- ", "|", "> ", "你好", "[", "]", "(", ")", "<", ">", "\\", "é", "mailto:a@b.c", "http", "m",
        "[[B|c]]", "\u{301}", "\u{202E}", "：",
    ]

    private func text(_ dice: inout Dice) -> String {
        (0..<(1 + dice.roll(12))).map { _ in Self.parts[dice.roll(Self.parts.count)] }.joined()
    }

    @Test func `nothing in code is a link`() {
        var dice = Dice(seed: 12)
        for _ in 0..<500 {
            let text = text(&dice)
            #expect(links("`` \(text) ``") == [], "\(text)")
            #expect(links("~~~\n\(text)\n\(text)") == [], "\(text)")
        }
    }
}
