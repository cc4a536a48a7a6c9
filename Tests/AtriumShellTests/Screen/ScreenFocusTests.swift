// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

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

    private func start(columns: Int = 110, things: Int = 5) async throws -> ShellOnScreen {
        let recorder = Recorder()
        let house = try await ShellOnScreen(columns: columns, commands: commands(recorder))
        noted = recorder
        try #require(house.model("notes")).things = (1...things).map { "item/\($0)" }
        house.screen.redraw()
        return house
    }

    private final class Notes { var recorder: Recorder? }
    private let notes = Notes()
    private var noted: Recorder {
        get { notes.recorder ?? Recorder() }
        nonmutating set { notes.recorder = newValue }
    }

    private func list(_ house: ShellOnScreen) throws -> PanelPosition {
        try #require(house.coordinator.currentApp).main.position
    }

    @Test(arguments: ["Down", "F6"]) func `a key leads from an empty line to the list, and Escape back`(key: String)
        async throws
    {
        let house = try await start()
        #expect(house.keys.bound["e"] == nil)
        await house.keys.press(key)
        #expect(house.screen.state.focus == .panel(.list))
        #expect(house.frames.lines[1].contains("▸ notes"))
        #expect(house.frames.lines[18].hasSuffix("Esc back"))
        // Whoever reads the screen by its cursor is there too.
        let cursor = try #require(house.frames.canvases.last?.cursor)
        #expect(house.frames.lines[cursor.row].contains("▸item/1"))
        for _ in 1...3 { await house.keys.press("Down") }
        #expect(try list(house).selected == 3)
        await house.keys.press("Home")
        #expect(try list(house).selected == 0)
        await house.keys.press("End")
        #expect(try list(house).selected == 4)
        await house.keys.press("Esc")
        #expect(house.screen.state.focus == .line)
        #expect(house.frames.canvases.last?.cursor?.row == 19)
        #expect(!house.frames.lines[1].contains("▸ notes"))
    }

    @Test func `a line that is begun keeps its keys`() async throws {
        let house = try await start()
        house.keys.type("half")
        #expect(house.keys.bound["Down"] == nil)
        await house.keys.press("F6")
        #expect(house.screen.state.focus == .panel(.list))
        // Letters are for the line, and lead back to it.
        #expect(house.keys.bound["x"] == nil)
        await house.keys.press("x")
        #expect(house.keys.line?.text == "halfx")
        #expect(house.screen.state.focus == .line)
        #expect(noted.events.isEmpty)
    }

    @Test func `any other character is typed`() async throws {
        let house = try await start()
        await house.keys.press("Down")
        await house.keys.press("a")
        #expect(house.keys.line?.text == "a")
        #expect(house.screen.state.focus == .line)
        #expect(house.keys.bound["x"] == nil)
    }

    @Test func `keys work on the selection, and stay with it`() async throws {
        let house = try await start()
        await house.keys.press("Down")
        await house.keys.press("Down")
        await house.keys.press("x")
        #expect(noted.events == ["done item/2"])
        #expect(house.screen.state.focus == .panel(.list))
        // What the command said and the keys that there are stand beside each other.
        #expect(house.frames.lines[18].contains("✓ done item/2"))
        #expect(house.frames.lines[18].hasSuffix("Esc back"))
        await house.keys.press("d")
        await house.keys.press("d")
        #expect(noted.events.suffix(2) == ["removed item/2", "removed item/3"])
        // A command that needs more is begun.
        await house.keys.press("t")
        #expect(house.keys.line?.text == "tag ")
        #expect(house.screen.state.focus == .line)
        await house.keys.enter("work")
        #expect(noted.events.last == "item/4 has work")
        // Nothing is behind this key here.
        await house.keys.press("Down")
        let count = noted.events.count
        #expect(await house.keys.press("e") == .done)
        #expect(noted.events.count == count)
    }

    @Test func `a command that is typed means the selection, and what is marked`() async throws {
        let house = try await start()
        await house.keys.press("M-Down")
        await house.keys.enter("done")
        #expect(noted.events.last == "done item/2")
        await house.keys.press("Down")
        await house.keys.press("Space")
        await house.keys.press("Space")
        #expect(house.frames.lines.contains { $0.contains("*item/2") })
        await house.keys.press("x")
        #expect(noted.events.suffix(2) == ["done item/2", "done item/3"])
        #expect(house.frames.lines[18].contains("done: 2 things."))
        await house.keys.press("Esc")
        await house.keys.press("Esc")
        #expect(house.screen.state.focus == .line)
        await house.keys.enter("tag home")
        #expect(noted.events.last == "item/4 has home")
        // What is open is meant, whatever is selected.
        try house.show("other", beside: "item/1")
        await house.keys.enter("done")
        #expect(noted.events.last == "done other")
    }

    @Test func `what is opened has the focus, and Escape leads back step by step`() async throws {
        let house = try await start()
        await house.keys.press("Down")
        try #require(house.model("notes")).opened = "item/1"
        await house.keys.press("Enter")
        #expect(house.screen.state.focus == .panel(.reader))
        #expect(house.frames.lines[1].contains("▸ item/1"))
        // Where there is room for one panel only, it is that one.
        house.coordinator.setSize(Size(columns: 50, rows: 20))
        house.screen.redraw()
        #expect(house.frames.lines[1].contains("▸ item/1"))
        await house.keys.press("Esc")
        #expect(house.screen.state.focus == .panel(.list))
        #expect(house.model("notes")?.opened == nil)
        await house.keys.press("Esc")
        #expect(house.screen.state.focus == .line)
    }

    @Test(arguments: [110, 80]) func `what is read has all the room while it is zoomed`(columns: Int) async throws {
        let house = try await start(columns: columns)
        await house.keys.press("Down")
        let before = house.screen.state.layout
        await house.keys.press("z")
        let layout = house.screen.state.layout
        #expect(house.screen.state.focus == .panel(.reader))
        #expect(layout.detail == layout.body)
        #expect(layout.list == nil && layout.sidebar == nil)
        await house.keys.press("Esc")
        #expect(house.screen.state.layout == before)
        #expect(house.screen.state.focus == .panel(.reader))
        // Whoever types sees everything again.
        await house.keys.press("z")
        await house.keys.press("a")
        #expect(house.screen.state.layout.list != nil)
        #expect(house.keys.line?.text == "a")
    }

    @Test func `a digit opens a link of what is read, and is typed elsewhere`() async throws {
        let house = try await start()
        await house.keys.press("Down")
        await house.keys.press("2")
        #expect(house.keys.line?.text == "2")
        await house.keys.enter("")
        try house.show("7", beside: "item/1")
        await house.keys.press("F6")
        #expect(house.screen.state.focus == .panel(.reader))
        await house.keys.press("2")
        #expect(house.keys.line?.text == "")
        #expect(house.screen.action(named: "link-2") == .go(Place("notes", ["item", "7", "2"])))
    }

    @Test func `TAB goes round the panels`() async throws {
        let house = try await start()
        await house.keys.press("Down")
        for part in [PanelPart.reader, .sidebar] {
            await house.keys.press("Tab")
            #expect(house.screen.state.focus == .panel(part))
            if part == .sidebar { break }
        }
        await house.keys.press("Esc")
        await house.keys.press("Left")
        #expect(house.screen.state.focus == .panel(.list))
        await house.keys.press("Left")
        #expect(house.screen.state.focus == .panel(.sidebar))
        for _ in 1...2 { await house.keys.press("F6") }
        #expect(house.screen.state.focus == .line || house.screen.state.focus == .panel(.list))
    }

    @Test func `nothing is done behind what lies over the panels`() async throws {
        let house = try await start()
        await house.keys.press("Down")
        await house.keys.press("?")
        #expect(house.screen.state.printing.text != nil)
        #expect(house.keys.bound["x"] == nil)
        await house.keys.press("M-Down")
        await house.keys.press("M-Enter")
        #expect(try list(house).selected == 0)
        #expect(!house.recorder.events.contains { $0.contains("opens") })
        // With candidates of which none is chosen, nothing is opened below them.
        house.keys.type("i")
        house.screen.list([Completion(text: "item")]) { _ in }
        #expect(await house.keys.press("M-Enter") == .done)
        #expect(!house.recorder.events.contains { $0.contains("opens") })
    }

    @Test func `keys of characters can be chosen, or none`() async throws {
        let house = try await start()
        await house.keys.enter("key done D")
        await house.keys.press("Down")
        #expect(house.keys.bound["D"] == "done")
        #expect(house.keys.bound["x"] == nil)
        await house.keys.press("Esc")
        await house.keys.enter("set selection-keys off")
        await house.keys.press("Down")
        #expect(house.keys.bound["D"] == nil)
        #expect(house.keys.bound["Up"] == "panel-up")
    }

    @Test func `a file of commands means no selection`() async throws {
        let house = try await start()
        await #expect(throws: SourceFault.stopped(path: "file", line: 1, status: .usage)) {
            _ = try await house.shell.runner.source(["done"], of: "file")
        }
        #expect(noted.events.isEmpty)
    }
}
