// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
@testable import AtriumScreen
import AtriumSession
import AtriumTerminal
import AtriumTesting
import Dice
import NotesLogic
import Testing

@testable import AtriumKit
@testable import NotesPanels

/// Markdown as text.
struct MarkdownBlocksTests {
    private func lines(_ text: String, columns: Int = 30) -> [String] { layout(text, columns: columns).map(\.text) }

    private func layout(_ text: String, columns: Int = 30) -> [StyledText] {
        layout(MarkdownBlocks.blocks(text), columns: columns)
    }

    private func layout(_ blocks: [Block], columns: Int, isTitleCut: Bool = false) -> [StyledText] {
        var layout = BlockLayout(blocks, columns: columns, isTitleCut: isTitleCut)
        layout.layOut(.max)
        return layout.lines
    }

    @Test func `headings, lists, boxes, quotes and rules lose their signs`() {
        #expect(
            lines("# Head\n- one\n  - two\n- [ ] open\n- [x] done\n3. third\n> said\n---") == [
                "Head", "• one", "  • two", "☐ open", "☑ done", "3. third", "▏ said", String(repeating: "─", count: 30),
            ])
        #expect(layout("# Head")[0].spans[0].marks.contains(.strong))
        #expect(lines("#tag -x 1.5 *") == ["#tag -x 1.5 *"])
    }

    @Test func `a long item goes on below its text`() {
        #expect(
            lines("- one two three four", columns: 12) == ["• one two", "  three four"])
        #expect(lines("> 你好你好你好你好", columns: 12) == ["▏ 你好你好你", "▏ 好你好"])
    }

    @Test func `emphasis, code and links are styled`() {
        let line = layout("a **bold** *it* `co*de*` ~~no~~ snake_case_name", columns: 60)[0]
        #expect(line.text == "a bold it co*de* no snake_case_name")
        #expect(line.spans.first { $0.text == "bold" }?.marks == .strong)
        #expect(line.spans.first { $0.text == "it" }?.marks == .stressed)
        #expect(lines("see [here](a.txt) \\*", columns: 40) == ["see here[1] *", "", "[1] a.txt"])
        #expect(
            lines("![a cat](<my cat.png>) ![](b.png \"t\")", columns: 60)
                == ["▣ a cat[1] ▣ b.png[2]", "", "[1] my cat.png", "[2] b.png"])
        #expect(lines("[[A]] and [[B|b]], note:3") == ["A[1] and b[2], note:3[3]", "", "[2] [[B]]"])
    }

    @Test func `a picture is told of by its name, and by no number that is its width`() {
        #expect(
            lines(
                "See ![[my/cat.png|300]] and ![[b.gif|A bee|64x48]].\n![|80](c%20d.png) ![300](<e f.png>)", columns: 60)
                == [
                    "See ▣ my/cat.png[1] and ▣ A bee[2].", "▣ c d.png[3] ▣ e f.png[4]", "", "[1] [[my/cat.png]]",
                    "[2] [[b.gif]]", "[3] c%20d.png", "[4] e f.png",
                ])
        // What is no width stays, and so does what is no picture.
        #expect(lines("![[a.png|30px]] ![[Note|12]] [[b.png|40]]", columns: 60)[0] == "▣ 30px[1] ▣ 12[2] 40[3]")
    }

    @Test func `the links below a text lead to where those in it do`() {
        let blocks = MarkdownBlocks.blocks("[a](https://example.org/x) [[Note|n]] [b](mailto:ana@example.org)")
        let listed = blocks.suffix(3).map { block -> SpanLink? in
            if case .paragraph(let text) = block.content { text.spans.first?.link } else { nil }
        }
        #expect(
            listed == [
                SpanLink(address: "https://example.org/x", number: 1), SpanLink(address: nil, number: 2),
                SpanLink(address: "mailto:ana@example.org", number: 3),
            ])
    }

    @Test func `a picture stands below the line that shows it`() {
        func pictures(_ text: String) -> [Block.Picture] {
            MarkdownBlocks.blocks(text).compactMap {
                if case .picture(let picture) = $0.content { picture } else { nil }
            }
        }
        let link = SpanLink(address: nil, number: 1)
        #expect(pictures("a\n![[x.png|300]]") == [Block.Picture(id: "x.png", width: 300, link: link)])
        #expect(pictures("# ![A](y%20z.JPG)\nb") == [Block.Picture(id: "y%20z.JPG", width: nil, link: link)])
        #expect(pictures("- a ![[x.png]] b ![[y.webp|9x7]]").map(\.id) == ["x.png", "y.webp"])
        // From the network nothing is fetched; a link shows no picture, and another file is none.
        #expect(
            pictures("![](https://example.org/a.png) [x](a.png) [[b.png]] ![[c.pdf]] ![[Note]] `![[d.png]]`").isEmpty)
        let blocks = MarkdownBlocks.blocks("- a ![[x.png]]\n- b")
        #expect(
            blocks.map(\.containers)
                == [
                    [.item(.bullet, begins: true)], [.item(.bullet, begins: false)], [.item(.bullet, begins: true)], [],
                    [.item(.reference(1), begins: true)],
                ].prefix(blocks.count).map { $0 })
    }

    @Test func `tags and references of HTML are shown as they are meant`() {
        let line = layout("a <b>bold</b> <i>it</i> <mark>x</mark> R&amp;D &lt;b&gt; &#20320; &copy;", columns: 60)[0]
        #expect(line.text == "a bold it x R&D <b> 你 ©")
        #expect(line.spans.first { $0.text == "bold" }?.marks == .strong)
        #expect(line.spans.first { $0.text == "it" }?.marks == .stressed)
        #expect(lines("one<br>two<br/>three") == ["one", "two", "three"])
        #expect(lines("- one<br>two") == ["• one", "  two"])
        #expect(lines("H<sub>2</sub>O, x<sup>10</sup>, a<sub>max</sub>, 2<sup>k</sup>") == ["H₂O, x¹⁰, a_max, 2^k"])
        // What means nothing here, or is code, stays as it is.
        #expect(
            lines("<span x=\"1\">a</span> &nosuch; `<b>&amp;`", columns: 60) == [
                "<span x=\"1\">a</span> &nosuch; <b>&amp;"
            ])
        #expect(lines("a <!-- b --> c") == ["a <!-- b --> c"])
        #expect(lines("</b>a <b>c") == ["a c"])
        // In an address they belong to it, and an escaped sign is one.
        #expect(
            lines("https://example.org/?a=1&amp;b=2", columns: 60).first?.hasPrefix("https://example.org/?a=1&amp;b=2")
                == true)
        #expect(lines("\\&amp; &amp;") == ["&amp; &"])
        // Nothing that a number stands for reaches the terminal unseen.
        #expect(
            !lines("a&#27;]0;x&#7; &#x202E;b").joined().unicodeScalars.contains {
                $0.value < 0x20 || $0.value == 0x202E
            })
    }

    @Test func `a table of cells with breaks, and columns in the middle`() {
        #expect(
            lines("| a | middle |\n|---|:-:|\n| one<br>two | b |") == [
                "a   │ middle", "────┼───────", "one │   b   ", "two │       ",
            ])
    }

    @Test func `footnotes stand out, where they are named and where they stand`() {
        let text = layout("See this[^12] and [^note], not [^ no].\n\n[^12]: The first note.\n[^note]: One", columns: 60)
        #expect(text.map(\.text) == ["See this¹² and ^note, not [^ no].", "", "¹² The first note.", "^note One"])
        #expect(text[0].spans.filter { $0.marks.contains(.accented) }.map(\.text) == ["¹²", "^note"])
        #expect(text[2].spans.first?.text == "¹²")
        #expect(lines("| a[^1] | b |\n|---|---|\n| c | d |").first == "a¹ │ b")
    }

    @Test func `what is highlighted stands out without its signs, and comparisons stay`() {
        let text = layout("This ==matters== and ==two words[^1]==, a == b, ==== and c==d.", columns: 80)
        #expect(text.map(\.text) == ["This matters and two words¹, a == b, ==== and c==d."])
        let highlighted = text[0].spans.filter { $0.marks.contains(.accented) }.map(\.text)
        #expect(highlighted == ["matters", "two words", "¹"])
        #expect(lines("| ==a== | b |\n|---|---|\n| c | d |").first == "a │ b")
    }

    @Test func `what leads outside tells a terminal where, and nothing else does`() {
        let line = layout("[a](https://example.org/x) [b](javascript:x) https://example.org [[c]]", columns: 90)[0]
        #expect(line.spans.compactMap(\.link?.address) == ["https://example.org/x", "https://example.org"])
        // Each, and its number behind it, knows what follows it.
        let numbers = line.spans.compactMap { span in span.link?.number.map { "\(span.text) \($0)" } }
        #expect(numbers == ["a 1", "[1] 1", "https://example.org 2", "[2] 2", "c 3", "[3] 3"], "\(numbers)")
        // Broken over lines, each part leads there.
        let broken = layout("[one two three four five six](https://example.org/x)", columns: 12)
        #expect(broken.prefix(3).allSatisfy { $0.spans.contains { $0.link?.address == "https://example.org/x" } })
    }

    @Test func `code keeps its signs`() {
        #expect(lines("```\n# x *y*\n[[z]]\n```") == ["╌╌╌╌╌╌╌╌╌╌╌╌", "  # x *y*", "  [[z]]", "╌╌╌╌╌╌╌╌╌╌╌╌"])
    }

    @Test func `a table has straight columns that fit`() {
        let table = "| Name | No. |\n|---|--:|\n| 牛奶 | 2 |\n| long long name | 13 |"
        #expect(
            lines(table) == [
                "Name           │ No.", "───────────────┼────", "牛奶           │   2", "long long name │  13",
            ])
        #expect(lines(table, columns: 12).allSatisfy { DisplayWidth.of($0) <= 12 })
    }

    @Test func `links have numbers, and the end says where those lead that do not say it themselves`() {
        #expect(
            lines("see [here](http://x.y), http://x.y and ![](HTTPS://p.q) [[A|b]]", columns: 60) == [
                "see here[1], http://x.y[1] and ▣[2] b[3]", "", "[2] HTTPS://p.q", "[3] [[A]]",
            ])
        #expect(
            lines("see [here](http://example.org/long)", columns: 16) == [
                "see here[1]", "", "[1] http://examp", "    le.org/long",
            ])
        #expect(lines("see [here](http://example.org)", columns: 3).last == "org")
        let line = layout("**[x](http://x.y)**")[0]
        #expect(line.spans[0].marks == [.accented, .strong, .underlined])
        #expect(line.spans[1].text == "[1]")
    }

    @Test func `what the title leads to is said below the text`() {
        func lines(_ text: String, titleEnd: Int, isTitleCut: Bool = false) -> [String] {
            layout(MarkdownBlocks.blocks(text, titleEnd: titleEnd), columns: 30, isTitleCut: isTitleCut).map(\.text)
        }
        #expect(lines("To [[A]]\n[[B]] [[A]]", titleEnd: 8) == ["B[2] A[1]"])
        #expect(lines("# http://x.y", titleEnd: 12) == ["[1] http://x.y"])
        #expect(lines("# http://x.y", titleEnd: 12, isTitleCut: true) == ["http://x.y[1]"])
        #expect(lines("# [x](http://x.y)", titleEnd: 17, isTitleCut: true) == ["x[1]", "", "[1] http://x.y"])
    }

    @Test func `what is laid out is the present text in the present width`() {
        var text = NoteText()
        var before: DocumentLayout?
        var note = Note(
            id: 1, content: "T\n**one two**", createdAt: Timestamp(milliseconds: 0),
            modifiedAt: Timestamp(milliseconds: 0))
        func shown(_ columns: Int) -> [StyledText] {
            let view = DocumentView(title: note.title, parts: [text.blocks(of: note, lines: .max)])
            let layout = DocumentLayout(view, width: columns + 2, after: before)
            before = layout
            return (0..<layout.count).map { layout[$0] }
        }
        #expect(shown(30).map(\.text) == ["one two"])
        #expect(shown(6).map(\.text) == ["one", "two"])
        note.content = "T [[X]]\n# one"
        #expect(shown(30).map(\.text) == ["one", "", "[1] [[X]]"])
        note.content = "Title [[X]]\n# one"
        // A border of six columns cuts the title.
        #expect(shown(6).map(\.text) == ["Title", "X[1]", "one"])
    }

    /// Every link has its number somewhere, and no line is wider than its panel.
    @Test func `links are numbered as they are followed, in any text and width`() {
        var dice = Dice(seed: 9)
        let parts = [
            "[[A]]", "note:3", "`[[B]]`", " ", "*", "**", "\n", "- ", "|", "---", "> ", "你好", "[x](y)", "[", "_a_",
            "\u{1B}", "[s](https://x.org/a)", "http://y.org", "[[A|b]]", "<mailto:a@b.c>",
        ]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &dice)]
            }.joined()
            for columns in [1, 2, 9, 40] {
                let lines = lines(text, columns: columns)
                #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(columns, 9) }, "\(text)")
            }
            let count = NumberedLinks(MarkdownDocument(Sanitizer.visible(text, keepingNewlines: true))).links.count
            let all = lines(text, columns: 400).joined()
            #expect(
                (1..<(count + 1)).allSatisfy { all.contains("[\($0)]") } && !all.contains("[\(count + 1)]"), "\(text)")
        }
    }
}
