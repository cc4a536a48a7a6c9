// SPDX-License-Identifier: GPL-3.0-or-later

import NotesStore
import Testing

@testable import NotesLogic

/// What stands within a line of Markdown.
struct MarkdownSpanTests {
    /// The spans with their marks in letters: `*a*` is `(e a)`.
    private func shown(_ text: String) -> String { shown(MarkdownSpans.of(text)) }

    private func shown(_ spans: [MarkdownSpan]) -> String {
        spans.map { span in
            switch span {
            case .text(let text): text
            case .code(let code): "(c \(code))"
            case .emphasis(.strong, let inner): "(b \(shown(inner)))"
            case .emphasis(.stressed, let inner): "(e \(shown(inner)))"
            case .emphasis(.struck, let inner): "(s \(shown(inner)))"
            case .note(_, let shown): "(n \(shown))"
            case .link(let inner, let address): "(l \(shown(inner)) \(address))"
            case .picture(let text, let address): "(p \(text) \(address))"
            }
        }.joined()
    }

    /// Source: examples of CommonMark 0.31, 6.2, and what people write in Chinese.
    @Test(arguments: [
        ("*foo bar*", "(e foo bar)"), ("a * foo bar*", "a * foo bar*"), ("foo*bar*", "foo(e bar)"),
        ("_foo bar_", "(e foo bar)"), ("foo_bar_", "foo_bar_"), ("_foo_bar_baz_", "(e foo_bar_baz)"),
        ("*(*foo*)*", "(e ((e foo)))"), ("**foo bar**", "(b foo bar)"), ("foo**bar**", "foo(b bar)"),
        ("*foo **bar** baz*", "(e foo (b bar) baz)"), ("***foo** bar*", "(e (b foo) bar)"),
        ("*foo **bar***", "(e foo (b bar))"), ("**foo*", "*(e foo)"), ("*foo**bar*", "(e foo**bar)"),
        ("*foo _bar* baz_", "(e foo _bar) baz_"), ("** is not", "** is not"), ("~~a *b* c~~", "(s a (e b) c)"),
        ("~a~ ~~~", "~a~ ~~~"), ("**注意：**这里", "(b 注意：)这里"), ("这是*重要*的", "这是(e 重要)的"),
        ("\\*a* \\a", "*a* \\a"), ("*a `*` b*", "(e a (c *) b)"), ("2 * 3 * 4", "2 * 3 * 4"),
    ])
    func `emphasis is paired`(text: String, expected: String) { #expect(shown(text) == expected) }

    @Test(arguments: [
        ("`a` b", "(c a) b"), ("`` a`b `` c", "(c  a`b ) c"), ("`a b", "`a b"), ("``a`", "``a`"),
        ("\\`a` b`", "`a(c  b)"), ("[[a`]] `b", "[[a(c ]] )b"), ("[`a`](b)", "(l (c a) b)"),
        ("[a`](b) c`", "[a(c ](b) c)"),
    ])
    func `code is between runs of equally many backticks`(text: String, expected: String) {
        #expect(shown(text) == expected)
    }

    @Test(arguments: [
        ("[a](b) c", "(l a b) c"), ("[a](b (c)) d", "(l a b (c)) d"), ("[a](<b c>)", "(l a b c)"),
        ("[a](b \"t (u)\") c", "(l a b)\") c"), ("[a](b", "[a](b"), ("[a]()", "(l a )"), ("[a [b](c)", "[a (l b c)"),
        ("[a](((((", "[a]((((("), ("![a](b) ![c", "(p a b) ![c"),
        ("[[a|b]] [[c|]] [[|d]] [[ ]]", "(n b) (n c) [[|d]] [[ ]]"),
        ("[a](b \"c", "[a](b \"c"), ("[a](<b> x) y", "[a](<b> x) y"), ("[**a**](b)", "(l (b a) b)"),
        ("*[a*](b)", "*(l a* b)"),
    ])
    func `links have ends`(text: String, expected: String) { #expect(shown(text) == expected) }

    /// The three that read Markdown mean the same by code.
    @Test(arguments: ["`` `#a` [[b]] ![](c) `` #d [[e]]", "`#a` `` [[e]] #d", "\\`#d [[e]]` #a [[b]]`"])
    func `tags and links in code are none`(text: String) {
        #expect(TagText.tags(in: text) == ["d"])
        #expect(LinkText.targets(in: text) == [.title("e")])
        #expect(FileLinkText.places(in: text).isEmpty)
    }
}
