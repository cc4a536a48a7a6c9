// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import AtriumTesting
import Session
import Terminal
import Testing

/// Drawing the screen is a pure function of what is on it: whatever lies over the panels, at any size.
@MainActor
struct ScreenDrawingTests {
    /// Everything that drawing could change, or tell somebody of.
    private func moment(_ house: ShellOnScreen) throws -> [AnyHashable] {
        let notes = try #require(house.model("notes"))
        let app = try #require(house.coordinator.currentApp)
        let state = house.screen.state
        return [
            notes.selections, house.keys.timesBound, house.recorder.events, house.output.take(), app.main.position,
            app.sidebar.position, app.detail?.position, state.printing.text?.position, state.palette?.position,
            state.candidates?.selected?.text, state.editor?.visible, state.focus, state.layout,
        ]
    }

    /// Draws the screen again and again, with panels that are drawn anew.
    private func check(_ house: ShellOnScreen, _ name: String) throws {
        let shown = house.screen.composer.screen()
        _ = house.output.take()
        let before = try moment(house)
        for _ in 0..<2 {
            #expect(house.screen.composer.screen() == shown, "\(name)")
            house.screen.composer.forgetFrame()
        }
        #expect(try moment(house) == before, "\(name)")
        house.screen.redraw()
    }

    @Test(arguments: [120, 80, 50, 20])
    func `drawing the screen twice changes nothing and tells nobody`(columns: Int) async throws {
        let house = try await ShellOnScreen(columns: columns, rows: 16)
        let notes = try #require(house.model("notes"))
        notes.things = (1...40).map { "thing \($0)" }
        await house.keys.enter("where")
        try check(house, "a sentence")
        await house.keys.enter("help keys")
        await house.keys.press("PageDown")
        try check(house, "a text")
        await house.keys.press("q")
        for key in ["M-Down", "M-Down", "F6"] {
            await house.keys.press(key)
            try check(house, key)
        }
        await house.keys.press("Esc")
        house.screen.list((1...30).map { Completion(text: "word\($0)") }) { _ in }
        try check(house, "candidates")
        _ = house.screen.nextCandidate()
        try check(house, "a candidate")
        await house.keys.press("Esc")
        if columns > 20 {
            await house.keys.press("M-p")
            house.keys.type("e")
            try check(house, "the palette")
            await house.keys.press("Esc")
        }
        notes.opened = "thing 7"
        house.screen.redraw()
        try check(house, "a thing")
        _ = house.screen.openEditor(LocalizedText(verbatim: "A text"))
        try check(house, "a text that is written")
        house.screen.closeEditor()
        _ = await house.end()
    }

    @Test func `a picture of the screen before a command leaves the screen as it is`() async throws {
        let house = try await ShellOnScreen(columns: 80, rows: 16)
        await house.keys.enter("where")
        let shown = try #require(house.frames.canvases.last)
        house.screen.begin("screen")
        let printed = house.screen.state.printing.statuses.count
        #expect(house.screen.picture().lines.dropLast(2) == shown.lines.dropLast(2))
        #expect(house.screen.state.printing.statuses.count == printed)
        _ = await house.end()
    }
}
