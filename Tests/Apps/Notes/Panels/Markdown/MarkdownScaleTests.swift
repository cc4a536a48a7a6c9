// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
@testable import AtriumScreen
import AtriumTerminal
@testable import NotesLogic
import Testing

@testable import AtriumKit
@testable import NotesPanels
@testable import NoteFormats
@testable import NotesStore

/// Texts of any shape are read in time: each of these would take minutes if a sign looked to the end of its line.
struct MarkdownScaleTests {
    static let pieces = [
        "[a]\n", "[a](\n", "[a]: b\n", "[a](b)\n", "[x] \n", "](", "_](\n[a]: b\n![", "a\n", "\n", "- a\n", "```\n",
        ">",
        "a|b\n-|-\n", "[![a](b)](c)", "# a\n", "- [ ] a\n", "1. ", "<!--", "<a ", "~", "%%", "a\n=\n", "* * *\n",
        "*a *a", "*a* ", "**a", "[[[[", "[[a]] ", "`", "``` `", "<", "<http://a ", "|", "\\|", "_", "_a_ ", "![](",
        "[a](b) ",
        "http://", "http://a.b;", "#", "#a ", "> ", "- ", "[](<", "[a][b] ", "[a ", "]](", "(", "![a](b \"", "~~a",
        "a**b_", "*a_ ", "note:1 ", "mailto:", "&#x", "\\", "\u{301}", "界*", "🇫🇷#",
    ]
    static let size = 1 << 12

    private func text(_ piece: String) -> String {
        String(repeating: piece, count: Self.size / piece.utf8.count)
    }

    private func lines(_ text: String) -> [StyledText] {
        var layout = BlockLayout(MarkdownBlocks.blocks(text), columns: 80, isTitleCut: false)
        layout.layOut(.max)
        return layout.lines
    }

    @Test(arguments: pieces) func `a text of one sign is read in time, for every use`(piece: String) {
        let text = text(piece)
        #expect(!MarkdownDocument(text).lines.isEmpty)
        #expect(!lines(text).isEmpty)
        _ = TagText.tags(in: text)
        _ = TagText.removing("a", from: text)
        let references = References(text)
        _ = references.targets
        _ = references.retitled(from: "a", to: "b")
        #expect(references.all.allSatisfy { !$0.isFileAddress || !$0.meanings.isEmpty })
        _ = references.neutral()
        let document = MarkdownDocument(text)
        var page = MarkdownPage(document, note: 1, attachments: [])
        for line in document.lines { page.write(line) }
        page.finish()
        #expect(!page.pieces.isEmpty)
    }

    /// Each takes seconds if its lines are gone over for each of its brackets.
    @Test(arguments: ["[a]\n", "[a](\n", "[a](b)\n", "[a]: b\n[](\n"])
    func `many lines are read in time`(piece: String) {
        let text = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
        #expect(MarkdownDocument(text, hasLines: false).tags.isEmpty)
    }

    /// Where a line is broken does not depend on how much of it was asked for.
    @Test(
        arguments: pieces + ["a b ", "👩‍👩‍👧", "e\u{301}x ", "|a|b|\n|-|-|\n|c d|e|\n|[[f]]|g|\n", "    a\n", "<div>\na "])
    func `what is laid out in parts is what is laid out at once`(piece: String) {
        let text = "T\n\n" + String(repeating: piece, count: 1_500 / piece.utf8.count) + "\n\n[[End|e]] x"
        func lines(_ layout: DocumentLayout) -> [StyledText] { (0..<layout.count).map { layout[$0] } }
        for columns in [9, 80] {
            let whole = DocumentView(title: "T", parts: [MarkdownBlocks.blocks(text, titleEnd: 1)])
            let all = lines(DocumentLayout(whole, width: columns + 2))
            var reading = MarkdownBlocks(text, titleEnd: 1)
            var layout = DocumentLayout()
            var count = 1
            while layout.count < all.count, count < 1 << 20 {
                reading.read(count)
                let view = DocumentView(title: "T", parts: [reading.blocks], isWhole: reading.isWhole)
                layout = DocumentLayout(view, width: columns + 2, lines: count, after: layout)
                #expect(lines(layout).elementsEqual(all.prefix(layout.count)))
                count = count * 3 + 7
            }
            #expect(lines(layout) == all)
        }
    }

    /// The first screen of a text of any shape takes a few hundred lines of it.
    @Test(arguments: pieces)
    func `no more is laid out than somebody sees`(piece: String) {
        let text = String(repeating: piece, count: (1 << 15) / piece.utf8.count)
        var reading = MarkdownBlocks(text)
        reading.read(200)
        #expect(reading.isWhole || reading.blocks.count <= 200)
        var layout = BlockLayout(reading.blocks, columns: 80, isTitleCut: false)
        layout.layOut(200, areAll: reading.isWhole)
        #expect(reading.isWhole || layout.lines.count <= 2_000)
    }

    @Test(arguments: ["*a *a", "[[a]] ", "> ", "界*", "|"])
    func `no line is wider than its panel`(piece: String) {
        let text = String(repeating: piece, count: 4_000)
        #expect(lines("x " + text).allSatisfy { $0.width <= 80 })
    }

    @Test func `a table of many cells is read and drawn in time`() {
        let wide =
            "|a|\n|-|\n" + String(repeating: "|", count: Self.size) + "\n" + String(repeating: "|b|\n", count: 999)
        #expect(lines(wide).count == 1_003)
        let long = "|" + String(repeating: "a ", count: Self.size) + "|b|\n|-|-|\n|c|d|"
        #expect(lines(long).allSatisfy { $0.width <= 80 })
    }
}
