// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// The full screen, with keys that a test presses.
@MainActor
struct ScreenTests {
    @Test func `a frame in which nothing changed sends nothing`() async throws {
        let house = try await ShellOnScreen()
        house.keys.type("half")
        _ = house.output.take()
        house.frames.forget()
        house.screen.redraw()
        try await house.shell.presenter.present()
        #expect(house.frames.canvases.count >= 2)
        #expect(house.frames.sent.joined().isEmpty)
        #expect(house.output.take().isEmpty)
    }

    @Test func `what is typed is drawn without a byte of the panels`() async throws {
        let house = try await ShellOnScreen()
        _ = house.output.take()
        house.keys.type("x")
        #expect(house.output.take().utf8.count < 80)
        #expect(house.frames.lines[19] == " ana@notes ❯ x")
        #expect(house.frames.canvases.last?.cursor == Point(column: 14, row: 19))
    }

    @Test func `switching by key keeps the half typed line of each app`() async throws {
        let house = try await ShellOnScreen()
        house.keys.type("half of")
        await house.keys.press("M-2")
        #expect(house.coordinator.current == "sms")
        #expect(house.keys.line?.text == "")
        house.keys.type("other")
        await house.keys.press("M-1")
        #expect(house.keys.line?.text == "half of")
        #expect(house.keys.line?.cursor == 7)
        await house.keys.press("M-2")
        #expect(house.keys.line?.text == "other")
        // There are three apps only.
        #expect(await house.keys.press("M-9") == .done)
    }

    @Test func `an alias changes what is typed, and no key`() async throws {
        let house = try await ShellOnScreen()
        try await house.shell.settings.set("alias.switch", to: "apps")
        try await house.shell.settings.set("alias.help", to: "quit")
        await house.keys.press("M-2")
        #expect(house.coordinator.current == "sms")
        await house.keys.enter("switch notes")
        #expect(house.coordinator.current == "sms")
        await house.keys.press("F1")
        #expect(house.screen.state.printing.text != nil)
    }

    @Test func `what is typed is kept while it is, and gone once it is used`() async throws {
        let house = try await ShellOnScreen()
        let name = try #require(house.shell.typed.name)
        house.keys.type("half of")
        await house.shell.keepTyped()
        #expect(house.shell.typed[name].text == "half of")
        await house.keys.enter("")
        #expect(house.shell.typed[name] == LineDraft())
    }

    @Test func `what happens elsewhere is told without touching the line`() async throws {
        let house = try await ShellOnScreen()
        house.keys.type("half")
        let sms = try #require(house.model("sms"))
        sms.badge = 3
        sms.change()
        await goOn { house.frames.lines[18].contains("Sms") }
        #expect(house.frames.lines[0].contains("Sms ③"))
        #expect(house.frames.lines[18] == " • Sms: 3 waiting.")
        #expect(house.frames.lines[19] == " ana@notes ❯ half")
        #expect(house.keys.line?.text == "half")
        #expect(house.shell.messages.entries.map(\.text) == ["Sms: 3 waiting."])
        // The same number again is no news.
        sms.change()
        house.frames.forget()
        await goOn { !house.frames.canvases.isEmpty }
        #expect(house.shell.messages.entries.count == 1)
    }

    @Test func `another size keeps the line and the selection`() async throws {
        let house = try await ShellOnScreen()
        let notes = try #require(house.model("notes"))
        notes.things = (1...40).map { "thing \($0)" }
        house.screen.redraw()
        for _ in 0..<30 { await house.keys.press("M-Down") }
        house.keys.type("half")
        for size in [Size(columns: 80, rows: 24), Size(columns: 50, rows: 12), Size(columns: 120, rows: 30)] {
            house.coordinator.setSize(size)
            house.screen.redraw()
            #expect(house.frames.lines.contains { $0.contains("▸thing 31") }, "\(size)")
            #expect(house.frames.lines.last?.contains("ana@notes ❯ half") == true)
        }
        // Where there is no room for panels, the line alone.
        house.coordinator.setSize(Size(columns: 19, rows: 5))
        house.screen.redraw()
        #expect(house.frames.lines == ["", "", "", "", " ana@notes ❯ half"])
    }

    @Test func `one panel at a time leads back to the list`() async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        try house.show("thing", beside: "thing")
        #expect(house.frames.lines.contains { $0.contains("This is thing.") })
        await house.keys.enter("back")
        #expect(house.frames.lines.contains { $0.contains("▸thing") })
        #expect(house.coordinator.current == "notes")
    }

    @Test func `pages scroll and say where they are`() async throws {
        let house = try await ShellOnScreen()
        let notes = try #require(house.model("notes"))
        notes.things = (1...100).map { "thing \($0)" }
        house.screen.redraw()
        #expect(house.frames.lines[17].hasSuffix("1–14 of 100"))
        await house.keys.press("PageDown")
        #expect(house.frames.lines[17].hasSuffix("14–27 of 100"))
        await house.keys.press("PageUp")
        #expect(house.frames.lines[17].hasSuffix("1–14 of 100"))
    }

    @Test func `a sentence stands beside the prompt, a text in a panel of its own`() async throws {
        let house = try await ShellOnScreen()
        await house.keys.enter("lang en")
        #expect(house.frames.lines[18] == " ✓ The language is English (en).")
        await house.keys.enter("help keys")
        #expect(house.frames.lines[1].hasPrefix("┌ help keys ─"))
        #expect(house.frames.lines[18].hasSuffix("F1 help"))
        #expect(await house.keys.press("C-g") == .done)
        #expect(!house.frames.lines[1].contains("help keys"))
        #expect(await house.keys.press("C-g") == .abort)
        await house.keys.enter("nosuch")
        #expect(house.frames.lines[18].hasPrefix(" ✗ "))
    }

    @Test func `what does not fit beside the prompt is not cut`() async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        await house.keys.enter("set sidebar maybe-with-a-long-word-behind-it")
        let text = house.frames.lines.joined()
        #expect(text.contains("It can be: on, off."))
    }

    @Test func `the drawer gives way to what a command shows`() async throws {
        let house = try await ShellOnScreen(columns: 50, rows: 12)
        try #require(house.model("notes")).things = ["thing"]
        await house.keys.press("M-b")
        #expect(!house.frames.lines.contains { $0.contains("─ notes ─") && $0.contains("thing") })
        await house.keys.press("M-b")
        await house.keys.press("M-b")
        await house.keys.enter("lang en")
        #expect(house.frames.lines.contains { $0.contains("▸thing") })
    }

    @Test func `keys can be others`() async throws {
        let house = try await ShellOnScreen()
        await house.keys.enter("key app-2 M-s")
        await house.keys.press("M-s")
        #expect(house.coordinator.current == "sms")
        #expect(house.keys.bound["M-2"] == nil)
        await house.keys.enter("key app-2 none")
        #expect(house.keys.bound["M-s"] == nil)
    }

    @Test func `the terminal is left as it was`() async throws {
        let house = try await ShellOnScreen()
        let start = house.output.take()
        #expect(start.hasPrefix("\u{1B}[?1049h"))
        // The wheel is no arrow key, which would turn the history.
        #expect(start.contains("\u{1B}[?1007l"))
        #expect(house.keys.isQuiet)
        house.screen.leaveScreen()
        let end = house.output.take()
        #expect(end.contains("\u{1B}[?1007h\u{1B}[?1007r"))
        #expect(end.hasSuffix("\u{1B}[?1049l"))
        #expect(!house.keys.isQuiet)
        house.frames.forget()
        house.keys.type("unseen")
        #expect(house.frames.canvases.isEmpty)
        house.screen.enterScreen()
        #expect(house.frames.lines[19] == " ana@notes ❯ unseen")
        #expect(await house.end() == .success)
    }

    @Test func `nothing is shown before it is loaded`() async throws {
        let house = try await ShellOnScreen()
        #expect(house.earlyFrames == 0)
        #expect(house.frames.lines[1].contains("notes"))
    }

    @Test func `the hint from the history goes when the line is performed`() async throws {
        let house = try await ShellOnScreen()
        var line = EditedLine(prompt: Prompt(text: "ana@notes ❯ "), text: "li", cursor: 2)
        line.hint = "st"
        house.screen.show(line)
        #expect(house.frames.lines[19] == " ana@notes ❯ list")
        house.screen.begin("li")
        house.screen.update()
        #expect(house.frames.lines[19] == " ana@notes ❯ li")
    }

    @Test func `logging out takes every panel away`() async throws {
        let house = try await ShellOnScreen()
        try #require(house.model("notes")).things = ["secret thing"]
        house.screen.redraw()
        #expect(house.frames.lines.contains { $0.contains("secret thing") })
        await house.keys.enter("logout")
        #expect(!house.frames.lines.contains { $0.contains("secret thing") })
        #expect(house.frames.lines[19] == " shell ❯")
    }
}
