// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// What lies over the panels, and what must not.
@MainActor
struct ScreenOverlayTests {
    /// A list that the panels show, with a sentence beside it.
    private static let found = Command<ProbeModel>(
        "found", category: .reading, summary: LocalizedText(verbatim: "Finds.")
    ) { model, _ in
        model.things = ["thing 1", "thing 2"]
        return .onPanels(
            notices: [LocalizedText(verbatim: "A sentence that is a good deal longer than fifty columns are wide.")]
        ) { .nothing }
    }

    @Test(arguments: [120, 80, 50])
    func `an overlay takes the keys, and says how it is closed`(columns: Int) async throws {
        let house = try await ShellOnScreen(columns: columns, rows: 16)
        let notes = try #require(house.model("notes"))
        notes.things = ["thing 1", "thing 2", "thing 3"]
        await house.keys.enter("help keys")
        #expect(house.frames.lines.contains { $0.hasPrefix("└ Esc or q closes ─") })
        await house.keys.press("M-Down")
        let opened = house.recorder.events.filter { $0.contains("opens") }
        // What is selected below is not seen, and so not opened.
        #expect(await house.keys.press("M-Enter") == .done)
        #expect(house.recorder.events.filter { $0.contains("opens") } == opened)
        #expect(house.frames.lines.contains { $0.contains("▸thing 1") })
        await house.keys.enter("help keys")
        #expect(await house.keys.press("Esc") == .done)
        #expect(house.frames.lines.contains { $0.contains("▸thing 1") })
        // It is vi’s again, and begins other keys.
        #expect(house.keys.bound["Esc"] == nil)
    }

    @Test(arguments: [120, 80, 50])
    func `q closes an overlay while nothing is typed, and is a letter everywhere else`(columns: Int) async throws {
        let house = try await ShellOnScreen(columns: columns, rows: 16)
        await house.keys.enter("help keys")
        #expect(await house.keys.press("q") == .done)
        #expect(!house.frames.lines.contains { $0.contains("q closes") })
        #expect(house.keys.bound["q"] == nil)
        // With something on the line it is a letter, and the edge says so.
        await house.keys.enter("help keys")
        house.keys.type("x")
        #expect(house.frames.lines.contains { $0.hasPrefix("└ Esc closes ─") })
        #expect(house.keys.bound["q"] == nil)
        await house.keys.press("q")
        #expect(house.keys.line?.text == "xq")
        #expect(house.frames.lines.contains { $0.hasPrefix("└ Esc closes ─") })
    }

    @Test func `a word that only makes sense with the q that closed an overlay gets it back`() async throws {
        let house = try await ShellOnScreen(columns: 80, rows: 16)
        await house.keys.enter("help keys")
        await house.keys.press("q")
        // It could be unalias.
        house.keys.type("u")
        #expect(house.keys.line?.text == "u")
        house.keys.type("i")
        #expect(house.keys.line?.text == "qui")
        house.keys.type("t")
        #expect(house.keys.line?.text == "quit")
        #expect(house.frames.lines.last?.hasSuffix("❯ quit") == true)
    }

    @Test func `another word after it is as it was typed`() async throws {
        let house = try await ShellOnScreen(columns: 80, rows: 16)
        await house.keys.enter("help keys")
        await house.keys.press("q")
        house.keys.type("xy")
        #expect(house.keys.line?.text == "xy")
    }

    @Test(arguments: ["q", "Esc"])
    func `a drawer that lies over the panels names the keys, and they close it`(key: String) async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        await house.keys.enter("sidebar on")
        #expect(house.frames.lines.contains { $0.hasPrefix("└ Esc or q closes ─") })
        await house.keys.press(key)
        #expect(!house.frames.lines.contains { $0.contains("closes") })
    }

    @Test(arguments: ["q", "Esc"])
    func `what is open in the place of the list leads back to it`(key: String) async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        try house.show("thing", beside: "item/1")
        #expect(house.frames.lines.contains { $0.contains("Esc or q: back to the list") })
        await house.keys.press(key)
        #expect(house.frames.lines.contains { $0.contains("item/1") })
    }

    @Test func `in the palette q is a letter`() async throws {
        let house = try await ShellOnScreen(columns: 80, rows: 16)
        await house.keys.press("M-p")
        await house.keys.press("q")
        #expect(house.keys.line?.text == "q")
        #expect(house.frames.lines.contains { $0.contains("└ Esc closes ─") })
    }

    @Test func `where one panel is seen, the other one’s selection opens nothing`() async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        try house.show("thing", beside: "item/1")
        #expect(house.frames.lines.contains { $0.contains("This is thing.") })
        #expect(await house.keys.press("M-Enter") == .done)
        #expect(!house.recorder.events.contains { $0.contains("opens item") })
    }

    @Test func `a drawer that lies over the list takes the keys`() async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        try #require(house.model("notes")).things = ["thing 1", "thing 2"]
        await house.keys.press("M-b")
        house.keys.type("x")
        #expect(!house.screen.state.isInSidebar)
        await house.keys.press("M-Down")
        #expect(house.screen.state.isInSidebar)
        #expect(house.coordinator.currentApp?.main.position.selected != 1)
    }

    @Test(arguments: [120, 80, 50])
    func `what a command said stays beside what happens elsewhere`(columns: Int) async throws {
        let house = try await ShellOnScreen(columns: columns, rows: 16)
        await house.keys.enter("type Imported 3 notes.")
        let said = " ✓ Imported 3 notes."
        #expect(house.frames.lines[14].hasPrefix(said))
        let sms = try #require(house.model("sms"))
        sms.badge = 3
        sms.change()
        await goOn { house.shell.messages.entries.count == 2 }
        #expect(house.frames.lines[14].hasPrefix(said))
        #expect(house.frames.lines[14].hasSuffix("• Sms: 3 waiting."))
        #expect(house.shell.messages.entries.map(\.text) == ["Imported 3 notes.", "Sms: 3 waiting."])
        await house.keys.enter("nosuch")
        #expect(house.shell.messages.entries.last?.text.contains("nosuch") == true)
        await house.keys.enter("logout")
        #expect(house.shell.messages.entries.map(\.text) == ["Goodbye, ana."])
    }

    @Test(arguments: [120, 80, 50])
    func `a notice does not cover the list that it is about`(columns: Int) async throws {
        let house = try await ShellOnScreen(columns: columns, rows: 12, commands: [Self.found])
        await house.keys.enter("found")
        #expect(house.frames.lines.contains { $0.contains("▸thing 1") })
        #expect(house.frames.lines[10].hasPrefix(" • A sentence that is a good deal"))
        #expect(house.shell.messages.entries.map(\.text).last?.hasSuffix("fifty columns are wide.") == true)
    }
}
