// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// Drawing the screen is a pure function of what is on it: whatever lies over the panels, at any size.
@MainActor
struct ScreenDrawingTests {
    /// Everything that drawing could change, or tell somebody of.
    private func moment(_ fixture: ShellOnScreen) throws -> [AnyHashable] {
        let notes = try #require(fixture.model("notes"))
        let app = try #require(fixture.coordinator.currentApp)
        let state = fixture.screen.state
        return [
            notes.selections, fixture.keys.timesBound, fixture.recorder.events, fixture.output.take(),
            app.panels.main.position,
            app.panels.sidebar.position, app.panels.detail?.position, state.printing.text?.position,
            state.palette?.position,
            state.candidates?.selected?.text, state.editor?.visible, state.focus, state.layout,
        ]
    }

    /// Draws the screen again and again, with panels that are drawn anew.
    private func check(_ fixture: ShellOnScreen, _ name: String) throws {
        let shown = fixture.screen.composer.screen()
        _ = fixture.output.take()
        let before = try moment(fixture)
        for _ in 0..<2 {
            #expect(fixture.screen.composer.screen() == shown, "\(name)")
            fixture.screen.composer.forgetFrame()
        }
        #expect(try moment(fixture) == before, "\(name)")
        fixture.screen.redraw()
    }

    @Test(arguments: [120, 80, 50, 20])
    func `drawing the screen twice changes nothing and tells nobody`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 16)
        let notes = try #require(fixture.model("notes"))
        notes.things = (1...40).map { "thing \($0)" }
        await fixture.keys.enter("where")
        try check(fixture, "a sentence")
        await fixture.keys.enter("help keys")
        await fixture.keys.press("PageDown")
        try check(fixture, "a text")
        await fixture.keys.press("q")
        for key in ["M-Down", "M-Down", "F6"] {
            await fixture.keys.press(key)
            try check(fixture, key)
        }
        await fixture.keys.press("Esc")
        fixture.screen.line.list((1...30).map { Completion(text: "word\($0)") }) { _ in }
        try check(fixture, "candidates")
        _ = fixture.screen.line.nextCandidate()
        try check(fixture, "a candidate")
        await fixture.keys.press("Esc")
        if columns > 20 {
            await fixture.keys.press("M-p")
            fixture.keys.type("e")
            try check(fixture, "the palette")
            await fixture.keys.press("Esc")
        }
        notes.opened = "thing 7"
        fixture.screen.redraw()
        try check(fixture, "a thing")
        let editor = try #require(fixture.screen.openEditor(LocalizedText(verbatim: "A text")))
        try check(fixture, "a text that is written")
        fixture.screen.close(editor)
        _ = await fixture.end()
    }

    @Test func `a picture of the screen before a command leaves the screen as it is`() async throws {
        let fixture = try await ShellOnScreen(columns: 80, rows: 16)
        await fixture.keys.enter("where")
        let shown = try #require(fixture.frames.canvases.last)
        fixture.screen.begin("screen")
        let printed = fixture.screen.state.printing.statuses.count
        #expect(fixture.screen.picture().lines.dropLast(2) == shown.lines.dropLast(2))
        #expect(fixture.screen.state.printing.statuses.count == printed)
        _ = await fixture.end()
    }

    @Test func `an app hears of a selection once, after the key that moves it`() async throws {
        let fixture = try await ShellOnScreen(columns: 120, rows: 16)
        let notes = try #require(fixture.model("notes"))
        notes.things = (1...40).map { "thing \($0)" }
        await fixture.keys.enter("where")
        await fixture.keys.press("Esc")
        await fixture.keys.press("M-Down")
        let before = notes.selections
        for _ in 0..<3 { fixture.screen.redraw() }
        fixture.coordinator.setSize(Size(columns: 80, rows: 12))
        fixture.screen.resize()
        #expect(notes.selections == before)
        await fixture.keys.press("M-Down")
        #expect(notes.selections == before + 1)
        _ = await fixture.end()
    }
}
