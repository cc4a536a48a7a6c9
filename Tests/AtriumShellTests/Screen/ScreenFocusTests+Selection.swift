// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What commands and keys mean by the selection.
extension ScreenFocusTests {
    @Test func `keys work on the selection, and stay with it`() async throws {
        let fixture = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.press("Down")
        await fixture.keys.press("x")
        #expect(noted.events == ["done item/2"])
        #expect(fixture.screen.state.focus == .panel(.list))
        // What the command said and the keys that there are stand beside each other.
        #expect(fixture.frames.lines[18].contains("✓ done item/2"))
        #expect(fixture.frames.lines[18].hasSuffix("Esc back"))
        await fixture.keys.press("d")
        await fixture.keys.press("d")
        #expect(noted.events.suffix(2) == ["removed item/2", "removed item/3"])
        // A command that needs more is begun.
        await fixture.keys.press("t")
        #expect(fixture.keys.line?.text == "tag ")
        #expect(fixture.screen.state.focus == .line)
        await fixture.keys.enter("work")
        #expect(noted.events.last == "item/4 has work")
    }

    @Test(arguments: ["remove item/4": "removed item/4", "done item/4": "done item/4", "tag item/4 x": "item/4 has x"])
    func `a command that is typed while a panel has the focus is no row of keys`(line: String, event: String)
        async throws
    {
        let fixture = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.press("Down")
        await fixture.keys.enterLetters(line)
        #expect(noted.events == [event])
    }

    @Test func `a command that is typed means the selection, and what is marked`() async throws {
        let fixture = try await start()
        await fixture.keys.press("M-Down")
        await fixture.keys.enter("done")
        #expect(noted.events.last == "done item/2")
        await fixture.keys.press("Down")
        await fixture.keys.press("Space")
        await fixture.keys.press("Space")
        #expect(fixture.frames.lines.contains { $0.contains("*item/2") })
        await fixture.keys.press("x")
        #expect(noted.events.suffix(2) == ["done item/2", "done item/3"])
        #expect(fixture.frames.lines[18].contains("done item/2 done item/3"))
        // What was marked is done with.
        #expect(!fixture.frames.lines.contains { $0.contains("*item/2") })
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.focus == .line)
        await fixture.keys.enter("tag home")
        #expect(noted.events.last == "item/4 has home")
        // What is open is meant, whatever is selected.
        try fixture.show("other", beside: "item/1")
        await fixture.keys.enter("done")
        #expect(noted.events.last == "done other")
    }

    @Test func `a file of commands means no selection`() async throws {
        let fixture = try await start()
        await #expect(throws: SourceFault.stopped(path: "file", line: 1, status: .usage)) {
            _ = try await fixture.shell.runner.source(["done"], of: "file")
        }
        #expect(noted.events.isEmpty)
    }
}
