// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// Where keys go after something was typed.
@MainActor
struct ScreenReturnTests {
    private static let item = Parameter.word("item", values: .item("item")).orSelection()

    private func start(columns: Int = 120) async throws -> (ShellOnScreen, Recorder) {
        let (recorder, text) = (Recorder(), LocalizedText(verbatim: ""))
        let fixture = try await ShellOnScreen(
            columns: columns,
            commands: [
                Command("done", category: .writing, summary: text, parameters: Self.item) { _, _, item in
                    recorder.note("done \(item)")
                    return .nothing
                },
                Command("tag", category: .writing, summary: text, parameters: Self.item, .word("name")) {
                    _, _, item, name in
                    recorder.note("\(item) has \(name)")
                    return .nothing
                },
                Command("show", category: .reading, summary: text, parameters: .word("item")) { model, _, item in
                    model.opened = item
                    return .nothing
                },
            ])
        try #require(fixture.model("notes")).things = (1...60).map { "item/\($0)" }
        fixture.screen.redraw()
        return (fixture, recorder)
    }

    @Test(arguments: [120, 80, 50]) func `letters are keys again after a command`(columns: Int) async throws {
        let (fixture, recorder) = try await start(columns: columns)
        await fixture.keys.press("Down")
        await fixture.keys.enter("tag work")
        #expect(fixture.screen.state.focus == .panel(.list))
        await fixture.keys.press("x")
        #expect(recorder.events == ["item/1 has work", "done item/1"])
        // Fast typing loses no letter, whatever it begins with.
        await fixture.keys.enterLetters("tag item/2 home")
        await fixture.keys.enterLetters("done item/3")
        #expect(recorder.events.suffix(2) == ["item/2 has home", "done item/3"])
        // Whoever has left the panels stays on the line.
        await fixture.keys.press("Esc")
        await fixture.keys.enter("done item/4")
        #expect(fixture.screen.state.focus == .line)
        #expect(fixture.keys.bound["x"] == nil)
    }

    @Test(arguments: [120, 80, 50]) func `what is marked is meant until something else is opened`(columns: Int)
        async throws
    {
        let (fixture, recorder) = try await start(columns: columns)
        await fixture.keys.press("Down")
        await fixture.keys.press("Space")
        await fixture.keys.press("Down")
        await fixture.keys.press("Space")
        await fixture.keys.enter("show item/9")
        await fixture.keys.enter("tag work")
        #expect(recorder.events == ["item/9 has work"])
    }

    @Test func `what is marked out of sight is not meant, and is there again in sight`() async throws {
        let (fixture, recorder) = try await start(columns: 50)
        await fixture.keys.press("Down")
        await fixture.keys.press("Space")
        await fixture.keys.press("Down")
        await fixture.keys.enter("show item/3")
        await fixture.keys.enter("tag work")
        await fixture.keys.press("Esc")
        await fixture.keys.enter("tag home")
        #expect(recorder.events == ["item/3 has work", "item/1 has home"])
    }

    @Test(arguments: [120, 50]) func `what a typed command opens has the keys`(columns: Int) async throws {
        let (fixture, _) = try await start(columns: columns)
        await fixture.keys.press("Down")
        await fixture.keys.enter("show item/2")
        #expect(fixture.screen.state.focus == .panel(.reader))
        await fixture.keys.enter("tag work")
        #expect(fixture.screen.state.focus == .panel(.reader))
    }

    @Test func `no key acts behind what a command has printed`() async throws {
        let (fixture, recorder) = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.enter("help")
        #expect(fixture.screen.state.printing.text != nil)
        #expect(fixture.keys.bound["x"] == nil)
        await fixture.keys.press("x")
        #expect(recorder.events.isEmpty)
    }

    @Test(arguments: [120, 80, 50]) func `the wheel leaves the selection, and a key comes back to it`(columns: Int)
        async throws
    {
        let (fixture, recorder) = try await start(columns: columns)
        await fixture.keys.press("Down")
        let rect = try #require(fixture.screen.state.layout.list)
        for _ in 1...4 {
            await fixture.keys.point(.wheelDown, column: rect.origin.column + 3, row: rect.origin.row + 2)
        }
        var list: PanelPosition? { fixture.coordinator.currentApp?.panels.main.position }
        #expect(list?.top == 12)
        #expect(list?.selected == 0)
        fixture.screen.redraw()
        #expect(list?.top == 12)
        await fixture.keys.press("Down")
        #expect(list?.selected == 1)
        #expect(list?.top == 1)
        await fixture.keys.press("x")
        #expect(recorder.events == ["done item/2"])
    }
}
