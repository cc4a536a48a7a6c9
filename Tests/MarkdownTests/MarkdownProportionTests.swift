// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
import Proportion
import Testing

/// Texts that are made to explode cost in proportion to their size, and lose nothing.
struct MarkdownProportionTests {
    /// A part that is repeated up to a size, behind a beginning.
    struct Shape: Sendable, CustomTestStringConvertible {
        let start: @Sendable (Int) -> String
        let part: String

        init(_ part: String, behind start: @escaping @Sendable (Int) -> String = { _ in "" }) {
            (self.start, self.part) = (start, part)
        }

        func text(_ size: Int) -> String {
            let start = start(size)
            return start + String(repeating: part, count: (size - start.utf8.count) / part.utf8.count)
        }

        var testDescription: String { "\(start(40))\(part)" }
    }

    private static func definition(_ address: String) -> @Sendable (Int) -> String {
        { "[a]: " + String(repeating: address, count: $0 / 2 / address.utf8.count) + "\n\n" }
    }

    @Test(arguments: [
        Shape("/a", behind: { _ in "#t" }), Shape("#a/b/c/d/e/f/g "), Shape("#"), Shape("#a b c d "), Shape("x"),
        Shape("[a] ", behind: definition("x")), Shape("[a] ", behind: definition("\\_")),
        Shape("![a] ", behind: definition("x")), Shape("[a] ", behind: { _ in "[a]: x \"t\"\n\n" }),
        Shape("[a](b.md) "), Shape("[[a]] "), Shape("[[a "), Shape("[[a|"), Shape("["), Shape("]"), Shape("[a]("),
        Shape("![a"), Shape("[a][b]"), Shape("[a]: x\n"), Shape("*a"), Shape("*a _b "), Shape("a**b c* "), Shape("`a "),
        Shape("~~a "), Shape(">"), Shape("> "), Shape("- "), Shape("1. "), Shape("- [ ] a\n"), Shape("- a\n\n"),
        Shape("|c|d|\n", behind: { _ in "|a|b|\n|-|-|\n" }), Shape("|a|b|\n|-|-|\n\n"), Shape("|"), Shape("&amp;"),
        Shape("&"), Shape("<a "), Shape("<!--"), Shape("<?"), Shape("<![CDATA["), Shape("<a b=\""), Shape("<http:"),
        Shape("http://a.b/"), Shape("(", behind: { _ in "http://a.b/" }), Shape("a;", behind: { _ in "http://a.b/" }),
        Shape("mailto:a@b"), Shape("note:1 "), Shape("$a$ "), Shape("$$a "), Shape("$$\n"), Shape("$ [[a]] $ "),
        Shape("%% #a "), Shape("[^1] "), Shape("[^"), Shape("# a\n"), Shape("a\n="), Shape("```\n"), Shape("```a\nb\n"),
        Shape("---\n"), Shape("    a\n"), Shape("\t"), Shape("\n"), Shape("\r\n"), Shape("\\"), Shape("汉字。"),
        Shape("\u{301}"), Shape("👩\u{200D}"), Shape("*a _b [c `d <e &f ~g #h $i\n"),
    ])
    func `eight times the text costs at most ten times as much`(shape: Shape) {
        for hasLines in [false, true] {
            let cost = Proportion { size in
                let document = MarkdownDocument(shape.text(size), hasLines: hasLines)
                return document.links.map(document.address(of:)) + document.tags.map { document.text($0.name) }
            }
            #expect(cost.holds, "\(cost)")
        }
    }

    @Test func `a tag that is too long or too deep is text`() {
        func tags(_ text: String) -> [String] {
            let document = MarkdownDocument(text, hasLines: false)
            return document.tags.map { document.text($0.name) }
        }
        let long = String(repeating: "x", count: MarkdownTag.longest)
        let deep = Array(repeating: "x", count: MarkdownTag.deepest).joined(separator: "/")
        #expect(tags("#\(long) #\(deep) #a") == [long, deep, "a"])
        #expect(tags("#\(long)x #\(deep)/x #a") == ["a"])
        for (name, fits) in [(long, true), (deep, true), (long + "x", false), (deep + "/x", false)] {
            #expect(MarkdownTag.fits(name) == fits && MarkdownTag.isPlain(name) == fits)
        }
        let document = MarkdownDocument("#\(long)x")
        #expect(document.spans.map(document.text) == ["#\(long)x"])
    }

    @Test func `links that share an address are text beyond what it may have altogether`() {
        let address = String(repeating: "x", count: 30_000)
        let text = "[a]: \(address)\n\n" + String(repeating: "[a] ", count: 9) + "[own](y.md) [[z]]"
        let document = MarkdownDocument(text)
        #expect(document.links.map(document.address(of:)) == Array(repeating: address, count: 3) + ["y.md", "z"])
        let shown = document.spans.map(document.text).joined()
        #expect(shown == "a a a " + String(repeating: "[a] ", count: 6) + "own z")
    }
}
