// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// Where somebody is in a list that changes.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ListPanelTests {
    private func lines(_ panel: ListPanel, rows: Int = 3) -> [String] {
        var canvas = Canvas(size: Size(columns: 20, rows: rows))
        panel.settle(
            for: canvas.size, in: ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas.lines
    }

    @Test func `what is gone is marked no more when it comes back, and what is out of sight stays marked`() async throws
    {
        let things = ListedThings(9)
        let panel = ListPanel { things.source }
        for row in [1, 2] {
            _ = lines(panel)
            panel.position.select(row)
            _ = lines(panel)
            panel.toggleMark()
        }
        #expect(panel.markedIDs == ["2", "3"])
        things.names.removeAll { $0 == "3" }
        _ = lines(panel)
        #expect(panel.markedIDs == ["2"])
        things.names.insert("3", at: 2)
        _ = lines(panel)
        #expect(panel.markedIDs == ["2"])
        // Another part of a long list has it not loaded.
        let many = ListedThings(2_500)
        many.isPaged = true
        let long = ListPanel { many.source }
        try await long.refresh()
        _ = lines(long)
        long.toggleMark()
        while long.offset == 0 {
            try await long.turnPage(.end)
            _ = lines(long)
        }
        #expect(long.markedIDs.isEmpty)
        try await long.turnPage(.start)
        _ = lines(long)
        #expect(long.markedIDs == ["1"])
    }

    @Test func `the selection and what is seen stay while others come and go`() {
        let things = ListedThings(9)
        let panel = ListPanel { things.source }
        _ = lines(panel)
        panel.position.select(by: 5)
        #expect(lines(panel) == [" Thing 4", " Thing 5", "▸Thing 6"])
        #expect(things.selected == "6")
        #expect(panel.opening == .go(Place("things", ["6"])))
        things.names.insert(contentsOf: ["a", "b"], at: 0)
        things.names.removeAll { $0 == "3" }
        #expect(lines(panel) == [" Thing 4", " Thing 5", "▸Thing 6"])
        things.names.removeAll { $0 == "6" }
        #expect(lines(panel) == [" Thing 4", " Thing 5", "▸Thing 7"])
        #expect(things.selected == "7")
        things.names = []
        #expect(lines(panel) == ["", "", ""])
        #expect(things.selected == nil && panel.opening == nil)
    }

    @Test(arguments: [false, true]) func `whoever is on the newest goes on to the newest`(isUpsideDown: Bool) {
        let things = ListedThings(5)
        things.startsWithNewest = true
        things.isUpsideDown = isUpsideDown
        let panel = ListPanel { things.source }
        _ = lines(panel)
        #expect(things.selected == "1")
        things.names.insert("new", at: 0)
        #expect(lines(panel)[isUpsideDown ? 2 : 0] == "▸Thing new")
        panel.position.select(by: isUpsideDown ? -1 : 1)
        _ = lines(panel)
        things.names.insert("newer", at: 0)
        _ = lines(panel)
        #expect(things.selected == "1")
    }

    @Test func `what is opened is selected, and another list begins anew`() {
        let things = ListedThings(9)
        let panel = ListPanel { things.source }
        _ = lines(panel)
        things.open = "8"
        #expect(lines(panel).contains("▸Thing 8"))
        // The selection may leave what is open.
        panel.position.select(by: -1)
        #expect(lines(panel).contains("▸Thing 7"))
        things.list = 2
        things.open = nil
        #expect(lines(panel)[0] == "▸Thing 1")
    }

    @Test func `a long list is read as far as somebody scrolls, and says how long it is`() async throws {
        let things = ListedThings(2_020)
        things.isPaged = true
        let panel = ListPanel { things.source }
        #expect(lines(panel) == ["", "", ""])
        try await panel.refresh()
        _ = lines(panel)
        #expect((panel.position.count, panel.total, panel.offset) == (50, ListTotal(2_020), 0))
        for _ in 0..<60 {
            panel.position.scroll(by: 50)
            try await panel.turnPage(.end)
            _ = lines(panel)
        }
        #expect(lines(panel)[2] == " Thing 2020")
        #expect(try #require(panel.offset) + panel.position.count == 2_020)
        #expect(panel.position.count <= 1_000)
    }

    @Test func `a list whose state is the same is not read again`() async throws {
        let things = ListedThings(80)
        things.isPaged = true
        things.revision = 1
        let panel = ListPanel { things.source }
        panel.prepare()
        #expect(things.requests.map(\.isLoaded) == [false])
        for _ in 0..<3 { try await panel.refresh() }
        #expect(things.reads == 1)
        try await panel.turnPage(.end)
        panel.prepare()
        let request = try #require(things.requests.last)
        #expect((request.isLoaded, request.loaded.count, request.after, request.limit) == (true, 80, nil, 81))
        things.revision = 2
        try await panel.refresh()
        #expect(things.reads == 3)
        things.list = 2
        try await panel.refresh()
        #expect(things.reads == 4)
        things.revision = nil
        for _ in 0..<2 { try await panel.refresh() }
        #expect(things.reads == 6)
    }

    @Test func `a page that comes late does not take the place of what was read meanwhile`() async throws {
        let things = ListedThings(200)
        things.isPaged = true
        things.revision = 1
        let panel = ListPanel { things.source }
        try await panel.refresh()
        let latch = Latch()
        things.latch = latch
        async let page = panel.turnPage(.end)
        await latch.visited(by: 1)
        things.names.insert("new", at: 0)
        things.revision = 2
        try await panel.refresh()
        latch.open()
        _ = try await page
        #expect(lines(panel, rows: 60).contains { $0.contains("Thing new") })
        let reads = things.reads
        try await panel.turnPage(.start)
        #expect(things.reads == reads)
    }

    @Test func `a list that cannot be read is not said to be empty`() async throws {
        struct Failure: Error {}
        var fails = true
        let panel = ListPanel {
            var source = ListSource<String>(
                id: 1, title: LocalizedText(verbatim: "ListedThings"),
                load: { _, _ in if fails { throw Failure() } else { [] } },
                rowID: { $0 }, row: { name, _ in Row(id: name, title: StyledText(name)) })
            source.whenEmpty = LocalizedText(verbatim: "Nothing.")
            return source
        }
        await #expect(throws: Failure.self) { try await panel.refresh() }
        #expect(lines(panel) == ["", "", ""])
        fails = false
        try await panel.refresh()
        #expect(lines(panel)[0].contains("Nothing."))
    }

    @Test func `what comes from elsewhere moves no selection`() {
        let things = ListedThings(5)
        things.startsWithNewest = true
        things.isUpsideDown = true
        let panel = ListPanel { things.source }
        things.names = things.names.map { "\($0)" }
        _ = lines(panel, rows: 3)
        let selected = things.selected
        // Somebody reads the newest, and another comes from elsewhere: it is seen, and the selection stays.
        panel.setFollowing(false)
        things.names.append("6")
        _ = lines(panel, rows: 3)
        #expect(things.selected == selected)
        // What is typed here is gone on to.
        things.isUpsideDown = false
        _ = lines(panel, rows: 3)
        panel.position.select(0)
        _ = lines(panel, rows: 3)
        panel.setFollowing(true)
        things.names.insert("0", at: 0)
        _ = lines(panel, rows: 3)
        #expect(things.selected == "0")
    }

    @Test func `the selection goes once to what was taken back`() {
        let things = ListedThings(6)
        let panel = ListPanel { things.source }
        _ = lines(panel)
        things.target = ListTarget(id: "4", number: 1)
        _ = lines(panel)
        #expect(things.selected == "4")
        panel.position.select(1)
        _ = lines(panel)
        #expect(things.selected == "2")
        // The same again.
        things.target = ListTarget(id: "4", number: 2)
        _ = lines(panel)
        #expect(things.selected == "4")
    }

    @Test func `rows are marked by their ids, in the order of the list`() {
        let things = ListedThings(6)
        let panel = ListPanel {
            var source = things.source
            source.items = ["thing"]
            return source
        }
        _ = lines(panel)
        #expect(panel.selection(of: "thing") == ["1"])
        #expect(panel.selection(of: "other").isEmpty)
        panel.position.select(3)
        _ = lines(panel)
        panel.toggleMark()
        panel.position.select(1)
        _ = lines(panel)
        panel.toggleMark()
        #expect(panel.selection(of: "thing") == ["2", "4"])
        #expect(lines(panel) == ["✱Thing 2", " Thing 3", "*Thing 4"])
        things.names.removeAll { $0 == "2" }
        _ = lines(panel)
        #expect(panel.selection(of: "thing") == ["4"])
        #expect(panel.unmarkAll())
        #expect(!panel.unmarkAll())
        // Whoever opens another thing than the selected one has left what was marked.
        panel.position.select(0)
        _ = lines(panel)
        panel.toggleMark()
        things.open = "1"
        _ = lines(panel)
        #expect(panel.markedIDs == ["1"])
        things.open = "5"
        _ = lines(panel)
        #expect(panel.markedIDs.isEmpty)
        // Another list has other things.
        panel.toggleMark()
        things.list = 2
        _ = lines(panel)
        #expect(panel.markedIDs.isEmpty)
    }

    @Test func `the app learns a selection once, by the update after an event, and nothing by arranging and drawing`()
        async throws
    {
        let things = ListedThings(9)
        things.isPaged = true
        let panel = ListPanel { things.source }
        try await panel.refresh()
        let size = Size(columns: 20, rows: 3)
        let context = ViewContext(language: .english, timeZone: .gmt, now: Timestamp(milliseconds: 0))
        func draw(rows: Int = 3) {
            for _ in 0..<3 {
                panel.arrange(for: Size(columns: 20, rows: rows), in: context)
                var canvas = Canvas(size: size)
                panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
            }
        }
        draw()
        #expect(things.selections.isEmpty)
        panel.update(for: size, in: context)
        #expect(things.selections == ["1"])
        panel.position.select(by: 1)
        draw(rows: 2)
        #expect(things.selections == ["1"])
        for _ in 0..<3 { panel.update(for: size, in: context) }
        #expect(things.selections == ["1", "2"])
        draw()
        // The data of the same row may be other data after a change.
        try await panel.refresh()
        for _ in 0..<3 { panel.update(for: size, in: context) }
        panel.deselect()
        panel.update(for: size, in: context)
        #expect(things.selections == ["1", "2", "2", nil, "2"])
    }
}
