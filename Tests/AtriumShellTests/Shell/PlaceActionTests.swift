// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
@testable import AtriumShell
import AtriumTesting
import Testing

/// Places that keys, rows and links lead to: followed as they are, while what is typed is read.
@MainActor
struct PlaceActionTests {
    @Test func `a place is followed as a value, and never read as what somebody might have typed`() async throws {
        let fixture = try await ShellOnScreen()
        try fixture.show("7", beside: "item/1")
        _ = fixture.recorder.take()
        // As text this is a link of what is open.
        #expect(await fixture.shell.runner.perform(.go(Place("2", []))).status != .success)
        #expect(fixture.recorder.take() == [])
        #expect(fixture.frames.lines.contains { $0.contains("2") && $0.contains("no app") })
        // As text this would be looked for in the app that is shown.
        #expect(await fixture.shell.runner.perform(.go(Place("item", ["1"]))).status != .success)
        let steps = ["a/b%2F c", "\u{202E}\"quoted\"", "3"]
        for step in steps {
            #expect(await fixture.shell.runner.perform(.go(Place("sms", ["item", step]))).status == .success)
            #expect(fixture.recorder.take().contains("sms opens item \(step)"))
        }
        #expect(fixture.coordinator.current == "sms")
        _ = await fixture.end()
    }

    @Test func `a link is typed by its number, and a key follows it`() async throws {
        let fixture = try await ShellOnScreen()
        try fixture.show("7", beside: "item/1")
        let app = try #require(fixture.coordinator.currentApp)
        #expect(app.place == Place("notes", ["item", "7"]))
        #expect(app.place(of: 2) == Place("notes", ["item", "7", "2"]))
        try #require(fixture.model("notes")).opened = nil
        #expect(app.place == nil && app.place(of: 2) == Place("notes", ["2"]))
        _ = await fixture.end()
    }

    @Test func `a command with a value that it does not take is refused and says so`() async throws {
        let fixture = try await ShellOnScreen()
        let call = CommandCall(.shell, ShellCommands.quit.spec, [MovingCommands.route.argument("notes/1")])
        #expect(await fixture.shell.runner.perform(.perform(call)).status == .usage)
        #expect(fixture.frames.lines.contains { $0.contains("route") })
        _ = await fixture.end()
    }
}
