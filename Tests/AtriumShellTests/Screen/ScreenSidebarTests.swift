// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// The selection in the sidebar, with keys that a test presses.
@MainActor
struct ScreenSidebarTests {
    private func start(columns: Int = 110, rows: Int = 20, things: Int = 3) async throws -> ShellOnScreen {
        let house = try await ShellOnScreen(columns: columns, rows: rows)
        try #require(house.model("notes")).things = (1...things).map { "item/\($0)" }
        house.screen.redraw()
        return house
    }

    private func sidebar(_ house: ShellOnScreen) throws -> PanelPosition {
        try #require(house.coordinator.currentApp).sidebar.position
    }

    private func list(_ house: ShellOnScreen) throws -> PanelPosition {
        try #require(house.coordinator.currentApp).main.position
    }

    @Test func `what is selected there is opened, and the line is kept`() async throws {
        let house = try await start()
        house.keys.type("half of")
        #expect(house.keys.bound["Down"] == nil)
        await house.keys.press("S-Tab")
        #expect(house.frames.lines[18].hasSuffix("Esc back"))
        await house.keys.press("Down")
        await house.keys.press("M-Down")
        await house.keys.press("Up")
        #expect(try sidebar(house).selected == 1)
        #expect(try list(house).selected == 0)
        await house.keys.press("Enter")
        #expect(house.recorder.events.last == "notes opens item 2")
        #expect(house.keys.line?.text == "half of")
        // Taken: the keys are the line’s and the list’s again.
        #expect(house.keys.bound["Enter"] == nil)
        #expect(house.keys.bound["Esc"] == nil)
        await house.keys.press("M-Down")
        #expect(try list(house).selected == 1)
        #expect(try sidebar(house).selected == 1)
    }

    @Test(arguments: ["Esc", "C-g", "S-Tab"]) func `there is a way back`(key: String) async throws {
        let house = try await start()
        await house.keys.press("S-Tab")
        await house.keys.press("Down")
        #expect(await house.keys.press(key) == .done)
        #expect(house.keys.bound["Enter"] == nil)
        await house.keys.press("M-Down")
        #expect(try list(house).selected == 1)
        #expect(house.frames.lines[18].hasSuffix("F1 help"))
        #expect(!house.recorder.events.contains { $0.contains("opens") })
    }

    @Test func `whoever types is back on the line`() async throws {
        let house = try await start()
        await house.keys.press("S-Tab")
        #expect(house.keys.bound["Enter"] == "open")
        house.keys.type("l")
        #expect(house.keys.bound["Enter"] == nil)
        #expect(house.frames.lines[19] == " ana@notes ❯ l")
        await house.keys.enter("ang en")
        #expect(house.frames.lines[18].contains("English"))
    }

    @Test func `a drawer is drawn out for it, and goes with it`() async throws {
        for columns in [80, 50] {
            let house = try await start(columns: columns)
            #expect(house.screen.state.layout.sidebar == nil)
            await house.keys.press("S-Tab")
            #expect(house.screen.state.layout.sidebar != nil)
            await house.keys.press("Esc")
            #expect(house.screen.state.layout.sidebar == nil)
            // The key and the command that draw it out put the selection in it too.
            await house.keys.press("M-b")
            #expect(house.keys.bound["Enter"] == "open")
            await house.keys.press("Down")
            await house.keys.press("Enter")
            #expect(house.recorder.events.last == "notes opens item 2")
            #expect(house.screen.state.layout.sidebar == nil)
            await house.keys.enter("sidebar")
            #expect(house.keys.bound["Enter"] == "open")
            await house.keys.press("M-b")
            #expect(house.keys.bound["Enter"] == nil)
            #expect(house.screen.state.layout.sidebar == nil)
        }
    }

    @Test func `a drawer that was drawn out for longer stays while somebody types`() async throws {
        let house = try await start(columns: 80)
        await house.keys.press("M-b")
        house.keys.type("x")
        #expect(house.keys.bound["Enter"] == nil)
        #expect(house.screen.state.layout.sidebar != nil)
        await house.keys.press("S-Tab")
        #expect(house.keys.bound["Enter"] == "open")
        await house.keys.press("Esc")
        #expect(house.screen.state.layout.sidebar == nil)
        // One that came with the selection goes with it.
        await house.keys.press("S-Tab")
        house.keys.type("y")
        #expect(house.screen.state.layout.sidebar == nil)
        #expect(house.keys.line?.text == "xy")
        await house.keys.press("S-Tab")
        await house.keys.press("M-b")
        #expect(house.screen.state.layout.sidebar == nil)
    }

    @Test func `a sidebar that is off is there as long as it is needed`() async throws {
        let house = try await start()
        await house.keys.enter("set sidebar off")
        #expect(house.screen.state.layout.sidebar == nil)
        await house.keys.press("S-Tab")
        #expect(house.screen.state.layout.sidebar != nil)
        await house.keys.press("Esc")
        #expect(house.screen.state.layout.sidebar == nil)
    }

    @Test func `pages move in a long one, and another size keeps its place`() async throws {
        let house = try await start(things: 60)
        await house.keys.press("S-Tab")
        await house.keys.press("PageDown")
        await house.keys.press("PageDown")
        let selected = try #require(try sidebar(house).selected)
        #expect(selected > 20)
        #expect(try list(house).selected == 0)
        for size in [Size(columns: 50, rows: 14), Size(columns: 120, rows: 30)] {
            house.coordinator.setSize(size)
            house.screen.redraw()
            #expect(try sidebar(house).selected == selected)
            #expect(house.frames.lines.contains { $0.contains("▸item/\(selected + 1)") })
        }
    }

    @Test func `a command gives the selection back, and a text gives way to it`() async throws {
        let house = try await start()
        await house.keys.enter("help keys")
        #expect(house.frames.lines[1].contains("help keys"))
        await house.keys.press("S-Tab")
        #expect(!house.frames.lines[1].contains("help keys"))
        await house.keys.press("M-2")
        #expect(house.coordinator.current == "sms")
        #expect(house.keys.bound["Enter"] == nil)
        await house.keys.press("S-Tab")
        await house.keys.press("M-p")
        await house.keys.press("Esc")
        #expect(house.keys.bound["Enter"] == nil)
    }
}
