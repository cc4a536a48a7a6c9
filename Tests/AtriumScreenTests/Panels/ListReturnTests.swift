// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// Where somebody is in a list that they come back to.
@MainActor
struct ListReturnTests {
    /// Lists of numbers, of which one is shown.
    @MainActor
    private final class Lists {
        var shown = 1
        var numbers = Array(1...3_000)
        var isUpsideDown = false
        var isWhole = false
        private(set) var selected: Int?

        var source: ListSource<Int> {
            let title = LocalizedText(verbatim: "Numbers")
            let row = { (number: Int, _: ViewContext) in
                Row(id: "\(number)", title: StyledText("\(number)"), action: .go(Place("n", ["\(number)"])))
            }
            var source =
                isWhole
                ? ListSource(id: shown, title: title, items: numbers, rowID: { "\($0)" }, row: row)
                : ListSource(id: shown, title: title, load: load, rowID: { "\($0)" }, row: row)
            source.isUpsideDown = isUpsideDown
            source.startsWithNewest = true
            source.onSelection = { self.selected = $0 }
            return source
        }

        private func load(after last: Int?, limit: Int) async throws -> [Int] {
            Array(numbers.drop { $0 <= last ?? .min }.prefix(limit))
        }
    }

    private func lines(_ panel: ListPanel) -> [String] {
        var canvas = Canvas(size: Size(columns: 20, rows: 3))
        panel.settle(
            for: canvas.size, in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas.lines
    }

    /// Shows another list, which is read after it was drawn for the first time.
    private func turn(_ panel: ListPanel, of lists: Lists, to list: Int) async throws -> [String] {
        lists.shown = list
        panel.prepare()
        _ = lines(panel)
        try await panel.refresh()
        return lines(panel)
    }

    @Test(arguments: [false, true], [false, true])
    func `whoever comes back is where they were`(isUpsideDown: Bool, isWhole: Bool) async throws {
        let lists = Lists()
        (lists.isUpsideDown, lists.isWhole) = (isUpsideDown, isWhole)
        let panel = ListPanel { lists.source }
        let edge = isUpsideDown ? PanelEdge.start : .end
        _ = try await turn(panel, of: lists, to: 1)
        let first = lists.selected
        for _ in 1...60 where try await panel.turnPage(edge) { _ = lines(panel) }
        panel.position.select(panel.position.count / 2)
        panel.position.select(by: -2)
        let (before, selected) = (lines(panel), lists.selected)
        #expect(selected != first)
        _ = try await turn(panel, of: lists, to: 2)
        #expect(lists.selected == first)
        #expect(try await turn(panel, of: lists, to: 1) == before)
        #expect(lists.selected == selected)
        // What has come and gone meanwhile moves nothing.
        _ = try await turn(panel, of: lists, to: 2)
        lists.numbers.insert(0, at: 0)
        lists.numbers.removeAll { $0 == 2 }
        #expect(try await turn(panel, of: lists, to: 1) == before)
    }

    @Test func `what is not read again yet is shown without rows, and means nothing`() async throws {
        let lists = Lists()
        let panel = ListPanel { lists.source }
        for list in [1, 2] { _ = try await turn(panel, of: lists, to: list) }
        lists.shown = 1
        panel.prepare()
        #expect(lines(panel) == ["", "", ""])
        #expect(panel.selection(of: "number").isEmpty)
        #expect(panel.opening == nil && lists.selected == nil)
        #expect(!panel.hasLost("1"))
        try await panel.refresh()
        #expect(lines(panel).first == "▸1")
    }

    @Test func `only the last dozen of lists is kept`() async throws {
        let lists = Lists()
        let panel = ListPanel { lists.source }
        for list in 1...14 {
            _ = try await turn(panel, of: lists, to: list)
            panel.position.select(2)
            _ = lines(panel)
        }
        #expect(try await turn(panel, of: lists, to: 2).last == "▸3")
        #expect(try await turn(panel, of: lists, to: 1).first == "▸1")
    }
}
