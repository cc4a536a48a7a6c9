// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What the mouse does on the screen, at three widths.
@MainActor
struct ScreenMouseTests {
    private func start(columns: Int = 120, things: Int = 5, isOpen: Bool = false) async throws -> ShellOnScreen {
        let fixture = try await ShellOnScreen(columns: columns)
        let notes = try #require(fixture.model("notes"))
        notes.things = (1...things).map { "item/\($0)" }
        if isOpen { notes.opened = "item/1" }
        fixture.screen.redraw()
        return fixture
    }

    private func list(_ fixture: ShellOnScreen) throws -> PanelPosition {
        try #require(fixture.coordinator.currentApp).panels.main.position
    }

    /// The cell of a text.
    private func place(
        of text: String, on fixture: ShellOnScreen, _ location: SourceLocation = #_sourceLocation
    ) throws -> Point {
        // Beside the sidebar, which may say the same.
        let start = fixture.screen.state.layout.sidebar?.size.columns ?? 0
        for (row, line) in fixture.frames.lines.enumerated() {
            let from = row == 0 ? line.startIndex : line.index(line.startIndex, offsetBy: min(start, line.count))
            guard let range = line[from...].firstRange(of: text) else { continue }
            return Point(column: DisplayWidth.of(String(line[..<range.lowerBound])), row: row)
        }
        let none: Point? = nil
        return try #require(none, "no \(text) on \(fixture.frames.lines)", sourceLocation: location)
    }

    /// Does something over a text.
    @discardableResult
    private func point(
        _ kind: MouseEvent.Kind, at text: String, on fixture: ShellOnScreen, after time: Duration = .zero,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> String? {
        let place = try place(of: text, on: fixture, location)
        return await fixture.keys.point(kind, column: place.column, row: place.row, at: time)
    }

    @Test(arguments: [120, 80, 50]) func `a press selects, and a second one soon after it opens`(columns: Int)
        async throws
    {
        let fixture = try await start(columns: columns)
        try await point(.press, at: "item/3", on: fixture)
        #expect(fixture.screen.state.focus == .panel(.list))
        #expect(try list(fixture).selected == 2)
        #expect(!fixture.recorder.events.contains { $0.contains("opens") })
        // Another row is no second press, nor is one that comes later.
        try await point(.press, at: "item/2", on: fixture, after: .milliseconds(100))
        try await point(.press, at: "item/2", on: fixture, after: .milliseconds(700))
        #expect(!fixture.recorder.events.contains { $0.contains("opens") })
        try await point(.press, at: "item/2", on: fixture, after: .milliseconds(900))
        #expect(fixture.recorder.events.last == "notes opens item 2")
        // A third one opens nothing again.
        let count = fixture.recorder.events.count
        try await point(.press, at: "item/2", on: fixture, after: .milliseconds(1_000))
        #expect(fixture.recorder.events.count == count)
    }

    @Test(arguments: [120, 80, 50]) func `apps are gone to, and the line is kept`(columns: Int) async throws {
        let fixture = try await start(columns: columns)
        fixture.keys.type("half of")
        try await point(.press, at: "Sms", on: fixture)
        #expect(fixture.coordinator.current == "sms")
        try await point(.press, at: "Notes", on: fixture)
        #expect(fixture.coordinator.current == "notes")
        #expect(fixture.keys.line?.text == "half of")
    }

    @Test func `every title in the bars is pressed where it is drawn`() async throws {
        for columns in [120, 80, 50, 30, 24] {
            let fixture = try await start(columns: columns)
            for target in FrameComposer(coordinator: fixture.coordinator, layout: fixture.screen.state.layout)
                .targets(of: fixture.coordinator.currentApp)
            {
                guard case .app(let app) = target.kind else { continue }
                let cells = (0..<columns).filter { target.contains(Point(column: $0, row: 0)) }
                let drawn = cells.map { fixture.frames.canvases.last?[Point(column: $0, row: 0)].text ?? "" }.joined()
                let title = drawn.lowercased().dropFirst().prefix { $0.isLetter }
                #expect(!title.isEmpty && app.rawValue.hasPrefix(title), "\(drawn) at \(columns)")
            }
        }
    }

    @Test func `an entry of the sidebar is shown`() async throws {
        let fixture = try await start()
        let rect = try #require(fixture.screen.state.layout.sidebar)
        await fixture.keys.point(.press, column: rect.origin.column + 2, row: rect.origin.row + 2)
        #expect(fixture.recorder.events.last == "notes opens item 2")
    }

    @Test(arguments: [80, 50]) func `a drawer takes what is done over it, and goes with what is chosen`(columns: Int)
        async throws
    {
        let fixture = try await start(columns: columns)
        await fixture.keys.press("S-Tab")
        let rect = try #require(fixture.screen.state.layout.sidebar)
        await fixture.keys.point(.press, column: rect.origin.column + 2, row: rect.origin.row + 2)
        #expect(fixture.recorder.events.last == "notes opens item 2")
        #expect(fixture.screen.state.layout.sidebar == nil)
    }

    @Test(arguments: [120, 80]) func `the wheel scrolls what it is over, wherever the keys are`(columns: Int)
        async throws
    {
        let fixture = try await start(columns: columns, things: 60)
        let rect = try #require(fixture.screen.state.layout.list)
        let inside = Point(column: rect.origin.column + 3, row: rect.origin.row + 2)
        await fixture.keys.point(.wheelDown, column: inside.column, row: inside.row)
        #expect(try list(fixture).top == 3)
        #expect(fixture.screen.state.focus == .line)
        await fixture.keys.point(.wheelUp, column: inside.column, row: inside.row)
        #expect(try list(fixture).top == 0)
        // Over the reader the list stays.
        let reader = try #require(fixture.screen.state.layout.detail)
        await fixture.keys.point(.wheelDown, column: reader.origin.column + 3, row: reader.origin.row + 2)
        #expect(try list(fixture).top == 0)
        // The history is not turned, and nothing is typed.
        #expect(fixture.keys.line?.text == "")
    }

    @Test func `the sidebar scrolls under the wheel, and stays there`() async throws {
        let fixture = try await start(things: 60)
        let rect = try #require(fixture.screen.state.layout.sidebar)
        await fixture.keys.point(.wheelDown, column: 2, row: rect.origin.row + 2)
        fixture.screen.redraw()
        let sidebar = try #require(fixture.coordinator.currentApp).panels.sidebar
        #expect(sidebar.position.top == 3)
        await fixture.keys.point(.press, column: 2, row: rect.origin.row + 1)
        #expect(fixture.recorder.events.last == "notes opens item 4")
    }

    @Test func `the reader has the keys once it is pressed, and the right button goes back`() async throws {
        let fixture = try await start(isOpen: true)
        let reader = try #require(fixture.screen.state.layout.detail)
        await fixture.keys.point(.press, column: reader.origin.column + 3, row: reader.origin.row + 2)
        #expect(fixture.screen.state.focus == .panel(.reader))
        await fixture.keys.point(.back, column: 3, row: 3)
        #expect(fixture.screen.state.focus == .panel(.list))
        #expect(fixture.model("notes")?.opened == nil)
        await fixture.keys.point(.press, column: 3, row: 19)
        #expect(fixture.screen.state.focus == .line)
    }

    @Test func `what lies over the panels takes the mouse`() async throws {
        let fixture = try await start()
        await fixture.keys.enter("help")
        let body = fixture.screen.state.layout.body
        let selected = try list(fixture).selected
        await fixture.keys.point(.wheelDown, column: 40, row: 5)
        #expect(fixture.screen.state.printing.text?.position.top == 3)
        await fixture.keys.point(.press, column: 40, row: 5)
        #expect(try list(fixture).selected == selected)
        #expect(fixture.screen.state.printing.text != nil)
        await fixture.keys.point(.press, column: 4, row: body.origin.row + body.size.rows - 1)
        #expect(fixture.screen.state.printing.text == nil)
    }

    @Test func `a candidate and what the palette has are chosen by a press`() async throws {
        let fixture = try await start()
        var chosen: [String] = []
        fixture.keys.type("i")
        fixture.screen.line.list([Completion(text: "first"), Completion(text: "second")]) { chosen.append($0.text) }
        let second = try #require(fixture.frames.lines.firstIndex { $0.contains("second") })
        await fixture.keys.point(.press, column: 5, row: second)
        #expect(chosen == ["second"])
        #expect(fixture.screen.state.candidates == nil)
        fixture.screen.line.list([Completion(text: "first")]) { chosen.append($0.text) }
        await fixture.keys.point(.press, column: 5, row: 2)
        #expect(fixture.screen.state.candidates == nil)
        #expect(chosen == ["second"])
        await fixture.keys.press("M-p")
        fixture.keys.type("sms")
        let row = try #require(fixture.frames.lines.firstIndex { $0.contains("▸") && $0.contains("Sms") })
        await fixture.keys.point(.press, column: 30, row: row)
        #expect(fixture.coordinator.current == "sms")
        #expect(fixture.screen.state.palette == nil)
        await fixture.keys.press("M-p")
        await fixture.keys.point(.press, column: 1, row: 0)
        #expect(fixture.screen.state.palette == nil)
        #expect(fixture.coordinator.current == "sms")
    }

    @Test func `a setting leaves the mouse to the terminal`() async throws {
        let fixture = try await start()
        #expect(fixture.keys.hasMouse)
        await fixture.keys.enter("set mouse off")
        #expect(!fixture.keys.hasMouse)
        await fixture.keys.enter("set mouse on")
        #expect(fixture.keys.hasMouse)
    }

    @Test func `in the panels there is a second way to apps`() async throws {
        let fixture = try await start()
        #expect(fixture.keys.bound["]"] == nil)
        await fixture.keys.press("Down")
        await fixture.keys.press(">")
        #expect(fixture.coordinator.current == "sms")
        await fixture.keys.press("<")
        await fixture.keys.press("<")
        #expect(fixture.coordinator.current == "account")
    }
}
