// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// A layer over the panels in which a day of a month is picked.
@MainActor
private final class CalendarLayer: Layer {
    private(set) var day = 1
    private(set) var picked: Int?

    var hidesPanels: Bool { true }

    func keys(on state: ScreenState) -> KeyMap? {
        KeyMap(own: [.up, .down, .left, .right, .enter, .escape], closes: true)
    }

    func hint(on state: ScreenState) -> String? { "arrows day · Enter pick" }

    func take(_ event: ScreenEvent, on screen: Screen) -> EventResult {
        switch event {
        case .key(.left): day = max(1, day - 1)
        case .key(.right): day = min(30, day + 1)
        case .key(.up): day = max(1, day - 7)
        case .key(.down): day = min(30, day + 7)
        case .key(.enter):
            picked = day
            return .closed
        case .key(let key) where key.closes: return .closed
        case .key, .mouse: break
        case .line, .command, .cover, .layer: return .ignored
        }
        return .handled
    }

    func draw(in layout: ScreenLayout, of state: ScreenState, on canvas: inout Canvas) {
        let box = Rect(column: 2, row: layout.body.origin.row + 1, columns: 25, rows: 7)
        canvas.overlay(box, title: "November", style: .plain)
        canvas.foot(state.closing, of: box)
        for day in 1...30 {
            let place = Point(column: 4 + (day - 1) % 7 * 3, row: box.origin.row + 1 + (day - 1) / 7)
            canvas.write("\(day)", at: place, style: day == self.day ? .reverse : .plain)
        }
    }
}

/// A layer is one file: the screen draws it, gives it keys and removes it without knowing what it is.
@MainActor
struct CalendarLayerTests {
    @Test(arguments: [120, 80, 50]) func `a layer that no other file knows takes keys and is drawn`(columns: Int)
        async throws
    {
        let fixture = try await ShellOnScreen(columns: columns, rows: 20)
        let calendar = CalendarLayer()
        fixture.screen.open(calendar)
        fixture.screen.redraw()
        for key in ["Down", "Right", "Right", "Left"] { await fixture.keys.press(key) }
        #expect(calendar.day == 9)
        let shown = try #require(fixture.frames.canvases.last).lines
        #expect(shown.contains { $0.contains("November") })
        #expect(shown.contains { $0.contains("arrows day · Enter pick") })
        await fixture.keys.press("Enter")
        #expect(calendar.picked == 9)
        #expect(fixture.screen.state.layer(CalendarLayer.self) == nil)
        #expect(try #require(fixture.frames.canvases.last).lines.allSatisfy { !$0.contains("November") })
        #expect(fixture.keys.bound["Enter"] == nil)
        _ = await fixture.end()
    }

    @Test func `the upper layer takes the keys, and the lower one once that is gone`() async throws {
        let fixture = try await ShellOnScreen(columns: 80, rows: 20)
        await fixture.keys.enter("help keys")
        #expect(fixture.screen.state.printing.text != nil)
        let calendar = CalendarLayer()
        fixture.screen.open(calendar)
        fixture.screen.redraw()
        await fixture.keys.press("q")
        #expect(fixture.screen.state.layer(CalendarLayer.self) == nil)
        #expect(fixture.screen.state.printing.text != nil)
        await fixture.keys.press("q")
        #expect(fixture.screen.state.printing.text == nil)
        _ = await fixture.end()
    }
}
