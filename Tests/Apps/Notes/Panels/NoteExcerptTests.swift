// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal
import AtriumTesting
import NotesLogic
import Testing

@testable import AtriumKit
@testable import AtriumScreen
import AtriumSession
import Foundation
@testable import NotesPanels

/// The line of a note in which words were found, as the list shows it.
@MainActor
struct NoteExcerptTests {
    private let fixture: NotesFixture
    private let model: NotesModel

    init() throws {
        fixture = try NotesFixture()
        model = try #require(fixture.app.model as? NotesModel)
    }

    private func text(_ content: String, finding words: String, columns: Int) async throws -> StyledText {
        let query = try await model.service.query(words)
        let excerpt = try #require(NotesService.excerpt(of: content, for: query))
        return StyledText(excerpt).visible.showingMatch(in: columns)
    }

    @Test func `a match is marked, and seen however narrow the panel is`() async throws {
        let line = try await text("\t- Buy oat milk and bread", finding: "milk", columns: 60)
        #expect(line.text == "- Buy oat milk and bread")
        #expect(line.spans.map(\.text) == ["- Buy oat ", "milk", " and bread"])
        #expect(
            line.marked(.faint).spans[1].marks.style(accent: .palette(3))
                == Style(foreground: .palette(3), attributes: .bold))
        for columns in 8...40 {
            let narrow = try await text("牛奶，面包，豆腐，酱油 and then milk", finding: "milk", columns: columns)
            #expect(narrow.cut(to: columns).text.contains(columns < 10 ? "m" : "milk"), "\(columns)")
        }
        #expect(try await text("a\u{1B}b milk", finding: "milk", columns: 20).text == "a␛b milk")
    }

    @Test func `a note's words are looked for again when its text or the query is another`() async throws {
        _ = try await fixture.lines("add Milk\n\nand bread, and milk")
        var excerpts = NoteExcerpts()
        let milk = try await model.service.query("milk")
        let note = try await model.service.note(3)
        let found = excerpts.find(milk, in: note)
        #expect(found.title?.pieces.map(\.text) == ["Milk"])
        #expect(found.line?.pieces.map(\.text) == ["and bread, and ", "milk"])
        // What has been looked for is known.
        var other = note
        other.content = "Nothing"
        #expect(excerpts.find(milk, in: other).title != nil)
        other.version += 1
        #expect(excerpts.find(milk, in: other).title == nil)
        let bread = try await model.service.query("bread")
        #expect(excerpts.find(bread, in: note).line?.pieces.map(\.text) == ["and ", "bread", ", and milk"])
        let todo = try await model.service.query("is:todo")
        #expect(bread.hasWords && !todo.hasWords)
    }

    @Test func `only notes that are seen are looked into`() async throws {
        for number in 1...30 { _ = try await fixture.lines("add Note \(number) with milk") }
        _ = try await fixture.lines("find milk")
        try await fixture.app.refresh()
        let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
        // Those without a line below the title, and the next one.
        for (rows, count) in [(10, 11), (10, 11), (3, 11), (14, 15)] {
            fixture.app.panels.main.settle(for: Size(columns: 40, rows: rows), in: context)
            #expect(model.excerpts.found.count == count)
        }
    }
}
