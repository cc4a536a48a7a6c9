// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import Testing

@testable import AtriumKit
@testable import AtriumScreen
import Foundation

/// Keeping the place of somebody who reads while the text or the width changes.
@MainActor
struct DocumentKeepingTests {
    /// A text that a test changes.
    @MainActor
    private final class Page {
        var lines: [String]
        var id = "1"
        var revision: Int?
        var requests = 0
        init(_ lines: [String]) { self.lines = lines }

        var source: DocumentSource {
            var source = DocumentSource(id: id, title: LocalizedText(verbatim: "T")) { [lines] _ in
                self.requests += 1
                return [lines.map { Block.text($0) }]
            }
            source.revision = revision
            source.wholeText = { [lines] in lines.joined() }
            return source
        }
    }

    private func lines(_ panel: DocumentPanel, columns: Int = 20, rows: Int = 5) -> [String] {
        panel.lines(columns: columns, rows: rows)
    }

    @Test func `the line at the top stays there while lines come and go above it`() {
        let page = Page((1...40).map { "line \($0)" })
        let panel = DocumentPanel { page.source }
        _ = lines(panel)
        panel.position.scroll(by: 20)
        #expect(lines(panel)[0] == " line 21")
        page.lines.insert(contentsOf: ["new", "newer", "newest"], at: 2)
        #expect(lines(panel)[0] == " line 21")
        page.lines.removeFirst(8)
        #expect(lines(panel)[0] == " line 21")
        // However many come.
        page.lines.insert(contentsOf: (1...900).map { "more \($0)" }, at: 0)
        #expect(lines(panel)[0] == " line 21")
        // Where it is gone the others stay.
        page.lines.removeAll { $0 == "line 21" }
        #expect(lines(panel)[1...2] == [" line 22", " line 23"])
        // Below what is seen nothing matters.
        page.lines.append("end")
        #expect(lines(panel)[1...2] == [" line 22", " line 23"])
    }

    @Test func `a text that is known to be the same is not requested again`() {
        let page = Page((1...40).map { "line \($0)" })
        page.revision = 1
        let panel = DocumentPanel { page.source }
        for _ in 1...3 { #expect(lines(panel)[0] == " line 1") }
        panel.position.scroll(by: 3)
        #expect(lines(panel)[0] == " line 4")
        #expect(page.requests == 1)
        page.lines[3] = "new"
        page.revision = 2
        #expect(lines(panel)[0] == " new")
        #expect(page.requests == 2)
        _ = lines(panel, columns: 30)
        page.id = "2"
        _ = lines(panel, columns: 30)
        #expect(page.requests == 4)
        page.revision = nil
        for _ in 1...2 { _ = lines(panel, columns: 30) }
        #expect(page.requests == 6)
    }

    @Test func `whoever comes back to a list reads on where they were, and anything else from its beginning`() {
        let page = Page((1...60).map { "line \($0)" })
        var list = 1
        let panel = DocumentPanel(beside: { ListID(list) }) { page.source }
        func first(_ id: String, beside other: Int) -> String {
            (page.id, list) = (id, other)
            return lines(panel)[0]
        }
        _ = first("1", beside: 1)
        panel.position.scroll(by: 20)
        #expect(first("1", beside: 1) == " line 21")
        // For a moment nothing is selected.
        for id in ["", "2"] { _ = first(id, beside: 2) }
        panel.position.scroll(by: 7)
        #expect(first("2", beside: 2) == " line 8")
        for id in ["", "1"] { _ = first(id, beside: 1) }
        #expect(lines(panel)[0] == " line 21")
        #expect(first("2", beside: 1) == " line 1")
        #expect(first("1", beside: 1) == " line 1")
        #expect(first("2", beside: 2) == " line 8")
        // Beside the list is something else by now.
        #expect(first("3", beside: 1) == " line 1")
    }

    @Test func `of lines that say the same it is the one with the same around it`() {
        let page = Page((1...20).flatMap { ["same", "line \($0)"] })
        let panel = DocumentPanel { page.source }
        _ = lines(panel)
        panel.position.scroll(by: 20)
        #expect(lines(panel)[0...1] == [" same", " line 11"])
        page.lines.insert(contentsOf: ["same", "other", "same", "other"], at: 0)
        #expect(lines(panel)[0...1] == [" same", " line 11"])
    }

    @Test func `another width shows the same words, and the first one again the same line`() {
        let words = (1...400).map { "w\($0)" }.joined(separator: " ")
        let page = Page(["head", words, "foot"])
        let panel = DocumentPanel { page.source }
        _ = lines(panel, columns: 60)
        panel.position.scroll(by: 13)
        let before = lines(panel, columns: 60)
        let word = before[0].split(separator: " ")[0]
        for columns in [30, 80, 21, 44] {
            #expect(lines(panel, columns: columns)[0].split(separator: " ").contains(word), "\(columns)")
        }
        #expect(lines(panel, columns: 60) == before)
    }

    @Test(arguments: [30, 100]) func `a place that was found is seen in another width`(columns: Int) {
        let page = Page((1...60).map { "\($0) " + String(repeating: "word ", count: 20) + "needle\($0)." })
        let panel = DocumentPanel { page.source }
        _ = lines(panel, columns: 50)
        panel.search.begin()
        panel.search.look(for: "needle40.")
        #expect(lines(panel, columns: 50).contains { $0.contains("needle40.") })
        #expect(lines(panel, columns: columns).contains { $0.contains("needle40.") })
    }

    @Test func `the place that is looked at is the same one after a change above it`() {
        let page = Page((1...60).map { "needle \($0)" })
        let panel = DocumentPanel { page.source }
        _ = lines(panel)
        panel.position.scroll(by: 30)
        _ = lines(panel)
        panel.search.begin()
        panel.search.look(for: "needle")
        _ = lines(panel)
        #expect(panel.foot.contains("31 / 60"))
        page.lines.insert(contentsOf: ["needle", "needle"], at: 0)
        #expect(lines(panel)[0] == " needle 31")
        #expect(panel.foot.contains("33 / 62"))
    }

    @Test func `what is read and was changed elsewhere is told of once`() throws {
        let page = Page(["a", "b"])
        let panel = DocumentPanel { page.source }
        _ = lines(panel)
        let reading = try #require(panel.reading)
        panel.noteLoss(of: reading, isUnlisted: false)
        #expect(panel.takeRewritten() == nil)
        page.lines.append("c")
        panel.noteLoss(of: reading, isUnlisted: false)
        #expect(panel.takeRewritten()?.string(in: .english) == "T")
        #expect(panel.takeRewritten() == nil)
        // What is gone is said in its place.
        panel.noteLoss(of: reading, isUnlisted: true)
        #expect(panel.isLost)
    }
}
