// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct PaletteTests {
    private let items = [
        PaletteItem(.app, title: "Notes", detail: "Short notes.", action: .switching(to: "notes")),
        PaletteItem(.command, title: "note", detail: "Keeps one.", action: .begin("note ", in: nil)),
        PaletteItem(.command, title: "notebook", detail: "Lists one.", action: .begin("notebook ", in: nil)),
        PaletteItem(
            .place, title: "notes/trash", detail: "What was thrown away.", action: .go(Place("notes", ["trash"]))),
    ]

    private func titles(_ palette: Palette) -> [String] { palette.matches.map(\.item.title) }

    @Test func `the best match is first, and what it means counts last`() {
        let palette = Palette(items: items, find: { _ in ([], false) }, onChange: {})
        #expect(titles(palette) == ["Notes", "note", "notebook", "notes/trash"])
        palette.type("note")
        #expect(titles(palette) == ["note", "Notes", "notebook", "notes/trash"])
        palette.type("thrown")
        #expect(titles(palette) == ["notes/trash"])
        #expect(palette.matches.first?.positions == [])
        palette.type("zz")
        #expect(palette.chosen == nil)
    }

    @Test func `what apps find is added, and a search for other words is dropped`() async {
        var waiting: [String: CheckedContinuation<Void, Never>] = [:]
        var cancelled: [String] = []
        var changes = 0
        let palette = Palette(items: items) { words in
            await withCheckedContinuation { waiting[words] = $0 }
            if Task.isCancelled { cancelled.append(words) }
            let found = [
                PaletteItem(
                    .thing, title: "Shopping \(words)", detail: "3", action: .go(Place("notes", ["3"])), isFound: true),
                PaletteItem(.thing, title: "Other", detail: "4", action: .go(Place("notes", ["4"])), isFound: true),
            ]
            return (found, hasMore: words == "oat sh")
        } onChange: {
            changes += 1
        }
        func answer(_ words: String) async {
            await goOn(until: "\(words) is looked for") { waiting[words] != nil }
            waiting.removeValue(forKey: words)?.resume()
        }
        palette.type("oa")
        await goOn(until: "oa is looked for") { waiting["oa"] != nil }
        palette.type("oat")
        await answer("oa")
        await answer("oat")
        await goOn(until: "both matches are there") { titles(palette) == ["Shopping oat", "Other"] }
        #expect(cancelled == ["oa"])
        #expect(changes == 1)
        // A word of the text that is in no title has found the other.
        #expect(titles(palette) == ["Shopping oat", "Other"])
        #expect(!palette.hasMore)
        palette.position.select(by: 1)
        #expect(palette.chosen?.action == .go(Place("notes", ["4"])))
        // Until the next search has ended, what was found before is offered for its title.
        palette.type("oat sh")
        #expect(titles(palette) == ["Shopping oat"])
        #expect(palette.position.selected == 0)
        await answer("oat sh")
        await goOn(until: "more matches are known") { palette.hasMore }
        palette.type("")
        #expect(titles(palette).count == 4)
    }

    @Test func `words are quoted where they must be`() {
        #expect(CommandWord.quoted("sms/thread/+1555") == "sms/thread/+1555")
        #expect(CommandWord.quoted("My \"bank\"") == "\"My \\\"bank\\\"\"")
        #expect(CommandWord.quoted("") == "\"\"")
        #expect(CommandWord.quoted("你好") == "你好")
    }
}

/// The palette on the screen, with keys that a test presses.
@MainActor
struct PaletteOnScreenTests {
    private func box(_ fixture: ShellOnScreen) -> [String] { fixture.frames.lines.filter { $0.contains("▸") } }

    @Test func `a command, an app and a thing are gone to, and the half typed line comes back`() async throws {
        let fixture = try await ShellOnScreen(columns: 50)
        fixture.keys.type("half")
        await fixture.keys.press("M-p")
        #expect(fixture.keys.line?.prompt.text == "Go to ❯ ")
        #expect(fixture.keys.line?.text == "")
        #expect(fixture.keys.bound["Up"] == "Up")
        #expect(box(fixture).count == 1)
        fixture.keys.type("sec sms")
        await goOn(until: "the second one is selected") { box(fixture).contains { $0.contains("▸ Second of sms") } }
        // In a narrow box what it means stands below all of them.
        #expect(fixture.frames.lines.contains { $0.contains(/│ +Sms · 2 +│/) })
        let canvas = try #require(fixture.frames.canvases.last)
        let row = try #require(fixture.frames.lines.firstIndex { $0.contains("▸ Second of sms") })
        let marked = (0..<50).filter { canvas[Point(column: $0, row: row)].style.attributes.contains(.underline) }
        #expect(marked.map { canvas[Point(column: $0, row: row)].text }.joined() == "Secsms")
        await fixture.keys.enter("")
        #expect(fixture.coordinator.current == "sms")
        #expect(fixture.screen.state.palette == nil)
        #expect(fixture.keys.bound["Up"] == nil)
        await fixture.keys.press("M-1")
        #expect(fixture.keys.line?.text == "half")
    }

    @Test func `keys move in it, and leave it without a trace`() async throws {
        let fixture = try await ShellOnScreen()
        fixture.keys.type("half")
        await fixture.keys.press("M-p")
        #expect(box(fixture).first?.contains("▸ Notes") == true)
        await fixture.keys.press("C-n")
        await fixture.keys.press("M-Down")
        #expect(box(fixture).first?.contains("▸ Account") == true)
        await fixture.keys.press("Up")
        #expect(box(fixture).first?.contains("▸ Sms") == true)
        await fixture.keys.press("PageDown")
        #expect(box(fixture).first?.contains("▸ Sms") == false)
        await fixture.keys.press("PageUp")
        #expect(box(fixture).first?.contains("▸ Sms") == true)
        // Other keys of the shell do nothing meanwhile.
        #expect(await fixture.keys.press("M-2") == .done)
        #expect(await fixture.shell.completions(for: CompletionRequest(line: "s")) == .nothing)
        await fixture.keys.press("C-g")
        #expect(fixture.keys.line?.text == "half")
        #expect(box(fixture).isEmpty)
        #expect(fixture.coordinator.current == "notes")
    }

    @Test func `the search of the app, which lists everything, comes last`() async throws {
        let find = Command<ProbeModel>(
            "find", category: .reading, summary: LocalizedText(verbatim: "Finds."), parameters: .text("query")
        ) { model, _, query in
            model.typed = query
            return .nothing
        }
        let fixture = try await ShellOnScreen(commands: [find])
        await fixture.keys.press("M-p")
        fixture.keys.type("second > x")
        let palette = try #require(fixture.screen.state.palette)
        await goOn(until: "three matches are there") { palette.matches.count == 3 }
        #expect(palette.matches.map(\.item.title) == Array(repeating: "find second > x", count: 3))
        await fixture.keys.enter("")
        #expect(fixture.coordinator.current == "notes")
        #expect(fixture.model("notes")?.typed == "second > x")
    }

    @Test func `a command that needs something is put on the line, and the shell can be left`() async throws {
        let fixture = try await ShellOnScreen()
        await fixture.keys.press("M-p")
        await fixture.keys.enter("type")
        #expect(fixture.keys.line?.text == "type ")
        await fixture.keys.press("M-p")
        await fixture.keys.enter("zzzz")
        #expect(fixture.keys.line?.text == "type ")
        await fixture.keys.press("M-p")
        fixture.keys.type("sms type")
        await fixture.keys.enter("")
        #expect(fixture.coordinator.current == "sms")
        #expect(fixture.keys.line?.text == "type ")
        await fixture.keys.press("M-p")
        fixture.keys.type("quit")
        #expect(fixture.screen.state.palette?.chosen?.action == .shell(ShellCommands.quit))
        fixture.coordinator.setSize(Size(columns: 10, rows: 4))
        fixture.screen.redraw()
        #expect(!fixture.frames.lines.joined().contains("▸"))
        await fixture.keys.press("C-g")
        #expect(await fixture.keys.press("M-p") == .done)
    }

    @Test func `an app is found by its name in any language`() async throws {
        let fixture = try await ShellOnScreen()
        let items = fixture.screen.commands.items
        #expect(items.first?.title == "Notes")
        #expect(items.filter { $0.kind == .command }.contains { $0.title == "type" })
        #expect(items.filter { $0.kind == .foreign }.map(\.title) == ["sms type", "account type"])
        #expect(Set(items.map(\.title)).count == items.count)
    }

    @Test func `nobody is shown a palette before a login`() async throws {
        let fixture = try await ShellOnScreen()
        try await fixture.coordinator.lease.logOut()
        #expect(await fixture.keys.press("M-p") == .done)
        #expect(fixture.screen.state.palette == nil)
    }
}
