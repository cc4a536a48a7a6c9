// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumScreen
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
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

    /// A result with something to be known beside it.
    private static let sent = Command<ProbeModel>(
        "sent", category: .reading, summary: LocalizedText(verbatim: "Sends."),
        parameters: .text("notice", summary: LocalizedText(verbatim: "What is to be known."))
    ) { _, _, notice in
        .message(LocalizedText(verbatim: "Sent."), notices: [LocalizedText(verbatim: notice)])
    }

    @Test(arguments: [120, 80, 50])
    func `a result and a notice stand below the panels, the result first`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 16, commands: [Self.sent])
        await fixture.keys.enter("sent It waits.")
        #expect(fixture.screen.state.printing.text == nil)
        #expect(fixture.frames.lines[13].hasPrefix(" ✓ Sent."))
        #expect(fixture.frames.lines[14].hasPrefix(" • It waits."))
        #expect(fixture.frames.lines[12].hasPrefix(" ▌One"))
        await fixture.keys.enter("type Other")
        #expect(fixture.frames.lines[14].hasPrefix(" ✓ Other"))
        // What has no room there is seen in a panel, all together.
        await fixture.keys.enter("sent " + String(repeating: "a long sentence ", count: 30))
        let text = try #require(fixture.screen.state.printing.text)
        #expect(text.lines.map(\.string)[0] == "Sent.")
        #expect(text.lines.count == 2)
    }

    /// A picture that the panels have no room for.
    private static let drawn = Command<ProbeModel>(
        "drawn", category: .reading, summary: LocalizedText(verbatim: "Draws.")
    ) { _, _ in
        .onPanels(overlay: { columns, rows in
            (1...rows).map { "\($0) of \(rows) " + String(repeating: "█", count: columns - 12) }
        }) { .nothing }
    }

    @Test(arguments: [(120, 40), (80, 24), (50, 24), (50, 12)])
    func `a picture has all rows above the line, and says how it is closed`(columns: Int, rows: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: rows, commands: [Self.drawn])
        await fixture.keys.enter("drawn")
        let lines = fixture.frames.lines
        #expect(lines[0].hasPrefix("1 of \(rows - 2) █"))
        #expect(lines[rows - 3].hasPrefix("\(rows - 2) of \(rows - 2) █"))
        #expect(lines[rows - 2].contains("Esc"), "\(lines[rows - 2])")
        #expect(lines[rows - 1].hasPrefix(" ana@notes ❯"))
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.printing.text == nil)
        #expect(fixture.frames.lines[rows - 3].hasPrefix(" ▌One"))
    }

    @Test(arguments: [120, 80, 50])
    func `an overlay takes the keys, and says how it is closed`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 16)
        let notes = try #require(fixture.model("notes"))
        notes.things = ["thing 1", "thing 2", "thing 3"]
        await fixture.keys.enter("help keys")
        #expect(fixture.frames.lines.contains { $0.hasPrefix("└ Esc or q closes ─") })
        await fixture.keys.press("M-Down")
        let opened = fixture.recorder.events.filter { $0.contains("opens") }
        // What is selected below is not seen, and so not opened.
        #expect(await fixture.keys.press("M-Enter") == .done)
        #expect(fixture.recorder.events.filter { $0.contains("opens") } == opened)
        #expect(fixture.frames.lines.contains { $0.contains("▸thing 1") })
        await fixture.keys.enter("help keys")
        #expect(await fixture.keys.press("Esc") == .done)
        #expect(fixture.frames.lines.contains { $0.contains("▸thing 1") })
        // It is vi’s again, and begins other keys.
        #expect(fixture.keys.bound["Esc"] == nil)
    }

    @Test(arguments: [120, 80, 50])
    func `q closes an overlay while nothing is typed, and is a letter everywhere else`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 16)
        await fixture.keys.enter("help keys")
        #expect(await fixture.keys.press("q") == .done)
        #expect(!fixture.frames.lines.contains { $0.contains("q closes") })
        #expect(fixture.keys.bound["q"] == nil)
        // With something on the line it is a letter, and the edge says so.
        await fixture.keys.enter("help keys")
        fixture.keys.type("x")
        #expect(fixture.frames.lines.contains { $0.hasPrefix("└ Esc closes ─") })
        #expect(fixture.keys.bound["q"] == nil)
        await fixture.keys.press("q")
        #expect(fixture.keys.line?.text == "xq")
        #expect(fixture.frames.lines.contains { $0.hasPrefix("└ Esc closes ─") })
    }

    @Test func `a word that only makes sense with the q that closed an overlay gets it back`() async throws {
        let fixture = try await ShellOnScreen(columns: 80, rows: 16)
        await fixture.keys.enter("help keys")
        await fixture.keys.press("q")
        // It could be unalias.
        fixture.keys.type("u")
        #expect(fixture.keys.line?.text == "u")
        fixture.keys.type("i")
        #expect(fixture.keys.line?.text == "qui")
        fixture.keys.type("t")
        #expect(fixture.keys.line?.text == "quit")
        #expect(fixture.frames.lines.last?.hasSuffix("❯ quit") == true)
    }

    @Test(arguments: [(80, 16), (50, 12), (24, 7), (12, 4)])
    func `a q that comes together with the word that it begins closes nothing`(columns: Int, rows: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: rows)
        await fixture.keys.enter("help keys")
        let place = fixture.screen.state.printing.text?.position
        await fixture.keys.enterAtOnce("quiet")
        #expect(fixture.keys.line?.text == "")
        #expect(fixture.shell.messages.entries.last?.text.contains("“quiet”") == true)
        #expect(place != nil)
    }

    @Test func `another word after it is as it was typed`() async throws {
        let fixture = try await ShellOnScreen(columns: 80, rows: 16)
        await fixture.keys.enter("help keys")
        await fixture.keys.press("q")
        fixture.keys.type("xy")
        #expect(fixture.keys.line?.text == "xy")
    }

    @Test(arguments: ["q", "Esc"])
    func `a drawer that lies over the panels names the keys, and they close it`(key: String) async throws {
        let fixture = try await ShellOnScreen(columns: 50, rows: 12)
        try #require(fixture.model("notes")).things = ["item/1"]
        await fixture.keys.enter("sidebar on")
        #expect(fixture.frames.lines.contains { $0.hasPrefix("└ Esc or q closes ─") })
        await fixture.keys.press(key)
        #expect(!fixture.frames.lines.contains { $0.contains("closes") })
    }

    @Test(arguments: ["q", "Esc"])
    func `what is open in the place of the list leads back to it`(key: String) async throws {
        let fixture = try await ShellOnScreen(columns: 50, rows: 12)
        try fixture.show("thing", beside: "item/1")
        #expect(fixture.frames.lines.contains { $0.contains("Esc or q: back to the list") })
        await fixture.keys.press(key)
        #expect(fixture.frames.lines.contains { $0.contains("item/1") })
    }

    @Test func `in the palette q is a letter`() async throws {
        let fixture = try await ShellOnScreen(columns: 80, rows: 16)
        await fixture.keys.press("M-p")
        await fixture.keys.press("q")
        #expect(fixture.keys.line?.text == "q")
        #expect(fixture.frames.lines.contains { $0.contains("└ Esc closes ─") })
    }

    @Test func `where one panel is seen, the other one’s selection opens nothing`() async throws {
        let fixture = try await ShellOnScreen(columns: 50, rows: 12)
        try fixture.show("thing", beside: "item/1")
        #expect(fixture.frames.lines.contains { $0.contains("This is thing.") })
        #expect(await fixture.keys.press("M-Enter") == .done)
        #expect(!fixture.recorder.events.contains { $0.contains("opens item") })
    }

    @Test func `a drawer that lies over the list takes the keys`() async throws {
        let fixture = try await ShellOnScreen(columns: 50, rows: 12)
        try #require(fixture.model("notes")).things = ["thing 1", "thing 2"]
        await fixture.keys.press("M-b")
        fixture.keys.type("x")
        #expect(!fixture.screen.state.focusing.isInSidebar)
        await fixture.keys.press("M-Down")
        #expect(fixture.screen.state.focusing.isInSidebar)
        #expect(fixture.coordinator.currentApp?.panels.main.position.selected != 1)
    }

    @Test(arguments: [120, 80, 50])
    func `what a command said stays beside what happens elsewhere`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 16)
        await fixture.keys.enter("type Imported 3 notes.")
        let said = " ✓ Imported 3 notes."
        #expect(fixture.frames.lines[14].hasPrefix(said))
        let sms = try #require(fixture.model("sms"))
        sms.badge = 3
        sms.change()
        await goOn(until: "both messages are kept") { fixture.shell.messages.entries.count == 2 }
        #expect(fixture.frames.lines[14].hasPrefix(said))
        #expect(fixture.frames.lines[14].hasSuffix("• Sms: 3 waiting."))
        #expect(fixture.shell.messages.entries.map(\.text) == ["Imported 3 notes.", "Sms: 3 waiting."])
        await fixture.keys.enter("nosuch")
        #expect(fixture.shell.messages.entries.last?.text.contains("nosuch") == true)
        await fixture.keys.enter("logout")
        #expect(fixture.shell.messages.entries.map(\.text) == ["Goodbye, ana."])
    }

    @Test(arguments: [120, 80, 50])
    func `a notice does not cover the list that it is about`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 12, commands: [Self.found])
        await fixture.keys.enter("found")
        #expect(fixture.frames.lines.contains { $0.contains("▸thing 1") })
        // To its end, below the panels.
        let rows = fixture.frames.lines[(columns == 50 ? 9 : 10)...10].map { $0.drop { $0 == " " } }
        #expect(rows[0].hasPrefix("• A sentence that is a good deal"))
        #expect(rows.joined(separator: " ").hasSuffix("fifty columns are wide."))
        #expect(fixture.shell.messages.entries.map(\.text).last?.hasSuffix("fifty columns are wide.") == true)
    }
}
