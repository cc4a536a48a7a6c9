// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumXMLReader
import Dice
import Testing

@testable import NoteFormats
@testable import NotesLogic

/// Evernote’s markup of Markdown.
struct ENMLWriterTests {
    /// Reads on whatever comes.
    private final class Reader: XMLHandler {
        func start(_ element: borrowing XMLElement) {}
        func end(_ name: String) {}
    }

    private func markup(_ text: String) -> [UInt8] { ENMLWriter.markup(of: text, media: [:]).bytes }

    private func isWellFormed(_ markup: [UInt8]) -> Bool {
        let note = Array("<en-note>".utf8) + markup + Array("</en-note>".utf8)
        return (try? XMLReader(source: MemorySource(note)).read(Reader())) != nil
    }

    @Test(arguments: [
        "- a\n\t- ```org\ncode\n```\n\t- after", "- ```\n```\n", "> ```\n> x\n```\ny\n",
        "- - ```\n    q\n  ```\n  r\n  ```\n",
        "1. ~~~\nx\n~~~\n2. y", "[a\nb](https://example.org) c", "- [a\n  **b**](https://example.org)\n- d",
    ])
    func `each element ends in the one in which it begins`(text: String) {
        #expect(isWellFormed(markup(text)), "\(String(decoding: markup(text), as: UTF8.self))")
    }

    @Test func `the sign of a table stays in the table`() {
        let text = "| a |\n|---|\n| [[one\\|shown]] `c\\|d` ![[p.png\\|30]] |"
        let written = String(decoding: markup(text), as: UTF8.self)
        #expect(written.contains("[[one|shown]]") && written.contains("![[p.png|30]]") && !written.contains("\\|"))
        #expect(ENMLText.text(of: "<en-note>\(written)</en-note>").text.contains("[[one\\|shown]]"))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `any text has sound markup`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = [
            "```", "~~~", "\n", "\n", "\n\n", "- ", "  ", "    ", "\t", "> ", "1. ", "[", "](https://a.b)", "**", "*",
            "`",
            "x", "<b>", "&", "| a | b |\n|---|---|\n", "| ", "\\|", "[[a|b]]", "![](", ")", "# ", "- [x] ", "---",
            "]]>", "界",
        ]
        for _ in 0..<3_000 {
            let text = (0..<(1 + dice.roll(24))).map { _ in pieces[dice.roll(pieces.count)] }.joined()
            #expect(isWellFormed(markup(text)), "\(text.debugDescription)")
        }
    }
}
