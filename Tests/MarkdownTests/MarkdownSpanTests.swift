// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumMarkdown

/// What stands within a line of Markdown.
struct MarkdownSpanTests {
    /// The spans with their marks in letters: `*a*` is `(e a)`.
    private func shown(_ text: String) -> String {
        let document = MarkdownDocument(text)
        return document.spans.map { span in
            let link = span.link.map { document.links[$0] }
            switch span.kind {
            case .linkStart:
                switch link?.kind {
                case .title(let isEmbed): return isEmbed ? "(!n " : "(n "
                case .address(isPicture: true): return "(p "
                default: return "(l "
                }
            case .linkEnd:
                guard let link, case .address = link.kind else { return ")" }
                return " \(document.address(of: link)))"
            case .text, .code, .html, .blank:
                var marks = span.kind == .code ? "c" : span.kind == .html ? "h" : ""
                if span.marks.contains(.strong) { marks += "b" }
                if span.marks.contains(.stressed) { marks += "e" }
                if span.marks.contains(.struck) { marks += "s" }
                return marks.isEmpty ? document.text(span) : "(\(marks) \(document.text(span)))"
            }
        }.joined()
    }

    /// Source: examples of CommonMark 0.31, 6.2, and what people write in Chinese.
    @Test(arguments: [
        ("*foo bar*", "(e foo bar)"), ("a * foo bar*", "a * foo bar*"), ("foo*bar*", "foo(e bar)"),
        ("_foo bar_", "(e foo bar)"), ("foo_bar_", "foo_bar_"), ("_foo_bar_baz_", "(e foo_bar_baz)"),
        ("*(*foo*)*", "(e ()(e foo)(e ))"), ("**foo bar**", "(b foo bar)"), ("foo**bar**", "foo(b bar)"),
        ("*foo **bar** baz*", "(e foo )(be bar)(e  baz)"), ("***foo** bar*", "(be foo)(e  bar)"),
        ("*foo **bar***", "(e foo )(be bar)"), ("**foo*", "*(e foo)"), ("*foo**bar*", "(e foo**bar)"),
        ("*foo _bar* baz_", "(e foo _bar) baz_"), ("** is not", "** is not"), ("~~a *b* c~~", "(s a )(es b)(s  c)"),
        ("~a~ ~~~", "~a~ ~~~"), ("a ~~ b ~~ c", "a ~~ b ~~ c"), ("~5 and ~6", "~5 and ~6"),
        ("**注意：**这里", "(b 注意：)这里"), ("这是*重要*的", "这是(e 重要)的"),
        ("\\*a* \\a", "*a* \\a"), ("*a `*` b*", "(e a )(ce *)(e  b)"), ("2 * 3 * 4", "2 * 3 * 4"),
        ("&amp; &copy;", "&amp; &copy;"),
    ])
    func `emphasis is paired`(text: String, expected: String) { #expect(shown(text) == expected) }

    @Test(arguments: [
        ("`a` b", "(c a) b"), ("`` a`b `` c", "(c a`b) c"), ("`a b", "`a b"), ("``a`", "``a`"),
        ("\\`a` b`", "`a(c  b)"), ("[[a`]] `b", "[[a(c ]] )b"), ("[`a`](b)", "(l (c a) b)"),
        ("[a`](b) c`", "[a(c ](b) c)"), ("`a\nb`", "(c a) (c b)"),
        ("a <b c=\"#d\"> <!-- e -->", "a (h <b c=\"#d\">) (h <!-- e -->)"),
    ])
    func `code is between runs of equally many backticks`(text: String, expected: String) {
        #expect(shown(text) == expected)
    }

    @Test(arguments: [
        ("[a](b) c", "(l a b) c"), ("[a](b(c)) d", "(l a b(c)) d"), ("[a](<b c>)", "(l a b c)"),
        ("[a](b \"t (u)\") c", "(l a b) c"), ("[a](b", "[a](b"), ("[a]()", "(l a )"), ("[a [b](c)", "[a (l b c)"),
        ("[a](((((", "[a]((((("), ("![a](b) ![c", "(p a b) ![c"), ("![](b \"t\")[](c)", "(p  b)(l  c)"),
        ("[[a|b]] [[c|]] [[|d]] [[ ]]", "(n b) (n c) [[|d]] [[ ]]"),
        ("[a](b \"c", "[a](b \"c"), ("[a](<b> x) y", "[a]((h <b>) x) y"), ("[**a**](b)", "(l (b a) b)"),
        ("*[a*](b)", "*(l a* b)"), ("[![a](b)](c)", "(l (p a b) c)"), ("[a\\]](b\\)c)", "(l a] b)c)"),
        ("\\[[a]] [[a*b]] c*d*", "[[a]] (n a*b) c(e d)"), ("![[a.png|300]]", "(!n 300)"),
        ("[[a](b) c](d)", "[(l a b) c](d)"),
        ("<http://a.b> <c@d.e> https://f.g/_h_/i*j*", "(l http://a.b) (l c@d.e) (l https://f.g/_h_/i*j)*"),
        ("看http://x.y。", "看(l http://x.y)。"), ("[http://a.b note:3](http://c.d)", "(l http://a.b note:3 http://c.d)"),
        ("[a][b]\n\n[b]: <c d>", "(l a c d)"), ("[a [[b]]](c)", "(l a [[b]] c)"),
        ("[[\(String(repeating: "题", count: 99))]]", "(n \(String(repeating: "题", count: 99)))"),
    ])
    func `links have ends`(text: String, expected: String) { #expect(shown(text) == expected) }
}
