// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// The full screen, with keys that a test presses.
@MainActor
struct ScreenTests {
    @Test(arguments: [110, 80, 50]) func `an app that cannot be opened keeps no other from being seen`(columns: Int)
        async throws
    {
        let fixture = try await ShellOnScreen(columns: columns, refused: "sms")
        #expect(fixture.coordinator.openApps.map(\.id) == ["notes", "account"])
        #expect(fixture.frames.lines.contains { $0.contains("┌") })
        let reason = ErrorDescription(CommandFault.nothingBefore).sentence.string(in: .english)
        #expect(fixture.frames.lines.contains { $0.contains(reason.prefix(30)) })
        // The list of apps has them all, and says which one cannot be looked into.
        await fixture.keys.enter("apps")
        let lines = fixture.frames.lines
        #expect(["notes", "sms", "account"].allSatisfy { id in lines.contains { $0.contains(" \(id) ") } })
        #expect(lines.contains { $0.contains("sms cannot be opened. \(reason)".prefix(40)) })
    }

    @Test func `a frame in which nothing changed sends nothing`() async throws {
        let fixture = try await ShellOnScreen()
        fixture.keys.type("half")
        _ = fixture.output.take()
        fixture.frames.forget()
        fixture.screen.redraw()
        try await fixture.shell.presenters.current.present()
        fixture.screen.redraw()
        #expect(fixture.frames.canvases.count >= 2)
        #expect(fixture.frames.sent.joined().isEmpty)
        #expect(fixture.output.take().isEmpty)
    }

    @Test func `what has changed is drawn with the prompt, as one frame`() async throws {
        let fixture = try await ShellOnScreen()
        #expect(fixture.frames.canvases.count == 1)
        await fixture.keys.enter("transition none")
        fixture.frames.forget()
        await fixture.keys.enter("switch sms")
        // The line as it is typed, and all that became of it.
        #expect(fixture.frames.canvases.count == 2)
        #expect(fixture.frames.lines[19] == " ana@sms ❯")
    }

    @Test func `what is typed is drawn without a byte of the panels`() async throws {
        let fixture = try await ShellOnScreen()
        _ = fixture.output.take()
        fixture.keys.type("x")
        #expect(fixture.output.take().utf8.count < 80)
        #expect(fixture.frames.lines[19] == " ana@notes ❯ x")
        #expect(fixture.frames.canvases.last?.cursor == Point(column: 14, row: 19))
    }

    @Test func `switching by key keeps the half typed line of each app`() async throws {
        let fixture = try await ShellOnScreen()
        fixture.keys.type("half of")
        await fixture.keys.press("M-2")
        #expect(fixture.coordinator.current == "sms")
        #expect(fixture.keys.line?.text == "")
        fixture.keys.type("other")
        await fixture.keys.press("M-1")
        #expect(fixture.keys.line?.text == "half of")
        #expect(fixture.keys.line?.cursor == 7)
        await fixture.keys.press("M-2")
        #expect(fixture.keys.line?.text == "other")
        // There are three apps only.
        #expect(await fixture.keys.press("M-9") == .done)
    }

    @Test func `an alias changes what is typed, and no key`() async throws {
        let fixture = try await ShellOnScreen()
        try await fixture.shell.settings.set("alias.switch", to: "apps")
        try await fixture.shell.settings.set("alias.help", to: "quit")
        await fixture.keys.press("M-2")
        #expect(fixture.coordinator.current == "sms")
        await fixture.keys.enter("switch notes")
        #expect(fixture.coordinator.current == "sms")
        await fixture.keys.press("F1")
        #expect(fixture.screen.state.printing.text != nil)
    }

    @Test func `what is typed is kept while it is, and gone once it is used`() async throws {
        let fixture = try await ShellOnScreen()
        let name = try #require(fixture.shell.typed.name)
        fixture.keys.type("half of")
        await fixture.shell.keepTyped()
        #expect(fixture.shell.typed[name].text == "half of")
        await fixture.keys.enter("")
        #expect(fixture.shell.typed[name] == LineDraft())
    }

    @Test func `what happens elsewhere is told without touching the line`() async throws {
        let fixture = try await ShellOnScreen()
        fixture.keys.type("half")
        let sms = try #require(fixture.model("sms"))
        sms.badge = 3
        sms.change()
        await goOn(until: "the news is shown") { fixture.frames.lines[18].contains("Sms") }
        #expect(fixture.frames.lines[0].contains("Sms ③"))
        #expect(fixture.frames.lines[18] == " • Sms: 3 waiting.")
        #expect(fixture.frames.lines[19] == " ana@notes ❯ half")
        #expect(fixture.keys.line?.text == "half")
        #expect(fixture.shell.messages.entries.map(\.text) == ["Sms: 3 waiting."])
        // The same number again is no news.
        sms.change()
        fixture.frames.forget()
        await goOn(until: "a frame is drawn") { !fixture.frames.canvases.isEmpty }
        #expect(fixture.shell.messages.entries.count == 1)
        // Another one counts in its place.
        sms.badge = 5
        sms.change()
        await goOn(until: "the count is shown") { fixture.frames.lines[18] == " • Sms: 5 waiting." }
        #expect(fixture.shell.messages.entries.map(\.text) == ["Sms: 5 waiting."])
    }

    @Test func `another size keeps the line and the selection`() async throws {
        let fixture = try await ShellOnScreen()
        let notes = try #require(fixture.model("notes"))
        notes.things = (1...40).map { "thing \($0)" }
        fixture.screen.redraw()
        for _ in 0..<30 { await fixture.keys.press("M-Down") }
        fixture.keys.type("half")
        for size in [Size(columns: 80, rows: 24), Size(columns: 50, rows: 12), Size(columns: 120, rows: 30)] {
            fixture.coordinator.setSize(size)
            fixture.screen.redraw()
            #expect(fixture.frames.lines.contains { $0.contains("▸thing 31") }, "\(size)")
            #expect(fixture.frames.lines.last?.contains("ana@notes ❯ half") == true)
        }
        // Where there is no room for panels, the line alone.
        fixture.coordinator.setSize(Size(columns: 19, rows: 5))
        fixture.screen.redraw()
        #expect(fixture.frames.lines == ["", "", "", "", " ana@notes ❯ half"])
    }

    @Test func `one panel at a time leads back to the list`() async throws {
        let fixture = try await ShellOnScreen(columns: 50, rows: 12)
        try fixture.show("thing", beside: "thing")
        #expect(fixture.frames.lines.contains { $0.contains("This is thing.") })
        await fixture.keys.enter("back")
        #expect(fixture.frames.lines.contains { $0.contains("▸thing") })
        #expect(fixture.coordinator.current == "notes")
    }

    @Test func `pages scroll and say where they are`() async throws {
        let fixture = try await ShellOnScreen()
        let notes = try #require(fixture.model("notes"))
        notes.things = (1...100).map { "thing \($0)" }
        fixture.screen.redraw()
        #expect(fixture.frames.lines[17].hasSuffix("1–14 of 100"))
        await fixture.keys.press("PageDown")
        #expect(fixture.frames.lines[17].hasSuffix("14–27 of 100"))
        await fixture.keys.press("PageUp")
        #expect(fixture.frames.lines[17].hasSuffix("1–14 of 100"))
    }

    @Test func `a sentence stands beside the prompt, a text in a panel of its own`() async throws {
        let fixture = try await ShellOnScreen()
        await fixture.keys.enter("lang en")
        #expect(fixture.frames.lines[18] == " ✓ The language is English (en).")
        await fixture.keys.enter("help keys")
        #expect(fixture.frames.lines[1].hasPrefix("┌ help keys ─"))
        #expect(fixture.frames.lines[18].hasSuffix("↑ ↓ scroll"))
        #expect(await fixture.keys.press("C-g") == .done)
        #expect(!fixture.frames.lines[1].contains("help keys"))
        #expect(await fixture.keys.press("C-g") == .abort)
        await fixture.keys.enter("nosuch")
        #expect(fixture.frames.lines[18].hasPrefix(" ✗ "))
    }

    @Test func `what does not fit beside the prompt is not cut`() async throws {
        let fixture = try await ShellOnScreen(columns: 50, rows: 12)
        await fixture.keys.enter("set sidebar maybe-with-a-long-word-behind-it")
        let text = fixture.frames.lines.joined()
        #expect(text.contains("one of: on, off."))
    }

    @Test(arguments: [80, 50]) func `the drawer gives way to what a command shows`(columns: Int) async throws {
        let fixture = try await ShellOnScreen(columns: columns, rows: 12)
        try #require(fixture.model("notes")).things = ["thing"]
        await fixture.keys.press("M-b")
        #expect(!fixture.frames.lines.contains { $0.contains("─ notes ─") && $0.contains("thing") })
        await fixture.keys.press("M-b")
        await fixture.keys.press("M-b")
        await fixture.keys.enter("lang en")
        #expect(fixture.frames.lines.contains { $0.contains("▸thing") })
    }

    @Test func `keys can be others`() async throws {
        let fixture = try await ShellOnScreen()
        await fixture.keys.enter("key app-2 M-s")
        await fixture.keys.press("M-s")
        #expect(fixture.coordinator.current == "sms")
        #expect(fixture.keys.bound["M-2"] == nil)
        await fixture.keys.enter("key app-2 none")
        #expect(fixture.keys.bound["M-s"] == nil)
    }

    @Test func `the terminal is left as it was`() async throws {
        let fixture = try await ShellOnScreen()
        let start = fixture.output.take()
        #expect(start.hasPrefix("\u{1B}[?1049h"))
        // The wheel is no arrow key, which would turn the history.
        #expect(start.contains("\u{1B}[?1007l"))
        #expect(fixture.keys.isQuiet)
        fixture.screen.leaveScreen()
        let end = fixture.output.take()
        #expect(end.contains("\u{1B}[?1007h\u{1B}[?1007r"))
        #expect(end.hasSuffix("\u{1B}[?1049l"))
        #expect(!fixture.keys.isQuiet)
        fixture.frames.forget()
        fixture.keys.type("unseen")
        #expect(fixture.frames.canvases.isEmpty)
        fixture.screen.enterScreen()
        #expect(fixture.frames.lines[19] == " ana@notes ❯ unseen")
        #expect(await fixture.end() == .success)
    }

    @Test func `nothing is shown before it is loaded`() async throws {
        let fixture = try await ShellOnScreen()
        #expect(fixture.earlyFrames == 0)
        #expect(fixture.frames.lines[1].contains("notes"))
    }

    @Test func `the hint from the history goes when the line is performed`() async throws {
        let fixture = try await ShellOnScreen()
        var line = EditedLine(prompt: Prompt(text: "ana@notes ❯ "), text: "li", cursor: 2)
        line.hint = "st"
        fixture.screen.line.show(line)
        #expect(fixture.frames.lines[19] == " ana@notes ❯ list")
        fixture.screen.begin("li")
        fixture.screen.update()
        #expect(fixture.frames.lines[19] == " ana@notes ❯ li")
    }

    @Test func `logging out takes every panel away`() async throws {
        let fixture = try await ShellOnScreen()
        try #require(fixture.model("notes")).things = ["secret thing"]
        fixture.screen.redraw()
        #expect(fixture.frames.lines.contains { $0.contains("secret thing") })
        await fixture.keys.enter("logout")
        #expect(!fixture.frames.lines.contains { $0.contains("secret thing") })
        #expect(fixture.frames.lines[19] == " shell ❯")
    }
}
