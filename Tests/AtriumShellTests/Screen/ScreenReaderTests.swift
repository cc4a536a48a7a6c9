// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// Looking for words and copying on the screen.
@MainActor
struct ScreenReaderTests {
    private func start(_ text: String, columns: Int = 110) async throws -> ShellOnScreen {
        let house = try await ShellOnScreen(columns: columns)
        try house.show(text, beside: "item/1")
        await house.keys.press("F6")
        try #require(house.screen.state.focus == .panel(.reader))
        return house
    }

    private func sent(_ house: ShellOnScreen) -> String { house.output.take() }

    private func shows(_ text: String, _ house: ShellOnScreen) -> Bool {
        house.frames.lines.contains { $0.contains(text) }
    }

    @Test(arguments: [110, 80, 50]) func `words are looked for while they are typed, and kept by Enter`(columns: Int)
        async throws
    {
        let house = try await start("oats\nmilk\noats again", columns: columns)
        await house.keys.press("/")
        #expect(house.keys.line?.prompt.text == "search ❯ ")
        house.keys.type("oa")
        #expect(shows("/oa  1 / 2", house))
        await house.keys.press("Down")
        #expect(shows("/oa  2 / 2", house))
        await house.keys.enter("ts")
        #expect(house.screen.state.focus == .panel(.reader))
        #expect(house.keys.line?.text == "")
        #expect(shows("/oats  1 / 2", house))
        await house.keys.press("n")
        #expect(shows("/oats  2 / 2", house))
        await house.keys.press("N")
        #expect(shows("/oats  1 / 2", house))
        // Escape takes the marks away first.
        await house.keys.press("Esc")
        #expect(!shows("/oats", house))
        #expect(house.model("notes")?.opened != nil)
        // Without words these are letters as ever.
        await house.keys.press("n")
        #expect(house.keys.line?.text == "n")
        #expect(house.screen.state.focus == .line)
    }

    @Test func `Escape gives up the search, and in a list the key is the command’s`() async throws {
        let house = try await start("oats")
        await house.keys.press("/")
        house.keys.type("oats")
        await house.keys.press("Esc")
        #expect(!shows("/oats", house))
        #expect(house.screen.state.focus == .panel(.reader))
        #expect(house.keys.line?.text == "")
        #expect(house.keys.bound["n"] == "next-hit")
        try #require(house.model("notes")).opened = nil
        house.screen.redraw()
        await house.keys.press("Left")
        #expect(house.screen.state.focus == .panel(.list))
        await house.keys.press("/")
        #expect(house.keys.line?.prompt.text != "search ❯ ")
    }

    @Test(arguments: [Language.english, .simplifiedChinese, .french])
    func `which key copies what is told at every width`(language: Language) async throws {
        for columns in [120, 80, 50] {
            let house = try await start("oats\nmilk", columns: columns)
            house.coordinator.setLanguage(language)
            await house.keys.press("y")
            let hint = house.frames.lines[18]
            let keys = Strings.screenHintCopy.string(in: language)
            let escape = Strings.screenHintLine.string(in: language).prefix { $0 != " " }
            #expect(hint.contains(keys), "\(hint)")
            #expect(hint.contains("\(keys) · \(escape)"), "\(hint)")
        }
    }

    @Test func `a block, a line or all is copied`() async throws {
        let house = try await start("oats\nmilk")
        await house.keys.press("y")
        #expect(house.frames.lines[18].hasSuffix("Esc back"))
        #expect(house.keys.bound["l"] == "copy-line")
        await house.keys.press("Enter")
        // “This is oats\nmilk.” in base64.
        #expect(sent(house).contains("\u{1B}]52;c;VGhpcyBpcyBvYXRzCm1pbGsu\u{1B}\\"))
        #expect(shows("Lines copied: 2.", house))
        #expect(house.screen.state.focus == .panel(.reader))
        await house.keys.press("y")
        await house.keys.press("a")
        #expect(shows("Lines copied: 2.", house))
        await house.keys.press("y")
        await house.keys.press("Esc")
        #expect(house.keys.bound["l"] == nil)
        // Whoever types has chosen nothing.
        await house.keys.press("y")
        await house.keys.press("w")
        #expect(house.keys.line?.text == "w")
        #expect(!house.screen.state.isPicking)
    }

    @Test func `what is too long for a clipboard is not copied in part`() async throws {
        let house = try await start(String(repeating: "oats ", count: 110_000))
        await house.keys.press("y")
        await house.keys.press("y")
        #expect(!sent(house).contains("]52;"))
        #expect(shows("more than 500 kB", house))
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
            let house = try await ShellOnScreen(columns: columns)
            house.coordinator.setLanguage(language)
            await house.keys.press("C-l")
            let help = "F1 " + Strings.screenHintHelp.string(in: language)
            #expect(shows(help, house), "\(columns)")
        }
    }
}
