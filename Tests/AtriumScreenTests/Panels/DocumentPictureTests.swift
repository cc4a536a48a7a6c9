// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// Pictures in what is read: they come when somebody comes near, and move nothing that is read.
@MainActor
struct DocumentPictureTests {
    @MainActor
    private final class Book {
        var id = "1"
        var revision = 1
        var blocks: [Block]

        init(_ blocks: [Block]) { self.blocks = blocks }

        var source: DocumentSource {
            var source = DocumentSource(id: id, title: LocalizedText(verbatim: "T")) { [blocks] _ in [blocks] }
            source.pictureRevision = revision
            source.picture = { $0 == "gone" ? nil : Array($0.utf8) }
            return source
        }
    }

    private static func picture(_ id: String, width: Int? = nil) -> Block {
        Block(.picture(Block.Picture(id: id, width: width, link: SpanLink(address: nil, number: 7))))
    }

    private func lines(_ panel: DocumentPanel, columns: Int = 10, rows: Int = 4) -> [String] {
        panel.lines(columns: columns, rows: rows)
    }

    /// Gives a panel the next picture that it wants: rows of one letter.
    private func draw(_ panel: DocumentPanel, _ letter: String, width: Int = 32, height: Int = 32, digest: Int = 1) {
        guard let request = panel.wantedPicture, let pixels = PixelSize(width: width, height: height),
            let size = request.cells(of: pixels)
        else {
            Issue.record("no picture is wanted")
            return
        }
        let row = String(repeating: letter, count: size.columns)
        let text = Array(repeating: row, count: size.rows).joined(separator: "\n")
        panel.take(
            DrawnPicture(pixels: pixels, digest: digest, cells: CellPicture(Array(text.utf8), size: size)), for: request
        )
    }

    @Test func `a picture is drawn below its line, and scrolled with the text`() {
        let book = Book([.text("▣ a"), Self.picture("a"), .text("end"), .text("e2"), .text("e3")])
        let panel = DocumentPanel { book.source }
        #expect(lines(panel) == [" ▣ a", " end", " e2", " e3"])
        draw(panel, "#")
        #expect(lines(panel) == [" ▣ a", " ####", " ####", " end"])
        #expect(panel.wantedPicture == nil)
        panel.position.scroll(by: 2)
        #expect(lines(panel) == [" ####", " end", " e2", " e3"])
        // A press on it follows it, as one on its name does.
        #expect(panel.sight.link(atLine: 0, column: 2) == 7)
        #expect(panel.sight.link(atLine: 0, column: 6) == nil)
    }

    @Test func `what is read stays where it is when a picture comes above it`() {
        let texts = (1...9).map { Block.text("t\($0)") }
        let book = Book([.text("▣"), Self.picture("a")] + texts)
        let panel = DocumentPanel { book.source }
        _ = lines(panel)
        panel.position.scroll(by: 3)
        #expect(lines(panel) == [" t3", " t4", " t5", " t6"])
        draw(panel, "#")
        #expect(lines(panel) == [" t3", " t4", " t5", " t6"])
        panel.position.scroll(by: -3)
        #expect(lines(panel) == [" ####", " t1", " t2", " t3"])
    }

    @Test func `another width has it drawn anew, with its room kept until then`() {
        let book = Book([Self.picture("a"), .text("end")])
        let panel = DocumentPanel { book.source }
        _ = lines(panel)
        draw(panel, "#", width: 64)
        #expect(lines(panel) == [" ########", " ########", " end", ""])
        #expect(lines(panel, columns: 8) == ["", "", " end", ""])
        draw(panel, "+", width: 64)
        #expect(lines(panel, columns: 8) == [" ++++++", " ++++++", " end", ""])
        #expect(lines(panel) == [" ########", " ########", " end", ""])
    }

    @Test func `a file that is another one by now is drawn anew, and one that is gone is told of by its line`() {
        let book = Book([Self.picture("a"), .text("end")])
        let panel = DocumentPanel { book.source }
        _ = lines(panel)
        draw(panel, "#")
        #expect(lines(panel)[0] == " ####")
        book.revision += 1
        #expect(lines(panel)[0] == " ####")
        draw(panel, "+", digest: 2)
        #expect(lines(panel)[0] == " ++++")
        book.revision += 1
        #expect(lines(panel)[0] == " ++++")
        if let request = panel.wantedPicture { panel.take(nil, for: request) }
        #expect(lines(panel)[0] == " end")
        #expect(panel.wantedPicture == nil)
    }

    @Test func `what was asked for another document, or before a lock, is not shown`() {
        let book = Book([Self.picture("a"), .text("end")])
        let panel = DocumentPanel { book.source }
        _ = lines(panel)
        let request = panel.wantedPicture
        book.id = "2"
        #expect(lines(panel)[0] == " end")
        let picture = PixelSize(width: 9, height: 9).map {
            DrawnPicture(pixels: $0, digest: 1, cells: CellPicture([], size: Size(columns: 2, rows: 1)))
        }
        if let request { panel.take(picture ?? nil, for: request) }
        #expect(lines(panel)[0] == " end")
        draw(panel, "#")
        #expect(lines(panel)[0] == " ####")
        panel.forgetPictures()
        #expect(lines(panel)[0] == " end")
    }

    @Test func `only what is near is asked for, and what is seen comes first`() {
        let texts = (1...30).map { Block.text("t\($0)") }
        let book = Book(
            [Self.picture("far")] + texts + [Self.picture("seen"), .text("x")] + texts + [Self.picture("end")])
        let panel = DocumentPanel { book.source }
        _ = lines(panel)
        #expect(panel.wantedPicture?.picture.id == "far")
        panel.position.scroll(by: 28)
        _ = lines(panel)
        #expect(panel.wantedPicture?.picture.id == "seen")
        draw(panel, "#")
        _ = lines(panel)
        #expect(panel.wantedPicture == nil)
    }

    @Test func `pictures are no text that is copied or found`() {
        let book = Book([.text("▣ a"), Self.picture("a"), .text("end")])
        let panel = DocumentPanel { book.source }
        _ = lines(panel)
        draw(panel, "e")
        _ = lines(panel)
        panel.search.begin()
        panel.search.look(for: "e")
        _ = lines(panel)
        #expect(panel.search.count == 1)
        panel.search.end()
        #expect(panel.picking.begin())
        panel.picking.move(by: 1)
        #expect(panel.picking.text == "end")
    }
}
