// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumScreen
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What an empty list says, on a screen that is too low for all of it.
@MainActor
struct ScreenEmptyListTests {
    private func start(columns: Int, rows: Int) async throws -> ShellOnScreen {
        let fixture = try await ShellOnScreen(columns: columns, rows: rows)
        let model = try #require(fixture.model("notes"))
        model.things = []
        model.typed = (1...30).map { "word\($0)" }.joined(separator: " ")
        fixture.screen.redraw()
        return fixture
    }

    @Test(arguments: [50, 60, 120]) func `it scrolls, and how far is told`(columns: Int) async throws {
        // Above what is read a list has no lower border of its own.
        let fixture = try await start(columns: columns, rows: columns == 60 ? 12 : 7)
        let place = " 1–\(columns == 60 ? 2 : 1) / "
        let row = try #require(fixture.frames.lines.firstIndex { $0.contains(place) })
        #expect(row == (columns == 60 ? 9 : 3))
        await fixture.keys.press("F6")
        #expect(fixture.frames.lines.contains { $0.contains("↑ ↓ scroll") })
        var seen = fixture.frames.lines.joined()
        for _ in 0..<10 {
            await fixture.keys.press("Down")
            seen += fixture.frames.lines.joined()
        }
        let missing = (1...30).filter { !seen.contains("word\($0) ") }
        #expect(missing.isEmpty)
        await fixture.keys.press("Home")
        #expect(fixture.frames.lines[row].contains(place))
        let list = try #require(fixture.screen.state.layout.list)
        await fixture.keys.point(.wheelDown, column: list.origin.column + 2, row: list.origin.row + 1)
        #expect(fixture.coordinator.currentApp?.panels.main.position.top ?? 0 > 0)
        // What comes is a list again, from its beginning.
        try #require(fixture.model("notes")).things = ["one", "two", "three", "four"]
        fixture.screen.redraw()
        #expect(fixture.frames.lines[2].contains("▸one"))
        await fixture.keys.press("Down")
        #expect(fixture.coordinator.currentApp?.panels.main.position.selected == 1)
    }
}
