// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// The selection in the sidebar, with keys that a test presses.
@MainActor
struct ScreenSidebarTests {
    private func start(columns: Int = 110, rows: Int = 20, things: Int = 3) async throws -> ShellOnScreen {
        let fixture = try await ShellOnScreen(columns: columns, rows: rows)
        try #require(fixture.model("notes")).things = (1...things).map { "item/\($0)" }
        fixture.screen.redraw()
        return fixture
    }

    private func sidebar(_ fixture: ShellOnScreen) throws -> PanelPosition {
        try #require(fixture.coordinator.currentApp).panels.sidebar.position
    }

    private func list(_ fixture: ShellOnScreen) throws -> PanelPosition {
        try #require(fixture.coordinator.currentApp).panels.main.position
    }

    @Test func `what is selected there is opened, and the line is kept`() async throws {
        let fixture = try await start()
        fixture.keys.type("half of")
        #expect(fixture.keys.onKey?("Down") == .type)
        await fixture.keys.press("S-Tab")
        #expect(fixture.frames.lines[18].hasSuffix("Esc back"))
        await fixture.keys.press("Down")
        await fixture.keys.press("M-Down")
        await fixture.keys.press("Up")
        #expect(try sidebar(fixture).selected == 1)
        #expect(try list(fixture).selected == 0)
        await fixture.keys.press("Enter")
        #expect(fixture.recorder.events.last == "notes opens item 2")
        #expect(fixture.keys.line?.text == "half of")
        // Taken: the keys are the line’s and the list’s again.
        #expect(fixture.keys.bound["Enter"] == nil)
        #expect(fixture.keys.bound["Esc"] == nil)
        await fixture.keys.press("M-Down")
        #expect(try list(fixture).selected == 1)
        #expect(try sidebar(fixture).selected == 1)
    }

    @Test(arguments: ["Esc", "C-g", "S-Tab"]) func `there is a way back`(key: String) async throws {
        let fixture = try await start()
        await fixture.keys.press("S-Tab")
        await fixture.keys.press("Down")
        #expect(await fixture.keys.press(key) == .done)
        #expect(fixture.keys.bound["Enter"] == nil)
        await fixture.keys.press("M-Down")
        #expect(try list(fixture).selected == 1)
        #expect(fixture.frames.lines[18].hasSuffix("F1 help"))
        #expect(!fixture.recorder.events.contains { $0.contains("opens") })
    }

    @Test func `an app without entries has no drawer, and no hint leads there`() async throws {
        let fixture = try await ShellOnScreen(columns: 70, rows: 12)
        #expect(!fixture.frames.lines.contains { $0.contains("sidebar") })
        await fixture.keys.press("S-Tab")
        #expect(fixture.screen.state.layout.sidebar == nil)
        for _ in 0..<3 {
            await fixture.keys.press("F6")
            await fixture.keys.press("Left")
            #expect(fixture.screen.state.layout.sidebar == nil)
        }
        let other = try await start(columns: 70, rows: 12, things: 1)
        #expect(other.frames.lines.contains { $0.contains("sidebar") })
    }

    @Test func `whoever types is back on the line`() async throws {
        let fixture = try await start()
        await fixture.keys.press("S-Tab")
        #expect(fixture.keys.bound["Enter"] == "Enter")
        fixture.keys.type("l")
        #expect(fixture.keys.bound["Enter"] == nil)
        #expect(fixture.frames.lines[19] == " ana@notes ❯ l")
        await fixture.keys.enter("ang en")
        #expect(fixture.frames.lines[18].contains("English"))
    }

    @Test func `a drawer is drawn out for it, and goes with it`() async throws {
        for columns in [80, 50] {
            let fixture = try await start(columns: columns)
            #expect(fixture.screen.state.layout.sidebar == nil)
            await fixture.keys.press("S-Tab")
            #expect(fixture.screen.state.layout.sidebar != nil)
            await fixture.keys.press("Esc")
            #expect(fixture.screen.state.layout.sidebar == nil)
            // The key and the command that draw it out put the selection in it too.
            await fixture.keys.press("M-b")
            #expect(fixture.keys.bound["Enter"] == "Enter")
            await fixture.keys.press("Down")
            await fixture.keys.press("Enter")
            #expect(fixture.recorder.events.last == "notes opens item 2")
            #expect(fixture.screen.state.layout.sidebar == nil)
            await fixture.keys.enter("sidebar")
            #expect(fixture.keys.bound["Enter"] == "Enter")
            await fixture.keys.press("M-b")
            #expect(fixture.keys.bound["Enter"] == nil)
            #expect(fixture.screen.state.layout.sidebar == nil)
        }
    }

    @Test func `a drawer that was drawn out for longer stays while somebody types`() async throws {
        let fixture = try await start(columns: 80)
        await fixture.keys.press("M-b")
        fixture.keys.type("x")
        #expect(fixture.keys.bound["Enter"] == nil)
        #expect(fixture.screen.state.layout.sidebar != nil)
        await fixture.keys.press("S-Tab")
        #expect(fixture.keys.bound["Enter"] == "Enter")
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.layout.sidebar == nil)
        // One that came with the selection goes with it.
        await fixture.keys.press("S-Tab")
        fixture.keys.type("y")
        #expect(fixture.screen.state.layout.sidebar == nil)
        #expect(fixture.keys.line?.text == "xy")
        await fixture.keys.press("S-Tab")
        await fixture.keys.press("M-b")
        #expect(fixture.screen.state.layout.sidebar == nil)
    }

    @Test func `a sidebar that is off is there as long as it is needed`() async throws {
        let fixture = try await start()
        await fixture.keys.enter("set sidebar off")
        #expect(fixture.screen.state.layout.sidebar == nil)
        await fixture.keys.press("S-Tab")
        #expect(fixture.screen.state.layout.sidebar != nil)
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.layout.sidebar == nil)
    }

    @Test func `pages move in a long one, and another size keeps its place`() async throws {
        let fixture = try await start(things: 60)
        await fixture.keys.press("S-Tab")
        await fixture.keys.press("PageDown")
        await fixture.keys.press("PageDown")
        let selected = try #require(try sidebar(fixture).selected)
        #expect(selected > 20)
        #expect(try list(fixture).selected == 0)
        for size in [Size(columns: 50, rows: 14), Size(columns: 120, rows: 30)] {
            fixture.coordinator.setSize(size)
            fixture.screen.redraw()
            #expect(try sidebar(fixture).selected == selected)
            #expect(fixture.frames.lines.contains { $0.contains("▸item/\(selected + 1)") })
        }
    }

    @Test func `a command gives the selection back, and a text gives way to it`() async throws {
        let fixture = try await start()
        await fixture.keys.enter("help keys")
        #expect(fixture.frames.lines[1].contains("help keys"))
        await fixture.keys.press("S-Tab")
        #expect(!fixture.frames.lines[1].contains("help keys"))
        await fixture.keys.press("M-2")
        #expect(fixture.coordinator.current == "sms")
        #expect(fixture.keys.bound["Enter"] == nil)
        await fixture.keys.press("S-Tab")
        await fixture.keys.press("M-p")
        await fixture.keys.press("Esc")
        #expect(fixture.keys.bound["Enter"] == nil)
    }
}
