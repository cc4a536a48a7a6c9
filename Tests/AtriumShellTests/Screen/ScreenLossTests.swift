// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumScreen
@testable import AtriumShell
import AtriumTesting
import Testing

/// What keys do once what they would be for was removed elsewhere.
@MainActor
struct ScreenLossTests {
    @Test(arguments: [110, 50], ["x", "Up", "1"])
    func `a key for what is gone says so, and the next one is for what is there`(columns: Int, key: String)
        async throws
    {
        let recorder = Recorder()
        let done = Command<ProbeModel>(
            "done", category: .writing, summary: LocalizedText(verbatim: ""),
            parameters: Parameter.word("item", values: .item("item")).orSelection()
        ) { _, _, item in
            recorder.note(item)
            return .message(LocalizedText(verbatim: item))
        }
        let fixture = try await ShellOnScreen(columns: columns, commands: [done])
        let model = try #require(fixture.model("notes"))
        model.things = ["item/1", "item/2"]
        model.opened = "item/1"
        fixture.screen.redraw()
        await fixture.keys.press("F6")
        try #require(fixture.screen.state.focus == .panel(.reader))
        model.refreshing = {
            model.opened = nil
            model.things = ["item/2"]
        }
        model.change()
        let gone = "“item/1” is no longer here"
        func shows(_ text: String) -> Bool { fixture.frames.lines.contains { $0.contains(text) } }
        await goOn(until: "the loss is shown") { shows(gone) }
        await fixture.keys.press(key)
        #expect(recorder.events.isEmpty)
        #expect(shows("• " + gone))
        #expect(fixture.coordinator.currentApp?.panels.detail?.isLost == false)
        await fixture.keys.press("x")
        #expect(recorder.events == ["item/2"])
    }
}
