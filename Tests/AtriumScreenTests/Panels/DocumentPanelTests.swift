// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import Testing

@testable import AtriumKit
@testable import AtriumScreen
import Foundation

/// Where somebody reads in a document that changes, and what of it they have seen.
@MainActor
struct DocumentPanelTests {
    /// A conversation that a test changes.
    @MainActor
    private final class Thread {
        var id = "a"
        var numbers: [Int]
        var unseen: Set<Int> = []
        var isAtEnd = true
        var startsAtEnd = true
        private(set) var seen: [String] = []

        init(_ numbers: ClosedRange<Int>) { self.numbers = Array(numbers) }

        var source: DocumentSource {
            var source = DocumentSource(id: id, title: LocalizedText(verbatim: "T")) { [numbers, unseen] _ in
                [
                    numbers.map { number in
                        var block = Block.text("m\(number)")
                        block.id = String(number)
                        block.isUnseen = unseen.contains(number)
                        return block
                    }
                ]
            }
            source.startsAtEnd = startsAtEnd
            source.isAtEnd = isAtEnd
            source.onSeen = { self.seen += $0 }
            return source
        }
    }

    private func lines(_ panel: DocumentPanel, columns: Int = 20, rows: Int = 3) -> [String] {
        panel.lines(columns: columns, rows: rows)
    }

    @Test func `whoever goes to the end is there, whatever comes in later`() {
        let text = Thread(1...40)
        text.startsAtEnd = false
        let panel = DocumentPanel { text.source }
        #expect(lines(panel) == [" m1", " m2", " m3"])
        panel.sight.layOutAll()
        _ = lines(panel)
        panel.position.select(by: panel.position.count)
        #expect(lines(panel) == [" m38", " m39", " m40"])
        text.numbers.append(41)
        #expect(lines(panel) == [" m39", " m40", " m41"])
        panel.position.scroll(by: -2)
        #expect(lines(panel) == [" m37", " m38", " m39"])
        text.numbers.append(42)
        #expect(lines(panel) == [" m37", " m38", " m39"])
        // Whoever came there line by line stays where they are.
        panel.position.scroll(by: 3)
        #expect(lines(panel).last == " m42")
        text.numbers.append(43)
        #expect(lines(panel).last == " m42")
    }

    @Test func `whoever is at the end goes on to what is new, and nobody else is moved`() {
        let thread = Thread(10...20)
        let panel = DocumentPanel { thread.source }
        #expect(lines(panel) == [" m18", " m19", " m20"])
        thread.numbers.append(21)
        #expect(lines(panel) == [" m19", " m20", " m21"])
        panel.position.scroll(by: -4)
        #expect(lines(panel) == [" m15", " m16", " m17"])
        thread.numbers = Array(1...30)
        #expect(lines(panel) == [" m15", " m16", " m17"])
        // Other messages of the same conversation are seen from their end on, and so is another one.
        thread.numbers = Array(40...50)
        #expect(lines(panel) == [" m48", " m49", " m50"])
        panel.position.scroll(by: -4)
        thread.id = "b"
        #expect(lines(panel) == [" m48", " m49", " m50"])
    }

    @Test func `the app is told once of what was in sight`() async {
        let thread = Thread(1...9)
        thread.unseen = [2, 7, 8]
        let panel = DocumentPanel { thread.source }
        _ = lines(panel)
        #expect(panel.unseen == ["7", "8"])
        #expect(thread.seen.isEmpty)
        await panel.wasSeen()
        #expect(thread.seen == ["7", "8"])
        // It could not be noted: they are unseen still, and it is not tried again.
        _ = lines(panel)
        #expect(panel.unseen.isEmpty)
        panel.position.scroll(by: -9)
        _ = lines(panel)
        #expect(panel.unseen == ["2"])
        thread.unseen = []
        _ = lines(panel)
        thread.unseen = [1]
        _ = lines(panel)
        #expect(panel.unseen == ["1"])
    }

    @Test func `a text stays where it is read while what stands around it changes`() {
        let thread = Thread(1...1)
        let text = (1...30).map { Block.text("line \($0)") }
        let panel = DocumentPanel {
            DocumentSource(id: "1", title: LocalizedText(verbatim: "T")) { [id = thread.id] _ in [text, [.text(id)]] }
        }
        _ = lines(panel)
        panel.position.scroll(by: 9)
        #expect(lines(panel)[0] == " line 10")
        thread.id = "foot"
        #expect(lines(panel)[0] == " line 10")
        #expect(lines(panel, columns: 40)[0] == " line 10")
    }

    @Test func `a part that stays the same is laid out once`() {
        let text = (1...30).map { Block.text("line \($0)") }
        let before = DocumentLayout(DocumentView(title: "T", parts: [text, [.text("a")]]), width: 20)
        let after = DocumentLayout(DocumentView(title: "T", parts: [text, [.text("b")]]), width: 20, after: before)
        /// Where the lines of a part stand in memory.
        func lines(_ part: Int, of layout: DocumentLayout) -> UnsafePointer<StyledText>? {
            layout.parts[part].layout.lines.withUnsafeBufferPointer(\.baseAddress)
        }
        // The first part is the kit’s own.
        #expect(lines(1, of: after) == lines(1, of: before))
        #expect(lines(2, of: after) != lines(2, of: before))
        let narrow = DocumentLayout(DocumentView(title: "T", parts: [text]), width: 10, after: before)
        #expect(lines(1, of: narrow) != lines(1, of: before))
    }

    @Test func `of a long text no more is laid out than somebody comes near to`() {
        let text = (1...50_000).map { Block.text("line \($0)") }
        let panel = DocumentPanel { DocumentSource(id: "1", title: LocalizedText(verbatim: "T")) { _ in [text] } }
        _ = lines(panel)
        #expect(panel.position.count < 200)
        panel.position.scroll(by: 3)
        #expect(lines(panel)[0] == " line 4")
        #expect(panel.position.count < 200)
        let layout = DocumentLayout(DocumentView(title: "T", parts: [text, [.text("end")]]), width: 20)
        #expect(layout[layout.count - 1].text == "end")
        #expect(layout.count == 50_001)
    }

    @Test func `whoever scrolls through a long text stays where they are as more of it is laid out`() {
        let text = (1...5_000).map { number in
            var block = Block.text("line \(number)")
            block.id = "\(number)"
            return block
        }
        let panel = DocumentPanel { DocumentSource(id: "1", title: LocalizedText(verbatim: "T")) { _ in [text] } }
        _ = lines(panel)
        var top = 1
        while top < 2_000 {
            panel.position.scroll(by: 90)
            top += 90
            #expect(lines(panel)[0] == " line \(top)")
        }
    }

    @Test func `what is read stays in sight in a panel of another width`() {
        let thread = Thread(1...1)
        thread.numbers = Array(1...40).map { $0 * 1_000_000_000_001 }
        let panel = DocumentPanel { thread.source }
        _ = lines(panel)
        #expect(lines(panel).last == " m40000000000040")
        #expect(lines(panel, columns: 9).last == " 0")
        panel.position.scroll(by: -30)
        let first = lines(panel, columns: 9)
        #expect(first == [" m300000", " 0000003", " 0"])
        #expect(lines(panel, columns: 30)[0] == " m30000000000030")
    }

    @Test func `a text without ids is read on at the same place in another width`() {
        let text = (1...400).map { Block.text("line \($0) of many words that are not short") }
        let panel = DocumentPanel { DocumentSource(id: "1", title: LocalizedText(verbatim: "T")) { _ in [text] } }
        _ = lines(panel, columns: 60)
        for _ in 0..<3 {
            panel.position.scroll(by: 90)
            _ = lines(panel, columns: 60)
        }
        #expect(lines(panel, columns: 60)[0] == " line 271 of many words that are not short")
        #expect(lines(panel, columns: 12)[0] == " line 271")
        #expect(panel.position.count > panel.position.top + 100)
        panel.position.scroll(by: 1)
        #expect(lines(panel, columns: 12)[0] == " of many")
        #expect(lines(panel, columns: 60)[0] == " line 271 of many words that are not short")
        // At its beginning it stays there.
        panel.position.scroll(by: -400)
        for columns in [60, 12, 60] { #expect(lines(panel, columns: columns)[0].hasPrefix(" line 1")) }
    }

    @Test func `a text that makes fewer lines than was thought is asked for more`() {
        var asked: [Int] = []
        let panel = DocumentPanel {
            DocumentSource(id: "1", title: LocalizedText(verbatim: "T")) { _, lines in
                asked.append(lines)
                let count = min(lines / 10, 3_000)
                return .init([(0..<count).map { Block.text("line \($0)") }], isWhole: count == 3_000)
            }
        }
        _ = lines(panel)
        #expect(panel.position.count >= 100 && panel.position.count < 1_000)
        #expect(asked.count <= 3)
    }

    /// A document of 2,000 blocks that somebody goes to places of.
    @MainActor
    private final class Book {
        var id = "a"
        var start: DocumentSource.Start?
        private(set) var asked = 0
        private let blocks = (0..<2000).map { Block.text($0 % 2 == 0 ? "m\($0)" : "some more words") }

        var source: DocumentSource {
            var source = DocumentSource(id: id, title: LocalizedText(verbatim: "T")) { [self] _, lines in
                asked = max(asked, lines == .max ? 0 : lines)
                let count = min(2000, max(min(lines, 2000), (start?.block ?? 0) + 1))
                return .init([[.text("head")], Array(blocks[..<count])], isWhole: count == 2000)
            }
            source.start = start
            return source
        }
    }

    @Test(arguments: [20, 8])
    func `a visit leads to its block once, however far down`(columns: Int) {
        let book = Book()
        let panel = DocumentPanel { book.source }
        func first(columns: Int, rows: Int = 3) -> String { lines(panel, columns: columns, rows: rows)[0] }
        #expect(first(columns: columns).contains("head"))
        book.start = .init(visit: 1, part: 1, block: 1500)
        #expect(first(columns: columns).contains("m1500"))
        panel.position.scroll(by: -8)
        #expect(!first(columns: columns).contains("m1500"))
        // Where somebody is already they may go again.
        book.start = .init(visit: 2, part: 1, block: 1500)
        #expect(first(columns: columns).contains("m1500"))
        // In another width the same is seen, and in another document its own place.
        #expect(first(columns: 40).contains("m1500"))
        (book.id, book.start) = ("b", .init(visit: 2, part: 1, block: 1500))
        #expect(first(columns: columns).contains("m1500"))
        (book.id, book.start) = ("c", nil)
        #expect(first(columns: columns).contains("head"))
        // Behind the end there is nothing to see.
        (book.id, book.start) = ("d", .init(visit: 3, part: 1, block: 1998))
        #expect(first(columns: 20).contains("some more words"))
        #expect(book.asked < 20_000)
    }
}
