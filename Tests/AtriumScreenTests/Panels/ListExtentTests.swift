// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import Dice
import Foundation
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// How far lists go, where what is open stands in them, and how many lines their rows take.
@MainActor
struct ListExtentTests {
    private func lines(_ panel: ListPanel, rows: Int = 4, language: Language = .english) -> [String] {
        var canvas = Canvas(size: Size(columns: 20, rows: rows))
        panel.settle(
            for: canvas.size, in: ViewContext(language: language, timeZone: .gmt, now: Timestamp(milliseconds: 0)))
        panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
        return canvas.lines
    }

    @Test func `a list that its limit cuts says what it leaves out, from its first part on`() async throws {
        let numbers = ListedNumbers(2_020)
        let panel = ListPanel { numbers.source }
        for (limit, texts) in [
            (10, ["10 of 2,020, --limit N shows more", "10 of 2,020 · --limit N", "10 of 2,020"]),
            (1_500, ["1,500 of 2,020, --limit N shows more", "1,500 of 2,020 · --limit N", "1,500 of 2,020"]),
            (2_020, []), (5_000, []),
        ] {
            numbers.limit = limit
            try await panel.refresh()
            _ = lines(panel)
            #expect(panel.asides == texts, "\(limit)")
            while try await panel.turnPage(.end, far: true) {}
            _ = lines(panel)
            #expect(panel.asides == texts, "\(limit)")
            #expect(try #require(panel.offset) + panel.position.count == min(limit, 2_020))
            #expect(panel.total == ListTotal(min(limit, 2_020)))
        }
    }

    @Test(arguments: [false, true])
    func `where somebody is at the last part is known, however many have come before it`(isUpsideDown: Bool)
        async throws
    {
        let numbers = ListedNumbers(2_020)
        numbers.isUpsideDown = isUpsideDown
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        _ = lines(panel)
        while try await panel.turnPage(isUpsideDown ? .start : .end, far: true) {}
        for first in [1, 0, -6] {
            numbers.first = first
            try await panel.refresh()
            _ = lines(panel)
            panel.position.select(by: isUpsideDown ? -10_000 : 10_000)
            let shown = lines(panel)
            #expect(shown.contains { $0.hasSuffix("2020") })
            let rows = panel.position.rows
            let offset = try #require(panel.offset)
            let end = offset + rows.upperBound
            #expect(isUpsideDown ? offset + rows.lowerBound == 0 : end == 2_020 - first + 1, "\(first)")
        }
    }

    @Test(arguments: [false, true])
    func `where somebody is in the midst is not said once others may have come before it`(isUpsideDown: Bool)
        async throws
    {
        let numbers = ListedNumbers(5_000)
        numbers.isUpsideDown = isUpsideDown
        let (onward, backward) = isUpsideDown ? (PanelEdge.start, PanelEdge.end) : (.end, .start)
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        for _ in 0..<5 { _ = try await panel.turnPage(onward, far: true) }
        _ = lines(panel)
        let offset = try #require(panel.offset)
        #expect(isUpsideDown ? offset > 0 : offset == 2_000)
        numbers.first = -9
        try await panel.refresh()
        _ = lines(panel)
        #expect(panel.offset == nil)
        #expect(panel.total == ListTotal(5_010))
        while try await panel.turnPage(backward, far: true) {}
        _ = lines(panel)
        #expect(try #require(panel.offset) == (isUpsideDown ? 5_010 - panel.position.count : 0))
    }

    @Test func `what was taken back is selected where it is not loaded, and once`() async throws {
        let numbers = ListedNumbers(2_019)
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        _ = lines(panel)
        while try await panel.turnPage(.end, far: true) {}
        panel.position.select(10_000)
        _ = lines(panel)
        // Behind what is loaded, and before it.
        numbers.count += 1
        for (index, number) in [2_020, 7].enumerated() {
            numbers.target = ListTarget(id: "\(number)", number: index)
            try await panel.refresh()
            #expect(lines(panel).contains("▸\(number)"))
        }
        // What is not in the list changes nothing, also when it comes later.
        numbers.target = ListTarget(id: "2021", number: 3)
        try await panel.refresh()
        #expect(lines(panel).contains("▸7"))
        numbers.count += 1
        try await panel.refresh()
        while try await panel.turnPage(.end, far: true) {}
        #expect(lines(panel).contains { $0.hasPrefix("▸") })
        #expect(panel.selectedRow?.name != "2021")
    }

    @Test func `what was not counted is left out without a number`() async throws {
        let numbers = ListedNumbers(60)
        numbers.isCounted = false
        numbers.limit = 10
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        _ = lines(panel, language: .french)
        #expect(
            panel.asides == ["seulement 10, --limit N en montre plus", "seulement 10 · --limit N", "seulement 10"])
        #expect(panel.total == ListTotal(10))
    }

    @Test func `a list that is all in memory has a limit too`() {
        let numbers = ListedNumbers(5)
        numbers.limit = 2
        let panel = ListPanel { numbers.whole }
        #expect(lines(panel) == ["▸1", " 2", "", ""])
        #expect(panel.asides.last == "2 of 5" && panel.total == ListTotal(2))
        numbers.limit = .max
        #expect(lines(panel) == ["▸1", " 2", " 3", " 4"])
        #expect(panel.asides.isEmpty)
    }

    @Test func `the selection goes to what is open where that is not loaded yet`() async throws {
        let numbers = ListedNumbers(2_020)
        let panel = ListPanel { numbers.source }
        for isUpsideDown in [false, true] {
            numbers.isUpsideDown = isUpsideDown
            numbers.open = nil
            try await panel.refresh()
            _ = lines(panel)
            // Behind what is loaded, and before it.
            for number in [1_800, 3, 2_020] {
                numbers.open = "\(number)"
                // What is drawn before it was read looks for nothing.
                _ = lines(panel)
                try await panel.refresh()
                #expect(lines(panel).contains("▸\(number)"), "\(number)")
                #expect(panel.selectedRow?.name == "\(number)")
            }
            // Looked for once: the selection may leave it then.
            panel.position.select(by: isUpsideDown ? 1 : -1)
            try await panel.refresh()
            #expect(lines(panel).contains("▸2019"))
        }
    }

    @Test func `what is open and in no list is not looked for, and nothing else is said to be selected`() async throws {
        let numbers = ListedNumbers(2_020)
        let panel = ListPanel { numbers.source }
        try await panel.refresh()
        _ = lines(panel)
        let reads = numbers.reads
        numbers.open = "x"
        numbers.listsOpen = false
        try await panel.refresh()
        #expect(lines(panel)[0] == "▸1")
        #expect(panel.selectedRow == nil)
        #expect(numbers.reads <= reads + 1)
        // What is far away is not either.
        let many = ListedNumbers(300_000)
        many.open = "299999"
        let long = ListPanel { many.source }
        try await long.refresh()
        #expect(lines(long)[0] == "▸1")
        #expect(many.reads < 220)
        numbers.open = nil
        try await panel.refresh()
        _ = lines(panel)
        #expect(panel.selectedRow?.name == "1")
    }

    @Test func `a row without an excerpt takes no line for one`() throws {
        let numbers = ListedNumbers(9)
        numbers.hasExcerpt = { $0.isMultiple(of: 2) }
        let panel = ListPanel { numbers.whole }
        #expect(lines(panel, rows: 7) == ["▸1", " 2", " of 2", " 3", " 4", " of 4", " 5"])
        #expect((0..<7).map(panel.row) == [0, 1, 1, 2, 3, 3, 4])
        panel.position.select(5)
        #expect(lines(panel, rows: 7) == [" 3", " 4", " of 4", " 5", "▸6", " of 6", " 7"])
        #expect(panel.selectedLine == 4)
        // Nothing is passed over on the way, and both ends are full.
        panel.position.scroll(by: 9)
        #expect(lines(panel, rows: 7) == [" 5", "▸6", " of 6", " 7", " 8", " of 8", " 9"])
        panel.position.scroll(by: 1 - panel.position.visible)
        #expect(lines(panel, rows: 7).last == "▸5")
        panel.position.scroll(by: -9)
        #expect(lines(panel, rows: 7)[0].hasSuffix("1"))
        #expect(panel.row(atLine: 7) == nil)
        // In a low panel titles count more.
        #expect(lines(panel, rows: 3).allSatisfy { !$0.contains("of") })
    }

    @Test func `a long title takes two lines, which are one row for the mouse and for the selection`() throws {
        let things = ListedThings(3)
        things.names = ["1", "two and a half", "3"]
        let panel = ListPanel { things.source }
        #expect(lines(panel, rows: 5) == ["▸Thing 1", " Thing two and a", " half", " Thing 3", ""])
        #expect((0..<5).map(panel.row) == [0, 1, 1, 2, nil])
        panel.position.select(2)
        #expect(lines(panel, rows: 5)[3] == "▸Thing 3" && panel.selectedLine == 3)
        // In a low panel more rows count more than whole titles.
        #expect(lines(panel, rows: 3) == [" Thing 1", " Thing two and a h…", "▸Thing 3"])
    }

    @Test(arguments: seeds(8))
    func `whatever rows take, what is selected is seen, and every row can be`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let count = dice.roll(40) + 1
        let heights = (0..<count).map { _ in dice.roll(3) + 1 }
        for startsAtEnd in [false, true] {
            var position = PanelPosition(isSelectable: true, startsAtEnd: startsAtEnd)
            position.setCount(count)
            for _ in 0..<500 {
                let lines = dice.roll(12) + 3
                switch dice.roll(3) {
                case 0: position.select(by: dice.roll(21) - 10)
                case 1: position.scroll(by: dice.roll(41) - 20)
                default: position.select(dice.roll(count))
                }
                position.setCount(count)
                position.fit(lines: lines) { heights[$0] }
                let fitted = position
                position.setCount(count)
                position.fit(lines: lines) { heights[$0] }
                #expect(position == fitted)
                let sum = position.rows.reduce(0) { $0 + heights[$1] }
                #expect(sum <= lines)
                let selected = try #require(position.selected)
                #expect(position.rows.contains(selected))
                // No row that would have room is left out.
                let next = position.rows.upperBound
                #expect(next == count || sum + heights[next] > lines)
                #expect(next < count || position.top == 0 || sum + heights[position.top - 1] > lines)
            }
            // By pages every row is seen.
            for steps in [1, -1] {
                position.select(steps > 0 ? 0 : count - 1)
                position.fit(lines: 5) { heights[$0] }
                var seen = Set(position.rows)
                for _ in 0..<count {
                    position.scroll(by: steps * max(1, position.visible - 1))
                    position.setCount(count)
                    position.fit(lines: 5) { heights[$0] }
                    seen.formUnion(position.rows)
                }
                #expect(seen == Set(0..<count))
            }
        }
    }
}
