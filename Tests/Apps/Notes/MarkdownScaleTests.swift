// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Terminal
import Testing

@testable import Notes
@testable import NotesLogic
@testable import NotesStore

/// Texts of any shape are read in time: each of these would take hours if a sign looked to the end of its line.
struct MarkdownScaleTests {
    static let pieces = [
        "*a *a", "*a* ", "**a", "[[[[", "[[a]] ", "`", "``` `", "<", "<http://a ", "|", "\\|", "_", "_a_ ", "![](",
        "[a](b) ",
        "http://", "http://a.b;", "#", "#a ", "> ", "- ", "[](<", "[a][b] ", "[a ", "]](", "(", "![a](b \"", "~~a",
        "a**b_", "*a_ ", "note:1 ", "mailto:", "&#x", "\\", "\u{301}", "界*", "🇫🇷#",
    ]
    static let size = 1 << 16

    private func text(_ piece: String) -> String {
        String(repeating: piece, count: Self.size / piece.utf8.count)
    }

    @Test(arguments: pieces) func `a line of one sign is read in time, for every use`(piece: String) {
        let text = text(piece)
        let shown = MarkdownSpans.of(text)
        #expect(!shown.isEmpty)
        #expect(!MarkdownLayout.lines(text, columns: 80, accent: .palette(3)).isEmpty)
        #expect(MarkdownLayout.lines("x " + text, columns: 80, accent: .palette(3)).allSatisfy { $0.width <= 80 })
        _ = TagText.tags(in: text)
        _ = TagText.removing("a", from: text)
        _ = LinkText.targets(in: text)
        let file = RenamedFile(old: "a.md", new: "b.md", isOnlyName: true)
        _ = Relinking(from: "a", to: "b", isOnly: true, file: file)?.rewritten(text, in: "")
        _ = LinkText.unnumbered(text)
        #expect(FileLinkText.places(in: text).allSatisfy { !$0.targets.isEmpty })
        _ = AttachmentLinks.shortening(all: text)
        var page = MarkdownPage(note: 1, attachments: [])
        for line in MarkdownLine.lines(of: text) { page.write(line) }
        page.finish()
        #expect(!page.pieces.isEmpty)
    }

    @Test func `a table of many cells is read and drawn in time`() {
        let wide =
            "|a|\n|-|\n" + String(repeating: "|", count: Self.size) + "\n" + String(repeating: "|b|\n", count: 999)
        #expect(MarkdownLayout.lines(wide, columns: 80, accent: .palette(3)).count == 1_003)
        let long = "|" + String(repeating: "a ", count: Self.size) + "|b|\n|-|-|\n|c|d|"
        #expect(MarkdownLayout.lines(long, columns: 80, accent: .palette(3)).allSatisfy { $0.width <= 80 })
    }

    /// The steps are counted: a few for each byte, whatever the signs and their order.
    @Test(arguments: [1, 2, 3] as [UInt64]) func `each byte is looked at a few times`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let signs = [
            "*", "_", "~~", "[", "]", "(", ")", "](", "[[", "]]", "|", "<", ">", " ", "\"", "a", "!", "`", "\\",
        ]
        for _ in 0..<20 {
            // Some signs are likelier than others, so that they come in any shape.
            let some = (0..<(1 + dice.roll(5))).map { _ in signs[dice.roll(signs.count)] }
            let line = Array((0..<4_000).map { _ in some[dice.roll(some.count)] }.joined().utf8)
            var reader = MarkdownSpans(line, MarkdownReferences())
            let spans = reader.spans(in: 0..<line.count, isInLink: false)
            #expect(!spans.isEmpty)
            #expect(reader.steps <= 24 * line.count, "\(some)")
            var links = LineLinks(line)
            while links.next() != nil {}
            #expect(links.steps <= 12 * line.count, "\(some)")
        }
    }

    /// Emphasis in emphasis ends at a depth; deeper marks are text, and nothing of it is lost.
    @Test func `marks within marks have an end`() {
        let text = String(repeating: "*a ", count: 50_000) + String(repeating: "a* ", count: 50_000)
        func depth(_ spans: [MarkdownSpan]) -> Int {
            spans.map { if case .emphasis(_, let inner) = $0 { 1 + depth(inner) } else { 0 } }.max() ?? 0
        }
        let spans = MarkdownSpans.of(text)
        #expect(depth(spans) == 32)
        let stars = String(repeating: "*", count: 100_000)
        #expect(depth(MarkdownSpans.of(stars + "a" + stars)) <= 32)
    }
}
