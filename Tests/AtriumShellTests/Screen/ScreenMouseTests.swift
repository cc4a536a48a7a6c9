// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// What the mouse does on the screen, at three widths.
@MainActor
struct ScreenMouseTests {
    private func start(columns: Int = 120, things: Int = 5, isOpen: Bool = false) async throws -> ShellOnScreen {
        let house = try await ShellOnScreen(columns: columns)
        let notes = try #require(house.model("notes"))
        notes.things = (1...things).map { "item/\($0)" }
        if isOpen { notes.opened = "item/1" }
        house.screen.redraw()
        return house
    }

    private func list(_ house: ShellOnScreen) throws -> PanelPosition {
        try #require(house.coordinator.currentApp).main.position
    }

    /// The cell of a text.
    private func place(
        of text: String, on house: ShellOnScreen, _ location: SourceLocation = #_sourceLocation
    ) throws -> Point {
        // Beside the sidebar, which may say the same.
        let start = house.screen.state.layout.sidebar?.size.columns ?? 0
        for (row, line) in house.frames.lines.enumerated() {
            let from = row == 0 ? line.startIndex : line.index(line.startIndex, offsetBy: min(start, line.count))
            guard let range = line[from...].firstRange(of: text) else { continue }
            return Point(column: DisplayWidth.of(String(line[..<range.lowerBound])), row: row)
        }
        let none: Point? = nil
        return try #require(none, "no \(text) on \(house.frames.lines)", sourceLocation: location)
    }

    /// Does something over a text.
    @discardableResult
    private func point(
        _ kind: MouseEvent.Kind, at text: String, on house: ShellOnScreen, after time: Duration = .zero,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> String? {
        let place = try place(of: text, on: house, location)
        return await house.keys.point(kind, column: place.column, row: place.row, at: time)
    }

    @Test(arguments: [120, 80, 50]) func `a press selects, and a second one soon after it opens`(columns: Int)
        async throws
    {
        let house = try await start(columns: columns)
        try await point(.press, at: "item/3", on: house)
        #expect(house.screen.state.focus == .panel(.list))
        #expect(try list(house).selected == 2)
        #expect(!house.recorder.events.contains { $0.contains("opens") })
        // Another row is no second press, nor is one that comes later.
        try await point(.press, at: "item/2", on: house, after: .milliseconds(100))
        try await point(.press, at: "item/2", on: house, after: .milliseconds(700))
        #expect(!house.recorder.events.contains { $0.contains("opens") })
        try await point(.press, at: "item/2", on: house, after: .milliseconds(900))
        #expect(house.recorder.events.last == "notes opens item 2")
        // A third one opens nothing again.
        let count = house.recorder.events.count
        try await point(.press, at: "item/2", on: house, after: .milliseconds(1_000))
        #expect(house.recorder.events.count == count)
    }

    @Test(arguments: [120, 80, 50]) func `apps are gone to, and the line is kept`(columns: Int) async throws {
        let house = try await start(columns: columns)
        house.keys.type("half of")
        try await point(.press, at: "Sms", on: house)
        #expect(house.coordinator.current == "sms")
        try await point(.press, at: "Notes", on: house)
        #expect(house.coordinator.current == "notes")
        #expect(house.keys.line?.text == "half of")
    }

    @Test func `every title in the bars is pressed where it is drawn`() async throws {
        for columns in [120, 80, 50, 30, 24] {
            let house = try await start(columns: columns)
            for target in FrameComposer(coordinator: house.coordinator, layout: house.screen.state.layout)
                .targets(of: house.coordinator.currentApp)
            {
                guard case .app(let app) = target.kind else { continue }
                let cells = (0..<columns).filter { target.contains(Point(column: $0, row: 0)) }
                let drawn = cells.map { house.frames.canvases.last?[Point(column: $0, row: 0)].text ?? "" }.joined()
                let title = drawn.lowercased().dropFirst().prefix { $0.isLetter }
                #expect(!title.isEmpty && app.rawValue.hasPrefix(title), "\(drawn) at \(columns)")
            }
        }
    }

    @Test func `an entry of the sidebar is shown`() async throws {
        let house = try await start()
        let rect = try #require(house.screen.state.layout.sidebar)
        await house.keys.point(.press, column: rect.origin.column + 2, row: rect.origin.row + 2)
        #expect(house.recorder.events.last == "notes opens item 2")
    }

    @Test(arguments: [80, 50]) func `a drawer takes what is done over it, and goes with what is chosen`(columns: Int)
        async throws
    {
        let house = try await start(columns: columns)
        await house.keys.press("S-Tab")
        let rect = try #require(house.screen.state.layout.sidebar)
        await house.keys.point(.press, column: rect.origin.column + 2, row: rect.origin.row + 2)
        #expect(house.recorder.events.last == "notes opens item 2")
        #expect(house.screen.state.layout.sidebar == nil)
    }

    @Test(arguments: [120, 80]) func `the wheel scrolls what it is over, wherever the keys are`(columns: Int)
        async throws
    {
        let house = try await start(columns: columns, things: 60)
        let rect = try #require(house.screen.state.layout.list)
        let inside = Point(column: rect.origin.column + 3, row: rect.origin.row + 2)
        await house.keys.point(.wheelDown, column: inside.column, row: inside.row)
        #expect(try list(house).top == 3)
        #expect(house.screen.state.focus == .line)
        await house.keys.point(.wheelUp, column: inside.column, row: inside.row)
        #expect(try list(house).top == 0)
        // Over the reader the list stays.
        let reader = try #require(house.screen.state.layout.detail)
        await house.keys.point(.wheelDown, column: reader.origin.column + 3, row: reader.origin.row + 2)
        #expect(try list(house).top == 0)
        // The history is not turned, and nothing is typed.
        #expect(house.keys.line?.text == "")
    }

    @Test func `the sidebar scrolls under the wheel, and stays there`() async throws {
        let house = try await start(things: 60)
        let rect = try #require(house.screen.state.layout.sidebar)
        await house.keys.point(.wheelDown, column: 2, row: rect.origin.row + 2)
        house.screen.redraw()
        let sidebar = try #require(house.coordinator.currentApp).sidebar
        #expect(sidebar.position.top == 3)
        await house.keys.point(.press, column: 2, row: rect.origin.row + 1)
        #expect(house.recorder.events.last == "notes opens item 4")
    }

    @Test func `the reader has the keys once it is pressed, and the right button goes back`() async throws {
        let house = try await start(isOpen: true)
        let reader = try #require(house.screen.state.layout.detail)
        await house.keys.point(.press, column: reader.origin.column + 3, row: reader.origin.row + 2)
        #expect(house.screen.state.focus == .panel(.reader))
        await house.keys.point(.back, column: 3, row: 3)
        #expect(house.screen.state.focus == .panel(.list))
        #expect(house.model("notes")?.opened == nil)
        await house.keys.point(.press, column: 3, row: 19)
        #expect(house.screen.state.focus == .line)
    }

    @Test func `what lies over the panels takes the mouse`() async throws {
        let house = try await start()
        await house.keys.enter("help")
        let body = house.screen.state.layout.body
        let selected = try list(house).selected
        await house.keys.point(.wheelDown, column: 40, row: 5)
        #expect(house.screen.state.printing.text?.position.top == 3)
        await house.keys.point(.press, column: 40, row: 5)
        #expect(try list(house).selected == selected)
        #expect(house.screen.state.printing.text != nil)
        await house.keys.point(.press, column: 4, row: body.origin.row + body.size.rows - 1)
        #expect(house.screen.state.printing.text == nil)
    }

    @Test func `a candidate and what the palette has are chosen by a press`() async throws {
        let house = try await start()
        var chosen: [String] = []
        house.keys.type("i")
        house.screen.list([Completion(text: "first"), Completion(text: "second")]) { chosen.append($0.text) }
        let second = try #require(house.frames.lines.firstIndex { $0.contains("second") })
        await house.keys.point(.press, column: 5, row: second)
        #expect(chosen == ["second"])
        #expect(house.screen.state.candidates == nil)
        house.screen.list([Completion(text: "first")]) { chosen.append($0.text) }
        await house.keys.point(.press, column: 5, row: 2)
        #expect(house.screen.state.candidates == nil)
        #expect(chosen == ["second"])
        await house.keys.press("M-p")
        house.keys.type("sms")
        let row = try #require(house.frames.lines.firstIndex { $0.contains("▸") && $0.contains("Sms") })
        await house.keys.point(.press, column: 30, row: row)
        #expect(house.coordinator.current == "sms")
        #expect(house.screen.state.palette == nil)
        await house.keys.press("M-p")
        await house.keys.point(.press, column: 1, row: 0)
        #expect(house.screen.state.palette == nil)
        #expect(house.coordinator.current == "sms")
    }

    @Test func `a setting leaves the mouse to the terminal`() async throws {
        let house = try await start()
        #expect(house.keys.hasMouse)
        await house.keys.enter("set mouse off")
        #expect(!house.keys.hasMouse)
        await house.keys.enter("set mouse on")
        #expect(house.keys.hasMouse)
    }

    @Test func `in the panels there is a second way to apps`() async throws {
        let house = try await start()
        #expect(house.keys.bound["]"] == nil)
        await house.keys.press("Down")
        await house.keys.press(">")
        #expect(house.coordinator.current == "sms")
        await house.keys.press("<")
        await house.keys.press("<")
        #expect(house.coordinator.current == "account")
    }
}
