// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing
import Waiting

/// Which panel keys move in, and what they do to what is selected there.
@MainActor
struct ScreenFocusTests {
    private static let item = Parameter.word("item", values: .item("item")).orSelection()

    /// Commands that note what they are for.
    private func commands(_ recorder: Recorder) -> [Command<ProbeModel>] {
        let text = LocalizedText(verbatim: "")
        let said = { @MainActor @Sendable (line: String) in
            recorder.note(line)
            return Reply.message(LocalizedText(verbatim: line))
        }
        return [
            Command("done", category: .writing, summary: text, parameters: Self.item) { _, _, item in
                said("done \(item)")
            },
            Command("remove", category: .writing, summary: text, parameters: Self.item) { model, _, item in
                model.things.removeAll { $0 == item }
                return said("removed \(item)")
            },
            Command("tag", category: .writing, summary: text, parameters: Self.item, .word("name")) {
                _, _, item, name in
                said("\(item) has \(name)")
            },
        ]
    }

    func start(columns: Int = 110, things: Int = 5) async throws -> ShellOnScreen {
        let recorder = Recorder()
        let fixture = try await ShellOnScreen(columns: columns, commands: commands(recorder))
        noted = recorder
        try #require(fixture.model("notes")).things = (1...things).map { "item/\($0)" }
        fixture.screen.redraw()
        return fixture
    }

    private final class Notes { var recorder: Recorder? }
    private let notes = Notes()
    var noted: Recorder {
        get { notes.recorder ?? Recorder() }
        nonmutating set { notes.recorder = newValue }
    }

    func list(_ fixture: ShellOnScreen) throws -> PanelPosition {
        try #require(fixture.coordinator.currentApp).panels.main.position
    }

    @Test(arguments: ["Down", "F6"]) func `a key leads from an empty line to the list, and Escape back`(key: String)
        async throws
    {
        let fixture = try await start()
        #expect(fixture.keys.bound["e"] == nil)
        await fixture.keys.press(key)
        #expect(fixture.screen.state.focus == .panel(.list))
        #expect(fixture.frames.lines[1].contains("▸ notes"))
        #expect(fixture.frames.lines[18].hasSuffix("Esc back"))
        // Whoever reads the screen by its cursor is there too.
        let cursor = try #require(fixture.frames.canvases.last?.cursor)
        #expect(fixture.frames.lines[cursor.row].contains("▸item/1"))
        for _ in 1...3 { await fixture.keys.press("Down") }
        #expect(try list(fixture).selected == 3)
        await fixture.keys.press("Home")
        #expect(try list(fixture).selected == 0)
        await fixture.keys.press("End")
        #expect(try list(fixture).selected == 4)
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.focus == .line)
        #expect(fixture.frames.canvases.last?.cursor?.row == 19)
        #expect(!fixture.frames.lines[1].contains("▸ notes"))
    }

    @Test func `the first and the last row are reached at once, however many lie between`() async throws {
        let fixture = try await start(things: 2_020)
        try await fixture.coordinator.currentApp?.refresh()
        fixture.screen.redraw()
        await fixture.keys.press("F6")
        for (key, row) in [("End", "item/2020"), ("Home", "item/1"), ("End", "item/2020")] {
            await fixture.keys.press(key)
            // What lies between is loaded beside the keys.
            let list = try #require(fixture.coordinator.currentApp?.panels.mainList)
            try await wait(until: "\(row) is selected") { list.selectedRow?.name == row }
        }
        // Another key is heard on the way, and ends it there.
        await fixture.keys.press("Home")
        let going = try #require(fixture.screen.mover.going)
        await fixture.keys.press("Up")
        let selected = try #require(fixture.coordinator.currentApp?.panels.mainList?.selectedRow?.name)
        await going.value
        #expect(fixture.coordinator.currentApp?.panels.mainList?.selectedRow?.name == selected)
    }

    @Test func `no key is offered that does nothing`() async throws {
        let fixture = try await start()
        let row = { fixture.frames.lines[18] }
        await fixture.keys.press("F6")
        for hint in ["select", "open", "mark", "x done", "d remove", "t tag"] { #expect(row().contains(hint)) }
        try #require(fixture.model("notes")).things = []
        fixture.screen.redraw()
        for hint in ["select", "open", "mark", "x done", "d remove", "t tag"] { #expect(!row().contains(hint)) }
        #expect(row().hasSuffix("Esc back"))
    }

    @Test func `a letter that is no key in the app begins a line`() async throws {
        let fixture = try await start()
        await fixture.keys.press("F6")
        // `e` and `r` are for apps that have something to edit, or to answer.
        for letter in ["e", "r"] { await fixture.keys.press(letter) }
        #expect(fixture.keys.line?.text == "er")
        #expect(noted.events.allSatisfy { !$0.hasPrefix("done") && !$0.hasPrefix("removed") })
    }

    @Test func `a line that is begun keeps its keys`() async throws {
        let fixture = try await start()
        fixture.keys.type("half")
        // It moves in the history, as ever.
        #expect(fixture.keys.onKey?("Down") == .type)
        #expect(fixture.screen.state.focus == .line)
        await fixture.keys.press("F6")
        #expect(fixture.screen.state.focus == .panel(.list))
        // Letters are for the line, and lead back to it.
        #expect(fixture.keys.bound["x"] == nil)
        await fixture.keys.press("x")
        #expect(fixture.keys.line?.text == "halfx")
        #expect(fixture.screen.state.focus == .line)
        #expect(noted.events.isEmpty)
    }

    @Test func `any other character is typed`() async throws {
        let fixture = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.press("a")
        #expect(fixture.keys.line?.text == "a")
        #expect(fixture.screen.state.focus == .line)
        #expect(fixture.keys.bound["x"] == nil)
    }

    @Test func `what is opened has the focus, and Escape leads back step by step`() async throws {
        let fixture = try await start()
        await fixture.keys.press("Down")
        try #require(fixture.model("notes")).opened = "item/1"
        await fixture.keys.press("Enter")
        #expect(fixture.screen.state.focus == .panel(.reader))
        #expect(fixture.frames.lines[1].contains("▸ item/1"))
        // Where there is room for one panel only, it is that one.
        fixture.coordinator.setSize(Size(columns: 50, rows: 20))
        fixture.screen.redraw()
        #expect(fixture.frames.lines[1].contains("▸ item/1"))
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.focus == .panel(.list))
        #expect(fixture.model("notes")?.opened == nil)
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.focus == .line)
    }

    @Test(arguments: [Size(columns: 50, rows: 20), Size(columns: 80, rows: 9)])
    func `what keys move in stays in sight where there is room for one panel`(size: Size) async throws {
        let fixture = try await start(columns: 80)
        for key in ["Down", "Tab"] { await fixture.keys.press(key) }
        #expect(fixture.screen.state.focus == .panel(.reader))
        fixture.coordinator.setSize(size)
        fixture.screen.redraw()
        #expect(fixture.screen.state.focus == .panel(.reader))
        #expect(fixture.screen.state.layout.detail != nil && fixture.screen.state.layout.list == nil)
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.focus == .panel(.list))
        #expect(fixture.screen.state.layout.list != nil)
    }

    @Test(arguments: [110, 80]) func `what is read has all the room while it is zoomed`(columns: Int) async throws {
        let fixture = try await start(columns: columns)
        await fixture.keys.press("Down")
        let before = fixture.screen.state.layout
        await fixture.keys.press("z")
        let layout = fixture.screen.state.layout
        #expect(fixture.screen.state.focus == .panel(.reader))
        #expect(layout.detail == layout.body)
        #expect(layout.list == nil && layout.sidebar == nil)
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.layout == before)
        #expect(fixture.screen.state.focus == .panel(.reader))
        // Whoever types sees everything again.
        await fixture.keys.press("z")
        await fixture.keys.press("a")
        #expect(fixture.screen.state.layout.list != nil)
        #expect(fixture.keys.line?.text == "a")
    }

    @Test func `a digit opens a link of what is read, and is typed elsewhere`() async throws {
        let fixture = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.press("2")
        #expect(fixture.keys.line?.text == "2")
        await fixture.keys.enter("")
        try fixture.show("7", beside: "item/1")
        // From the list, which has the keys again, round to what is open.
        for _ in 1...2 { await fixture.keys.press("F6") }
        #expect(fixture.screen.state.focus == .panel(.reader))
        guard case .leave(.perform(let action)) = fixture.screen.take(.key(.letter("2"))) else {
            Issue.record("The digit does not open anything.")
            return
        }
        #expect(action == .go(Place("notes", ["item", "7", "2"])))
    }

    @Test(arguments: [120, 80, 50]) func `TAB, Left and Right lead into the sidebar and out of it`(columns: Int)
        async throws
    {
        let fixture = try await start(columns: columns)
        await fixture.keys.press("Down")
        let panels = fixture.screen.state.panelsBehindDrawer.all(hasSidebar: false)
        for part in panels.dropFirst() + [.sidebar] + panels {
            await fixture.keys.press("Tab")
            #expect(fixture.screen.state.focus == .panel(part))
        }
        // From left to right, as they stand; at the ends nothing lies beyond.
        for part in panels.reversed().dropFirst() + [.sidebar, .sidebar] {
            await fixture.keys.press("Left")
            #expect(fixture.screen.state.focus == .panel(part))
        }
        for part in panels + panels.suffix(1) {
            await fixture.keys.press("Right")
            #expect(fixture.screen.state.focus == .panel(part))
        }
        // The key for the sidebar leads to the same.
        await fixture.keys.press("S-Tab")
        #expect(fixture.screen.state.focus == .panel(.sidebar))
        await fixture.keys.press("Tab")
        #expect(fixture.screen.state.focus == .panel(.list))
        #expect(fixture.screen.state.candidates == nil && !fixture.screen.state.hasOpenDrawer)
    }

    @Test func `the key that goes on leads from the sidebar to the line or the list`() async throws {
        let fixture = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.press("Left")
        #expect(fixture.screen.state.focus == .panel(.sidebar))
        await fixture.keys.press("F6")
        #expect(fixture.screen.state.focus == .line)
    }

    @Test func `nothing is done behind what lies over the panels`() async throws {
        let fixture = try await start()
        await fixture.keys.press("Down")
        await fixture.keys.press("?")
        #expect(fixture.screen.state.printing.text != nil)
        #expect(fixture.keys.bound["x"] == nil)
        await fixture.keys.press("M-Down")
        await fixture.keys.press("M-Enter")
        #expect(try list(fixture).selected == 0)
        #expect(!fixture.recorder.events.contains { $0.contains("opens") })
        // With candidates of which none is chosen, nothing is opened below them.
        fixture.keys.type("i")
        fixture.screen.line.list([Completion(text: "item")]) { _ in }
        #expect(await fixture.keys.press("M-Enter") == .done)
        #expect(!fixture.recorder.events.contains { $0.contains("opens") })
    }

    @Test func `keys of characters can be chosen, or none`() async throws {
        let fixture = try await start()
        await fixture.keys.enter("key done D")
        await fixture.keys.press("Down")
        #expect(fixture.keys.bound["D"] == "done")
        #expect(fixture.keys.bound["x"] == nil)
        await fixture.keys.press("Esc")
        await fixture.keys.enter("set selection-keys off")
        await fixture.keys.press("Down")
        #expect(fixture.keys.bound["D"] == nil)
        #expect(fixture.keys.bound["Up"] == "Up")
    }
}
