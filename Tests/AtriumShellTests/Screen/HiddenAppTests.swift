// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumKit
import AtriumTesting
import Testing

/// What is loaded of an app while another one is seen.
@MainActor
struct HiddenAppTests {
    @Test func `an app that is not seen is asked for its badge alone, and loaded before it is seen`() async throws {
        let fixture = try await ShellOnScreen()
        let hidden = try #require(fixture.model("sms"))
        #expect(hidden.things.isEmpty)
        var asked: [String] = []
        hidden.refreshing = {
            asked.append("all")
            hidden.things = ["item/1"]
        }
        hidden.refreshingBadge = {
            asked.append("badge")
            hidden.badge = 3
        }
        hidden.change()
        func shows(_ text: String) -> Bool { fixture.frames.lines.contains { $0.contains(text) } }
        await goOn(until: "the badge is shown") { shows("③") }
        #expect(asked == ["badge"])
        #expect(!shows("item/1"))
        await fixture.keys.enter("switch sms")
        #expect(asked.last == "all" && shows("item/1"))
    }

    @Test func `what came while an app was hidden leaves its selection where it is`() async throws {
        let fixture = try await ShellOnScreen()
        let notes = try #require(fixture.model("notes"))
        notes.things = ["item/2", "item/1"]
        await fixture.keys.enter("switch notes")
        await fixture.keys.press("F6")
        await fixture.keys.press("Down")
        #expect(fixture.coordinator.currentApp?.panels.selection(of: "item") == ["item/1"])
        await fixture.keys.enter("switch sms")
        notes.refreshing = { notes.things = ["item/3", "item/2", "item/1"] }
        var isTold = false
        notes.refreshingBadge = { isTold = true }
        notes.change()
        await goOn(until: "the badge is asked for") { isTold }
        await fixture.keys.enter("switch notes")
        #expect(fixture.coordinator.currentApp?.panels.selection(of: "item") == ["item/1"])
    }
}
