// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumScreen
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// Looking for words and copying on the screen.
@MainActor
struct ScreenReaderTests {
    private func start(_ text: String, columns: Int = 110) async throws -> ShellOnScreen {
        let fixture = try await ShellOnScreen(columns: columns)
        try fixture.show(text, beside: "item/1")
        await fixture.keys.press("F6")
        try #require(fixture.screen.state.focus == .panel(.reader))
        return fixture
    }

    private func sent(_ fixture: ShellOnScreen) -> String { fixture.output.take() }

    private func shows(_ text: String, _ fixture: ShellOnScreen) -> Bool {
        fixture.frames.lines.contains { $0.contains(text) }
    }

    @Test(arguments: [110, 80, 50]) func `words are looked for while they are typed, and kept by Enter`(columns: Int)
        async throws
    {
        let fixture = try await start("oats\nmilk\noats again", columns: columns)
        await fixture.keys.press("/")
        #expect(fixture.keys.line?.prompt.text == "search ❯ ")
        fixture.keys.type("oa")
        #expect(shows("/oa  1 / 2", fixture))
        await fixture.keys.press("Down")
        #expect(shows("/oa  2 / 2", fixture))
        await fixture.keys.enter("ts")
        #expect(fixture.screen.state.focus == .panel(.reader))
        #expect(fixture.keys.line?.text == "")
        #expect(shows("/oats  1 / 2", fixture))
        await fixture.keys.press("n")
        #expect(shows("/oats  2 / 2", fixture))
        await fixture.keys.press("N")
        #expect(shows("/oats  1 / 2", fixture))
        // Escape takes the marks away first.
        await fixture.keys.press("Esc")
        #expect(!shows("/oats", fixture))
        #expect(fixture.model("notes")?.opened != nil)
        // Without words these are letters as ever.
        await fixture.keys.press("n")
        #expect(fixture.keys.line?.text == "n")
        #expect(fixture.screen.state.focus == .line)
    }

    @Test func `Escape ends the search first, also where what is read has all the room`() async throws {
        let fixture = try await start("oats")
        await fixture.keys.press("z")
        await fixture.keys.press("/")
        await fixture.keys.enter("oats")
        #expect(shows("/oats  1 / 1", fixture))
        await fixture.keys.press("Esc")
        #expect(!shows("/oats", fixture))
        #expect(fixture.screen.state.layout.list == nil)
        await fixture.keys.press("Esc")
        #expect(fixture.screen.state.layout.list != nil)
        #expect(fixture.model("notes")?.opened != nil)
    }

    @Test(arguments: [110, 80, 50]) func `where somebody reads in a long text is told`(columns: Int) async throws {
        let fixture = try await start((1...60).map { "line \($0)" }.joined(separator: "\n"), columns: columns)
        let rows = try #require(fixture.screen.state.layout.detail).size.rows - 2
        let all = fixture.coordinator.currentApp?.panels.detail?.position.count ?? 0
        #expect(shows(" 1–\(rows) / \(all) ─", fixture))
        await fixture.keys.press("PageDown")
        #expect(shows(" \(rows)–\(2 * rows - 1) / \(all) ─", fixture))
        await fixture.keys.press("/")
        await fixture.keys.enter("line 2")
        #expect(fixture.frames.lines.contains { $0.contains(" /line 2  ") && $0.contains(" / \(all) ─") })
    }

    @Test func `Escape gives up the search, and in a list the key is the command’s`() async throws {
        let fixture = try await start("oats")
        await fixture.keys.press("/")
        fixture.keys.type("oats")
        await fixture.keys.press("Esc")
        #expect(!shows("/oats", fixture))
        #expect(fixture.screen.state.focus == .panel(.reader))
        #expect(fixture.keys.line?.text == "")
        #expect(fixture.keys.bound["n"] == "next-hit")
        try #require(fixture.model("notes")).opened = nil
        fixture.screen.redraw()
        await fixture.keys.press("Left")
        #expect(fixture.screen.state.focus == .panel(.list))
        await fixture.keys.press("/")
        #expect(fixture.keys.line?.prompt.text != "search ❯ ")
    }

    @Test(arguments: [Language.english, .simplifiedChinese, .french])
    func `which key copies what is told at every width`(language: Language) async throws {
        for columns in [120, 80, 50] {
            let fixture = try await start("oats\nmilk", columns: columns)
            fixture.coordinator.setLanguage(language)
            await fixture.keys.press("y")
            let hint = fixture.frames.lines[18]
            let keys = Strings.screenHintCopy.string(in: language)
            let escape = Strings.screenHintLine.string(in: language).prefix { $0 != " " }
            #expect(hint.contains(keys), "\(hint)")
            #expect(hint.contains("\(keys) · \(escape)"), "\(hint)")
        }
    }

    @Test func `a block, a line or all is copied`() async throws {
        let fixture = try await start("oats\nmilk")
        await fixture.keys.press("y")
        #expect(fixture.frames.lines[18].hasSuffix("Esc back"))
        #expect(fixture.keys.bound["l"] == "l")
        await fixture.keys.press("Enter")
        // “This is oats\nmilk.” in base64.
        #expect(sent(fixture).contains("\u{1B}]52;c;VGhpcyBpcyBvYXRzCm1pbGsu\u{1B}\\"))
        #expect(shows("Lines copied: 2.", fixture))
        #expect(fixture.screen.state.focus == .panel(.reader))
        await fixture.keys.press("y")
        await fixture.keys.press("a")
        #expect(shows("Lines copied: 2.", fixture))
        await fixture.keys.press("y")
        await fixture.keys.press("Esc")
        #expect(fixture.keys.bound["l"] == nil)
        // Whoever types has chosen nothing.
        await fixture.keys.press("y")
        await fixture.keys.press("w")
        #expect(fixture.keys.line?.text == "w")
        #expect(!fixture.screen.state.isPicking)
    }

    @Test(arguments: ["C-g", "F1", "M-2", "PageDown", "F6"])
    func `the choice ends with a key of something else`(key: String) async throws {
        let fixture = try await start("oats\nmilk")
        await fixture.keys.press("y")
        try #require(fixture.screen.state.isPicking)
        await fixture.keys.press(key)
        #expect(!fixture.screen.state.isPicking)
        await fixture.keys.press("a")
        #expect(!sent(fixture).contains("]52;"))
    }

    @Test func `what is too long for a clipboard is not copied in part`() async throws {
        let fixture = try await start(String(repeating: "oats ", count: 110_000))
        await fixture.keys.press("y")
        await fixture.keys.press("y")
        #expect(!sent(fixture).contains("]52;"))
        #expect(shows("more than 500 kB", fixture))
    }

    @Test func `through tmux a sequence is wrapped, and said to tmux itself too`() {
        let copy = EscapedText.copy("a")
        #expect(copy.string == "\u{1B}]52;c;YQ==\u{1B}\\")
        #expect(
            copy.throughTmux.string
                == "\u{1B}]52;c;YQ==\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{1B}\u{1B}\\\u{1B}\\")
    }

    @Test(arguments: [Language.english, .simplifiedChinese, .french])
    func `help is offered at every width`(language: Language) async throws {
        for columns in [120, 80, 50, 30] {
            let fixture = try await ShellOnScreen(columns: columns)
            fixture.coordinator.setLanguage(language)
            await fixture.keys.press("C-l")
            let help = "F1 " + Strings.screenHintHelp.string(in: language)
            #expect(shows(help, fixture), "\(columns)")
        }
    }

    @Test(arguments: [110, 80, 50]) func `what is removed elsewhere leaves its place to nothing else`(columns: Int)
        async throws
    {
        let fixture = try await start("a", columns: columns)
        let notes = try #require(fixture.model("notes"))
        notes.refreshing = {
            notes.opened = nil
            notes.things = ["item/2"]
        }
        notes.change()
        await goOn(until: "the loss is shown") { shows("“a” is no longer here", fixture) }
        #expect(fixture.screen.state.focus == .panel(.reader))
        #expect(fixture.screen.panels?.selection(of: "item") == [])
        // The next change takes nothing of that away.
        notes.refreshing = {}
        fixture.frames.forget()
        notes.change()
        await goOn(until: "a frame is drawn") { !fixture.frames.canvases.isEmpty }
        #expect(shows("“a” is no longer here", fixture))
        await fixture.keys.press("Esc")
        #expect(!shows("no longer here", fixture))
        #expect(shows("▸item/2", fixture))
        #expect(fixture.screen.panels?.selection(of: "item") == ["item/2"])
    }

    @Test func `what a command closes here is no loss`() async throws {
        let fixture = try await start("a")
        let notes = try #require(fixture.model("notes"))
        notes.refreshing = { notes.opened = nil }
        await fixture.keys.press("Esc")
        await fixture.keys.enter("whoami")
        #expect(!shows("no longer here", fixture))
    }

    @Test(arguments: [110, 80, 50]) func `what passes by on the way to the beginning is not seen`(columns: Int)
        async throws
    {
        let fixture = try await ShellOnScreen(columns: columns)
        let notes = try #require(fixture.model("notes"))
        notes.entries = (1...300).map { "entry \($0)" }
        try fixture.show("a", beside: "item/1")
        await fixture.keys.press("F6")
        await goOn(until: "the last entry is seen") { notes.seen.contains("entry 300") }
        await fixture.keys.press("Home")
        await goOn(until: "the first entry is seen") { notes.seen.contains("entry 1") }
        #expect(shows("entry 1 ", fixture))
        #expect(Set(notes.seen).isDisjoint(with: (20...280).map { "entry \($0)" }))
    }
}
