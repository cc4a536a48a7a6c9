// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import NotesStore
import Testing

@testable import NotesLogic

/// Links in Markdown, and their numbers.
struct MarkdownLinkTests {
    private func links(_ text: String, title: String = "") -> [String] {
        NumberedLinks(title: title, lines: MarkdownLine.lines(of: text)).links.map(\.text)
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
            links("[a](b.pdf) [a](#x) [a](javascript:x) [a]() <b> xhttp://x.y note:0 [a](note:x) [[ ]] javascript:x")
                == [])
        #expect(links("看http://x.y (http://z.y)") == ["http://x.y", "http://z.y"])
        #expect(links("\\<http://x.y\\> \\[[A]]") == ["http://x.y"])
    }

    @Test func `no link stands in the text of another`() {
        #expect(links("[http://a.b note:3](http://c.d)") == ["http://c.d"])
        #expect(
            MarkdownSpans.of("[http://a.b *c*](http://c.d)") == [
                .link([.text("http://a.b "), .emphasis(.stressed, [.text("c")])], address: "http://c.d")
            ])
    }

    @Test func `an address may be given below`() {
        let text = """
            [One][a], [two][ B  c ], [a][], [A], [x], [no][where], [a]: [^1]
            - [b  C]
            [a]: https://a.org "A"
              [b C]: <https://b.org>
            [a]: https://other.org
            [^1]: https://foot.org
            ```
            [x]: https://x.org
            ```
            """
        #expect(links(text) == ["https://a.org", "https://b.org", "https://other.org", "https://foot.org"])
        #expect(
            MarkdownLine.lines(of: "[One][a]\n[a]: https://a.org") == [
                .text([.link([.text("One")], address: "https://a.org")]),
                .text([.text("[a]: "), .link([.text("https://a.org")], address: "https://a.org")]),
            ])
    }

    @Test func `only where a link leads that does not say it is told`() {
        let text = "[s](https://x.org) https://y.org [[A]] [[B|b]] note:3 [n](note:4)"
        #expect(NumberedLinks(title: "", lines: MarkdownLine.lines(of: text)).untold == [1, 4, 6])
        let numbered = NumberedLinks(title: "[[A]] [[Z]]", lines: MarkdownLine.lines(of: text + " https://x.org"))
        #expect(numbered.untold == [2, 5, 7])
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

    @Test func `nothing of a text is lost`() {
        var dice = Dice(seed: 11)
        for _ in 0..<2_000 {
            let text = text(&dice)
            let shown = MarkdownSpans.of(text).map(Self.whole).joined()
            #expect(Self.letters(shown) == Self.letters(text), "\(text)")
        }
    }

    @Test func `nothing in code is a link`() {
        var dice = Dice(seed: 12)
        for _ in 0..<500 {
            let text = text(&dice)
            #expect(links("` \(text) ` ```\n```") == [], "\(text)")
            #expect(links("~~~\n\(text)\n\(text)") == [], "\(text)")
        }
    }

    /// Everything that a span says, in the order of its source.
    private static func whole(_ span: MarkdownSpan) -> String {
        switch span {
        case .text(let text), .code(let text): text
        case .emphasis(_, let inner): inner.map(whole).joined()
        case .note(.title(let title), let shown): title == shown ? title : title + shown
        case .note(.number, let shown): shown
        case .link(let inner, let address):
            inner == [.text(address)] ? address : inner.map(whole).joined() + address
        case .picture(let shown, let address): shown + address
        }
    }

    private static func letters(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.isASCII && ("0"..."9").contains($0) }))
    }
}
