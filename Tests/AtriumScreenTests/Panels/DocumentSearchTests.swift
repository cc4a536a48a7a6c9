// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import Dice
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// Looking for words in what is read.
@MainActor
struct DocumentSearchTests {
    /// A document that a test changes.
    @MainActor
    private final class Text {
        var id = "a"
        var blocks: [Block] = []
        var isOpen = false
        var search: DocumentSource.Search?
        var start: DocumentSource.Start?
        var startsAtEnd = false
        var isAtStart = true

        var source: DocumentSource {
            var source = DocumentSource(id: id, title: LocalizedText(verbatim: "T"), isOpen: isOpen) { [blocks] _ in
                [blocks]
            }
            source.search = search
            source.start = start
            source.startsAtEnd = startsAtEnd
            source.isAtStart = isAtStart
            return source
        }
    }

    private let text = Text()
    private let context = ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0))

    private func panel(_ blocks: [Block]) -> DocumentPanel {
        text.blocks = blocks
        return DocumentPanel { [text] in text.source }
    }

    private func draw(_ panel: DocumentPanel, columns: Int = 22, rows: Int = 4) -> Canvas {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        panel.arrange(for: canvas.size, in: context)
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas
    }

    /// What stands out as found, and as looked at.
    private func marked(_ canvas: Canvas) -> (found: String, current: String) {
        var (found, current) = ("", "")
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let cell = canvas[Point(column: column, row: row)]
                if cell.style.attributes.contains(.reverse) {
                    current += cell.text
                } else if cell.style.attributes.contains(.underline) {
                    found += cell.text
                }
            }
        }
        return (found, current)
    }

    @Test func `places are counted, marked and gone to, round the ends`() {
        let panel = panel((1...30).map { .text($0 % 10 == 0 ? "Line \($0) with oats" : "line \($0)") })
        _ = draw(panel)
        panel.search.begin()
        for typed in ["o", "oa", "OATS"] {
            panel.search.look(for: typed)
            _ = draw(panel)
        }
        #expect(panel.foot == "/OATS  1 / 3")
        #expect(panel.position.rows.contains(9))
        #expect(marked(draw(panel)) == ("", "oats"))
        panel.search.move(by: 1)
        #expect(panel.foot == "/OATS  2 / 3")
        #expect(draw(panel).lines.contains(" Line 20 with oats"))
        for _ in 1...2 { panel.search.move(by: 1) }
        #expect(panel.foot == "/OATS  1 / 3")
        panel.search.move(by: -1)
        #expect(panel.foot == "/OATS  3 / 3")
        // From what is seen, where that is somewhere else.
        panel.position.scroll(by: -30)
        panel.search.move(by: 1)
        #expect(panel.foot == "/OATS  1 / 3")
        #expect(panel.search.end(goesBack: true))
        #expect(panel.position.top == 0)
        #expect(marked(draw(panel)) == ("", ""))
        #expect(panel.foot.isEmpty)
    }

    @Test func `what stands nowhere is said, and what is read stays`() {
        let panel = panel((1...30).map { .text("line \($0)") })
        _ = draw(panel)
        panel.position.scroll(by: 7)
        panel.search.begin()
        panel.search.look(for: "line 2")
        _ = draw(panel)
        panel.search.look(for: "line 2x")
        _ = draw(panel)
        #expect(panel.foot == "/line 2x  0 / 0")
        #expect(panel.position.top == 7)
        panel.search.move(by: 1)
        #expect(panel.position.top == 7)
    }

    @Test func `words are found over the ends of lines, accents and case aside`() {
        var quote = Block.text("Der Weg ist das Ziel, sagt man gerne")
        quote.containers = [.quote]
        let panel = panel([
            .text("The quick brown fox jumps over the lazy dog."), .text("我们的冬天非常漫长而且寒冷所以要多穿衣服"), quote,
            .text("Crème brûlée"), .text("one"), .text("two"),
        ])
        for (query, count) in [
            ("quick BROWN fox jumps over", 1), ("非常漫长而且寒冷", 1), ("ist das  ziel", 1), ("creme BRULEE", 1),
            ("one two", 0),
            ("browned", 0), (" ", 0),
        ] {
            for columns in [12, 16, 22, 60] {
                panel.search.look(for: query)
                _ = draw(panel, columns: columns)
                #expect(panel.foot.hasSuffix(" / \(count)"), "\(query) at \(columns): \(panel.foot)")
            }
        }
        // A place over two lines is marked in both, and bars are none of it.
        panel.search.look(for: "ist das ziel")
        let canvas = draw(panel, columns: 16, rows: 12)
        #expect(marked(canvas).current.filter { $0 != " " } == "istdasZiel")
    }

    @Test func `what comes and goes changes the count, and another document is not searched`() {
        let panel = panel([.text("oats"), .text("milk")])
        panel.search.look(for: "oats")
        _ = draw(panel)
        #expect(panel.foot == "/oats  1 / 1")
        text.blocks.append(.text("more oats, and oats"))
        _ = draw(panel)
        #expect(panel.foot == "/oats  1 / 3")
        text.blocks = [.text("milk")]
        _ = draw(panel)
        #expect(panel.foot == "/oats  0 / 0")
        text.id = "b"
        _ = draw(panel)
        #expect(panel.foot.isEmpty)
    }

    @Test(arguments: seeds(5)) func `a word of any text is found at every width`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let words = (0..<60).map { _ in views.word() }.filter { !$0.contains("\u{1B}") }
        let panel = panel([.text(words.joined(separator: " "))])
        for columns in [3, 8, 9, 20, 44, 90] {
            let word = words[views.dice.roll(words.count)]
            panel.search.look(for: word)
            let canvas = draw(panel, columns: columns)
            #expect(!panel.foot.hasSuffix("/ 0"), "\(word) at \(columns)")
            // Drawing changes nothing.
            #expect(draw(panel, columns: columns) == canvas)
        }
    }

    @Test func `a long text is looked through in time that grows as its size`() {
        let panel = panel((0..<8_000).map { .text(String(repeating: "aaaa ", count: 10) + "\($0)") })
        panel.search.look(for: String(repeating: "aaaa ", count: 10) + "7999")
        _ = draw(panel, columns: 80)
        #expect(panel.foot.hasSuffix("1 / 1"))
        panel.search.look(for: "a")
        _ = draw(panel, columns: 80)
        #expect(panel.foot.hasSuffix(" / 320000"))
    }

    /// Looks for one word, as an app might.
    private func found(_ word: String, inBlock block: String? = nil) -> DocumentSource.Search {
        DocumentSource.Search(word, inBlock: block) { text in
            text.indices.filter { text[$0...].starts(with: word) }.map { $0..<$0 + word.count }
        }
    }

    @Test func `what was found is seen at its first place, when it comes into sight and when it is opened`() {
        let panel = panel((1...30).map { .text($0 % 10 == 0 ? "line \($0) with oats" : "line \($0)") })
        text.search = found("oats")
        #expect(marked(draw(panel)) == ("", "oats"))
        #expect(panel.foot == "/oats  1 / 3")
        #expect(panel.position.rows.contains(9))
        panel.search.move(by: 1)
        #expect(panel.foot == "/oats  2 / 3")
        // What is read meanwhile stays, and what was ended stays so.
        panel.position.scroll(by: -30)
        _ = draw(panel)
        #expect(panel.position.top == 0)
        #expect(panel.search.end())
        #expect(marked(draw(panel)) == ("", ""))
        text.isOpen = true
        #expect(marked(draw(panel)) == ("", "oats"))
        panel.position.scroll(by: -30)
        text.isOpen = false
        _ = draw(panel)
        #expect(panel.position.top == 0)
        #expect(panel.foot == "/oats  1 / 3")
        // Somebody may look for something else, and then for nothing.
        panel.search.begin()
        panel.search.look(for: "line 2")
        _ = draw(panel)
        #expect(panel.foot == "/line 2  1 / 11")
        panel.search.end()
        #expect(marked(draw(panel)) == ("", ""))
        // By other words it is another find; by none it is none.
        text.search = found("30 with")
        #expect(marked(draw(panel)) == ("", "30 with"))
        text.search = nil
        #expect(marked(draw(panel)) == ("", ""))
    }

    @Test func `another document is seen at its own place, and one without any from where it is`() {
        let panel = panel((1...30).map { .text("line \($0)") })
        text.search = found("line 20")
        _ = draw(panel)
        #expect(panel.position.rows.contains(19))
        text.id = "b"
        text.search = found("oats")
        _ = draw(panel)
        #expect(panel.position.top == 0)
        #expect(!panel.search.isOn)
        #expect(panel.foot.isEmpty)
        // Whoever goes to a place in it is there, with the marks.
        text.id = "c"
        text.search = found("line 20")
        text.start = DocumentSource.Start(visit: 1, part: 0, block: 10)
        _ = draw(panel)
        #expect(panel.position.top == 10)
        #expect(panel.foot == "/line 20  1 / 1")
    }

    @Test func `what was found among others is seen where it stands, also when more comes before it`() {
        func message(_ number: Int) -> Block {
            var block = Block.text(number % 3 == 0 ? "oats \(number)" : "message \(number)")
            block.id = String(number)
            return block
        }
        let panel = panel((41...60).map(message))
        text.startsAtEnd = true
        text.search = found("oats", inBlock: "45")
        #expect(marked(draw(panel)).current == "oats")
        #expect(panel.foot == "/oats  2 / 7")
        #expect(panel.position.rows.contains(4))
        panel.search.move(by: 1)
        #expect(panel.foot == "/oats  3 / 7")
        text.blocks = (1...60).map(message)
        _ = draw(panel)
        #expect(panel.foot == "/oats  16 / 20")
        #expect(panel.position.rows.contains(47))
        // It may have been found by what it does not say.
        text.search = found("oats", inBlock: "58")
        panel.position.scroll(by: 60)
        _ = draw(panel)
        #expect(panel.position.rows.contains(59))
    }

    @Test func `where somebody reads is told while there is more than is seen`() {
        let panel = panel((1...4).map { .text("line \($0)") })
        _ = draw(panel)
        #expect(panel.place.isEmpty)
        text.blocks = (1...30).map { .text("line \($0)") }
        _ = draw(panel)
        #expect(panel.place == "1–4 / 30")
        panel.position.scroll(by: 7)
        #expect(panel.place == "8–11 / 30")
        // As much as is known of a long one.
        text.blocks = (1...3_000).map { .text("line \($0)") }
        _ = draw(panel)
        #expect(panel.place.hasPrefix("8–11 / ") && panel.place.hasSuffix("+"))
        panel.sight.layOutAll()
        _ = draw(panel)
        #expect(panel.place == "8–11 / 3000")
        // Of what is read from its end on, how far that is away.
        text.id = "b"
        text.startsAtEnd = true
        text.blocks = (1...30).map { .text("line \($0)") }
        _ = draw(panel)
        #expect(panel.place == "↑26")
        panel.position.scroll(by: -10)
        _ = draw(panel)
        #expect(panel.place == "↑16 ↓10")
        text.isAtStart = false
        text.search = found("oats")
        text.blocks[3] = .text("oats")
        _ = draw(panel)
        #expect(panel.place.hasSuffix("+ ↓\(30 - panel.position.rows.upperBound)"))
        // How many there are is known of what is loaded alone, and not said.
        #expect(panel.foot == "/oats")
    }

    @Test func `what is read from its end is searched from there`() {
        let panel = panel((1...30).map { .text($0 % 10 == 0 ? "line \($0) with oats" : "line \($0)") })
        text.startsAtEnd = true
        _ = draw(panel)
        panel.position.scroll(by: -2)
        panel.search.begin()
        panel.search.look(for: "oats")
        _ = draw(panel)
        #expect(panel.foot == "/oats  3 / 3")
    }

    @Test(arguments: [
        ("needle", "a NEEDLE in it", true), ("a  b", "x A \t b", false), ("a b", "x A    b", true),
        ("é", "cafe E", true),
        ("针", "一根针", true), ("needle", "need\nle", false), (" ", "a b", false), ("a b", "a\nb", false),
        ("ab", "a", false),
        ("ﬁ", "fi", false),
    ])
    func `words are found in what is not laid out as in what is`(query: String, text: String, isFound: Bool) {
        #expect(SoughtText(query).isFound(text) == isFound)
    }
}
