// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumMarkdown

/// What a text in Markdown says, and where it stands.
struct MarkdownDocumentTests {
    @Test func `what stands in a formula is no link, and is shown as it is`() {
        for text in ["$[[a|b]] [c](d.md) note:3$", "$$\n[[a]] [c](<d.md>)\n$$", "- $a_1 [[b]] *c* [d](e)$ f"] {
            let document = MarkdownDocument(text)
            #expect(document.links.isEmpty, "\(text)")
            #expect(document.spans.allSatisfy { $0.link == nil && ![.linkStart, .linkEnd].contains($0.kind) })
            let shown = document.spans.map(document.text).joined()
            #expect(shown == text.replacing("\n", with: "").replacing("*", with: "").replacing("- ", with: ""))
        }
        let document = MarkdownDocument("$5 or [[a]] $6 $[[b]]$ [[c]]")
        #expect(document.links.compactMap(\.target).map(document.text) == ["a", "c"])
        #expect(document.spans.compactMap(\.link) == [0, 0, 0, 1, 1, 1])
    }

    /// The lines in letters: what they stand in, what they are, what they say.
    private func lines(_ text: String) -> [String] {
        let document = MarkdownDocument(text)
        return document.lines.map { line in
            let margin = document.containers(of: line).enumerated().map { index, container in
                let sign =
                    switch container {
                    case .quote: ">"
                    case .item(_, .bullet): "-"
                    case .item(_, .number(let number)): "\(number)."
                    case .item(_, .box(let isTicked)): isTicked ? "x" : "o"
                    }
                return index < line.kept ? "(\(sign))" : sign
            }.joined(separator: " ")
            let text =
                String(repeating: " ", count: line.indent) + document.spans[line.spans].map(document.text).joined()
            let content =
                switch line.content {
                case .blank: "blank"
                case .heading(let level): "h\(level) \(text)"
                case .text: "\(line.goesOn ? "… " : "")\(text)"
                case .aside: "aside \(document.text(line.range))"
                case .fence: line.goesOn ? "end" : "fence"
                case .code: "code|\(document.code(line))"
                case .html: "html \(document.text(line.range))"
                case .rule: "rule"
                case .table(let rows):
                    document.rows[rows].map { row in
                        "|"
                            + document.cells(of: row).map { document.spans[$0].map(document.text).joined() }.joined(
                                separator: "|")
                            + "|"
                    }.joined(separator: " ")
                }
            return margin.isEmpty ? content : margin + " " + content
        }
    }

    @Test func `every line is there, with what it stands in`() {
        #expect(lines("# A #\na\n  b\n\nc\n===\n---\n") == ["h1 A", "a", "…   b", "blank", "h1 c", "rule", "blank"])
        #expect(
            lines("- a\n  b\n  - [x] c\n- [ ] d\n\n3. e\n4. f\n\n   g") == [
                "- a", "(-) … b", "(-) x c", "o d", "blank", "3. e", "4. f", "blank", "(4.) g",
            ])
        #expect(
            lines("> a\n> b\n>\n>> c\nd\n\n> - e\n>   # f") == [
                "> a", "(>) … b", "(>) blank", "(>) > c", "(>) (>) … d", "blank", "> - e", "(>) (-) h1 f",
            ])
        #expect(
            lines("```sh\na\n\n  b\n```\n\n    c\n\n    d\n~~~\ne") == [
                "fence", "code|a", "code|", "code|  b", "end", "blank", "code|c", "code|", "code|d", "fence", "code|e",
            ])
        #expect(lines("- ```\n  a\n  ```\n-\n- > b") == ["- fence", "(-) code|a", "(-) end", "- ", "- > b"])
        #expect(
            lines("a <b\nc> d\n\n<div>\n*e*\n\n</div>") == [
                "a <b", "… c> d", "blank", "html <div>", "html *e*", "blank", "html </div>",
            ])
        #expect(lines("[a]: b\n\n[c]: d\n[a] [c]") == ["aside [a]: b", "blank", "aside [c]: d", "a c"])
        #expect(lines("") == ["blank"])
        #expect(lines("a\r\nb\rc") == ["a", "… b", "… c"])
    }

    @Test func `a table says which of its columns stand at the right`() {
        let document = MarkdownDocument("|a|b|c|d|\n|-|--:|:-:|-:|\n|1|2|3|4|\n\n|a|b|\n|-|-|\n\n|a|\n|-:|")
        let heads = document.lines.compactMap { if case .table(let rows) = $0.content { rows.lowerBound } else { nil } }
        #expect(heads.map(document.rightAligned) == [[1, 3], [], [0]])
    }

    @Test func `tables are as GitHub has them`() {
        #expect(lines("a\n|b|c|\n|-|:-|\n|d\n\ne") == ["a", "|b|c| |d||", "blank", "e"])
        #expect(
            lines("| a | b \\| `c\\|d` |\n|---|---|\n| [[n\\|m]] | [[n|m]] |\n| x | y | *z* |") == [
                "|a|b | c|d| |m|m| |x|y|*z* |"
            ])
        #expect(lines("a\n-|-") == ["a", "… -|-"])
    }

    @Test func `the parts of links are where they stand`() {
        func parts(_ text: String) -> [[String]] {
            let document = MarkdownDocument(text)
            return document.links.map { [$0.whole, $0.label, $0.target ?? 0..<0].map(document.text) }
        }
        #expect(parts("a [b *c*](d.md#e 'f') g") == [["[b *c*](d.md#e 'f')", "b *c*", "d.md#e"]])
        #expect(parts("- [ ] [**b**](<c d>)") == [["[**b**](<c d>)", "**b**", "c d"]])
        #expect(
            parts("> x\n> [![a](b.png)](c.md)![](d)") == [
                ["[![a](b.png)](c.md)", "![a](b.png)", "c.md"], ["![a](b.png)", "a", "b.png"], ["![](d)", "", "d"],
            ])
        #expect(parts("[x][y] [y]\n\n[y]: z.md") == [["[x][y]", "x", "z.md"], ["[y]", "y", "z.md"]])
        #expect(parts("[a](b\\(c.md) [d]()") == [["[a](b\\(c.md)", "a", "b\\(c.md"], ["[d]()", "d", ""]])
        #expect(
            parts("x ![[p.png|30]] [[a|b]] note:12") == [
                ["![[p.png|30]]", "30", "p.png"], ["[[a|b]]", "b", "a"], ["note:12", "note:12", "12"],
            ])
        #expect(
            parts("[[a#`b`|`c`]] `d` [[e`f`]]") == [["[[a#`b`|`c`]]", "`c`", "a#`b`"], ["[[e`f`]]", "e`f`", "e`f`"]])
        #expect(parts("`[[a]]` `[[b `c` d]]` [[e`]] f` ]]").isEmpty)
        #expect(parts("[[[x]]] <http://y.z>") == [["[[x]]", "x", "x"], ["<http://y.z>", "http://y.z", "http://y.z"]])
        #expect(parts("[`a`](b) [\n c](d)") == [["[`a`](b)", "`a`", "b"], ["[\n c](d)", "\n c", "d"]])
    }

    /// Wherever Markdown means anything but text.
    @Test(arguments: [
        "`#a`", "`b\n#a`", "```\n#a\n```", "> ```\n> #a\n> ```", "    #a", "- b\n\n      #a", "[b](#a)",
        "[b](c#a \"d #a\")",
        "<http://b.c/#a>", "https://b.c/#a", "<b c=\"#a\">", "<!-- #a -->", "<!--\n#a\n-->", "%%#a%%", "%% b\n\n#a %%",
        "<div>\n#a\n</div>", "[b][c]\n\n[c]: #a", "~~~\n#a", "color: #12", "b#a", "\\#a", "&#a;", "[[b #a]]", "[[#a]]",
    ])
    func `no tag is in what is no text`(text: String) {
        let document = MarkdownDocument(text + "\n")
        #expect(document.tags.map { document.text($0.name) } == [])
    }

    @Test(arguments: [
        ("#a, *#b* and **c #d**", ["a", "b", "d"]),
        ("# #a\n- #b\n> #c\n\n| #d |\n|---|\n| #e", ["a", "b", "c", "d", "e"]),
        ("[b #a](c) ![#d](e) [#d](f)", ["a"]), ("%%#a%% #b %%", ["b"]), ("100%% #a", ["a"]),
        ("#a#b #c d# #e", ["a", "c d", "e"]),
        ("今天#日记，#买 牛奶#。", ["日记", "买 牛奶"]), ("#e\u{301}t\u{E9}", ["e\u{301}t\u{E9}"]),
    ])
    func `tags are in text`(text: String, tags: [String]) {
        let document = MarkdownDocument(text)
        #expect(document.tags.map { document.text($0.name) } == tags)
    }

    private static let pieces = [
        "*", "**", "_", "~~", "~", "[", "]", "(", ")", "](", "[[", "]]", "|", "<", ">", " ", "\"", "a", "!", "`", "```",
        "\\", "&", "&amp;", "#", "\n", "\r\n", "\n\n", "- ", "1. ", "> ", "    ", "---", "\n|---|-|\n",
        "\n\n[a]: b\\)\n", "[a]",
        "![x](y)", "<!--", "-->", "<b>", "=", "http://x.y", "note:1", "界", "：", "é", "\u{301}", "🎉", "\0", "\t", "%%",
        "[x] ",
        "\n===\n", "<a@b.c>", "\u{2028}", "~~~\n",
    ]

    private func text(_ dice: inout Dice, _ count: Int) -> String {
        (0..<(1 + dice.roll(count))).map { _ in Self.pieces[dice.roll(Self.pieces.count)] }.joined()
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `all places lie in the text, between characters and in order`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<3_000 {
            let text = text(&dice, 30)
            let document = MarkdownDocument(text)
            let bytes = document.bytes
            func isBoundary(_ offset: Int) -> Bool {
                (0...bytes.count).contains(offset) && (offset == bytes.count || bytes[offset] & 0xC0 != 0x80)
            }
            func isSound(_ range: Range<Int>) -> Bool { isBoundary(range.lowerBound) && isBoundary(range.upperBound) }
            #expect(document.lines.allSatisfy { isSound($0.range) }, "\(text.debugDescription)")
            #expect(document.spans.allSatisfy { isSound($0.range) }, "\(text.debugDescription)")
            for link in document.links {
                #expect(
                    isSound(link.whole) && isSound(link.label) && isSound(link.target ?? 0..<0),
                    "\(text.debugDescription)")
                #expect(link.whole.contains(link.label), "\(text.debugDescription)")
            }
            for tag in document.tags {
                #expect(isSound(tag.whole) && tag.whole.contains(tag.name) && bytes[tag.whole.lowerBound] == 0x23)
            }
            let tags = document.tags.map(\.whole)
            #expect(
                zip(tags, tags.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, "\(text.debugDescription)")
            let shown = document.spans.map(\.range)
            #expect(
                zip(shown, shown.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }, "\(text.debugDescription)")
            let starts = document.lines.map(\.range.lowerBound)
            #expect(starts == starts.sorted(), "\(text.debugDescription)")
            // Links and tags are the same whether lines are asked for or not.
            let bare = MarkdownDocument(text, hasLines: false)
            #expect(
                bare.tags == document.tags && bare.links == document.links && bare.lines.isEmpty,
                "\(text.debugDescription)")
        }
    }

    /// Letters and digits are no signs: each is on some line, or in the address or the title of a link.
    @Test(arguments: [5, 6] as [UInt64])
    func `nothing of a text is lost`(seed: UInt64) {
        var dice = Dice(seed: seed)
        for _ in 0..<2_000 {
            var text = text(&dice, 20)
            var number = 0
            text = text.split(separator: "a", omittingEmptySubsequences: false).reduce("") { result, part in
                number += 1
                return result + part + "q\(number)q"
            }
            let document = MarkdownDocument(text)
            var covered = Array(repeating: false, count: document.bytes.count)
            func cover(_ range: Range<Int>) { for index in range { covered[index] = true } }
            for line in document.lines {
                switch line.content {
                case .blank, .fence, .rule, .table: break
                case .aside, .code, .html: cover(line.range)
                case .heading, .text: for span in document.spans[line.spans] { cover(span.range) }
                }
            }
            for row in document.rows {
                for cell in document.cells(of: row) { for span in document.spans[cell] { cover(span.range) } }
            }
            // A fence’s line says in which language the code is.
            for link in document.links { cover(link.whole) }
            let fences = document.lines.contains { $0.content == .fence }
            let lost = document.bytes.indices.filter { document.bytes[$0] == UInt8(ascii: "q") && !covered[$0] }
            #expect(lost.isEmpty || fences, "\(text.debugDescription) \(lost)")
        }
    }
}

extension Range<Int> {
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
