// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Foundation
import Session
import Terminal
import Testing

@testable import AtriumKit

/// Looking for words in what is read.
@MainActor
struct DocumentSearchTests {
    /// A document that a test changes.
    @MainActor
    private final class Text {
        var id = "a"
        var blocks: [Block] = []

        var source: DocumentSource {
            DocumentSource(id: id, title: LocalizedText(verbatim: "T")) { [blocks] _ in [blocks] }
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
        panel.beginSearch()
        for typed in ["o", "oa", "OATS"] {
            panel.look(for: typed)
            _ = draw(panel)
        }
        #expect(panel.foot == "/OATS  1 / 3")
        #expect(panel.position.rows.contains(9))
        #expect(marked(draw(panel)) == ("", "oats"))
        panel.moveHit(by: 1)
        #expect(panel.foot == "/OATS  2 / 3")
        #expect(draw(panel).lines.contains(" Line 20 with oats"))
        for _ in 1...2 { panel.moveHit(by: 1) }
        #expect(panel.foot == "/OATS  1 / 3")
        panel.moveHit(by: -1)
        #expect(panel.foot == "/OATS  3 / 3")
        // From what is seen, where that is somewhere else.
        panel.position.scroll(by: -30)
        panel.moveHit(by: 1)
        #expect(panel.foot == "/OATS  1 / 3")
        #expect(panel.endSearch(goesBack: true))
        #expect(panel.position.top == 0)
        #expect(marked(draw(panel)) == ("", ""))
        #expect(panel.foot.isEmpty)
    }

    @Test func `what stands nowhere is said, and what is read stays`() {
        let panel = panel((1...30).map { .text("line \($0)") })
        _ = draw(panel)
        panel.position.scroll(by: 7)
        panel.beginSearch()
        panel.look(for: "line 2")
        _ = draw(panel)
        panel.look(for: "line 2x")
        _ = draw(panel)
        #expect(panel.foot == "/line 2x  0 / 0")
        #expect(panel.position.top == 7)
        panel.moveHit(by: 1)
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
                panel.look(for: query)
                _ = draw(panel, columns: columns)
                #expect(panel.foot.hasSuffix(" / \(count)"), "\(query) at \(columns): \(panel.foot)")
            }
        }
        // A place over two lines is marked in both, and bars are none of it.
        panel.look(for: "ist das ziel")
        let canvas = draw(panel, columns: 16, rows: 12)
        #expect(marked(canvas).current.filter { $0 != " " } == "istdasZiel")
    }

    @Test func `what comes and goes changes the count, and another document is not searched`() {
        let panel = panel([.text("oats"), .text("milk")])
        panel.look(for: "oats")
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

    @Test(arguments: 1...15) func `a word of any text is found at every width`(seed: UInt64) {
        var views = RandomViews(seed: seed)
        let words = (0..<60).map { _ in views.word() }.filter { !$0.contains("\u{1B}") }
        let panel = panel([.text(words.joined(separator: " "))])
        for columns in [3, 8, 9, 20, 44, 90] {
            let word = words[views.dice.roll(words.count)]
            panel.look(for: word)
            let canvas = draw(panel, columns: columns)
            #expect(!panel.foot.hasSuffix("/ 0"), "\(word) at \(columns)")
            // Drawing changes nothing.
            #expect(draw(panel, columns: columns) == canvas)
        }
    }

    @Test func `a megabyte is looked through in time that grows as its size`() {
        let panel = panel((0..<20_000).map { .text(String(repeating: "aaaa ", count: 10) + "\($0)") })
        panel.look(for: String(repeating: "aaaa ", count: 10) + "19999")
        _ = draw(panel, columns: 80)
        #expect(panel.foot.hasSuffix("1 / 1"))
        panel.look(for: "a")
        _ = draw(panel, columns: 80)
        #expect(panel.foot.hasSuffix(" / 800000"))
    }
}
