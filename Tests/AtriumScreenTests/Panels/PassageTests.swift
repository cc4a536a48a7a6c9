// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// What of a document is copied together.
@MainActor
struct PassageTests {
    private let context = ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0))

    private func item(_ text: String, _ sign: Block.Sign) -> Block {
        Block(.paragraph(StyledText(text)), in: [.item(sign, begins: true)])
    }

    private var blocks: [Block] {
        [
            Block(.heading("Title", level: 1)), .blank, .text("A text that takes more than one line here."),
            .text("And one below."), .blank, item("first", .bullet), item("second", .box(isTicked: true)), .blank,
            Block(.fence), Block(.code("let a = 1")), Block(.code("  b")), Block(.fence), Block(.rule),
            Block(.table(.init(.ruled, rows: [["a", "b"], ["1", "2"]]))),
        ]
    }

    private func panel(_ blocks: [Block]) -> DocumentPanel {
        let panel = DocumentPanel {
            DocumentSource(id: "1", title: LocalizedText(verbatim: "T")) { _ in [blocks] }
        }
        panel.arrange(for: Size(columns: 20, rows: 6), in: context)
        return panel
    }

    private func passages(_ panel: DocumentPanel, _ unit: PassageUnit) -> [String] {
        guard panel.picking.begin(unit), let first = panel.picking.text else { return [] }
        var texts = [first]
        while texts.count < 50 {
            panel.picking.move(by: 1)
            guard let text = panel.picking.text, text != texts.last else { break }
            texts.append(text)
        }
        return texts
    }

    @Test func `a block is what stands together, without the breaks of the width`() {
        let panel = panel(blocks)
        let texts = [
            "Title", "A text that takes more than one line here.\nAnd one below.", "- first\n- [x] second",
            "let a = 1\n  b", "a | b\n1 | 2",
        ]
        #expect(passages(panel, .block) == texts)
        // The last one is seen.
        #expect(panel.position.top > 0)
        var back: [String?] = []
        for _ in 1..<texts.count {
            panel.picking.move(by: -1)
            back.append(panel.picking.text)
        }
        #expect(back == texts.dropLast().reversed())
        #expect(panel.position.top == 0)
        #expect(
            panel.wholeText(in: context)?.hasPrefix("Title\n\nA text that takes more than one line here.\n") == true)
    }

    @Test func `a line is one of the text, and a long one in pieces is one`() {
        var start = Block.text("This one is ")
        start.goesOn = true
        let panel = panel(blocks + [.blank, start, .text("in two pieces.")])
        let texts = passages(panel, .line)
        #expect(texts.prefix(3) == ["Title", "A text that takes more than one line here.", "And one below."])
        #expect(texts.last == "This one is in two pieces.")
        #expect(texts.contains("  b"))
    }

    @Test func `what is chosen stands out, and hostile text is copied as it is shown`() {
        let panel = panel([.text("safe\u{1B}]52;c;AAAA\u{07}"), .blank, .text("other")])
        #expect(panel.picking.begin())
        #expect(panel.picking.text?.contains("\u{1B}") == false)
        var canvas = Canvas(size: Size(columns: 30, rows: 4))
        panel.arrange(for: canvas.size, in: context)
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        #expect(canvas[Point(column: 1, row: 0)].style.attributes.contains(.reverse))
        #expect(!canvas[Point(column: 1, row: 2)].style.attributes.contains(.reverse))
        #expect(panel.picking.pick(atLine: 2))
        #expect(panel.picking.text == "other")
        #expect(!panel.picking.pick(atLine: 1))
        #expect(panel.picking.end())
        #expect(!self.panel([.blank]).picking.begin())
    }
}
