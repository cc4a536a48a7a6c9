// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

@MainActor
struct PaletteTests {
    private let items = [
        PaletteItem(.app, title: "Notes", detail: "Short notes.", action: .switching(to: "notes")),
        PaletteItem(.command, title: "note", detail: "Keeps one.", action: .begin("note ", in: nil)),
        PaletteItem(.command, title: "notebook", detail: "Lists one.", action: .begin("notebook ", in: nil)),
        PaletteItem(
            .place, title: "notes/trash", detail: "What was thrown away.", action: .go(Place("notes", ["trash"]))),
    ]

    private func titles(_ palette: Palette) -> [String] { palette.matches.map(\.item.title) }

    @Test func `the best match is first, and what it means counts last`() {
        let palette = Palette(items: items, find: { _ in [] }, onChange: {})
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
            return [
                PaletteItem(
                    .thing, title: "Shopping \(words)", detail: "3", action: .go(Place("notes", ["3"])), isFound: true),
                PaletteItem(.thing, title: "Other", detail: "4", action: .go(Place("notes", ["4"])), isFound: true),
            ]
        } onChange: {
            changes += 1
        }
        func answer(_ words: String) async {
            await goOn { waiting[words] != nil }
            waiting.removeValue(forKey: words)?.resume()
        }
        palette.type("oa")
        await goOn { waiting["oa"] != nil }
        palette.type("oat")
        await answer("oa")
        await answer("oat")
        await palette.settle()
        #expect(cancelled == ["oa"])
        #expect(changes == 1)
        // A word of the text that is in no title has found the other.
        #expect(titles(palette) == ["Shopping oat", "Other"])
        palette.position.select(by: 1)
        #expect(palette.chosen?.action == .go(Place("notes", ["4"])))
        // Until the next search has ended, what was found before is offered for its title.
        palette.type("oat sh")
        #expect(titles(palette) == ["Shopping oat"])
        #expect(palette.position.selected == 0)
        await answer("oat sh")
        await palette.settle()
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
    private func box(_ house: ShellOnScreen) -> [String] { house.frames.lines.filter { $0.contains("▸") } }

    @Test func `a command, an app and a thing are gone to, and the half typed line comes back`() async throws {
        let house = try await ShellOnScreen(columns: 50)
        house.keys.type("half")
        await house.keys.press("M-p")
        #expect(house.keys.line?.prompt.text == "Go to ❯ ")
        #expect(house.keys.line?.text == "")
        #expect(house.keys.bound["Up"] == "select-up")
        #expect(box(house).count == 1)
        house.keys.type("sec sms")
        await house.screen.state.palette?.settle()
        #expect(box(house).contains { $0.contains("▸ Second of sms") && $0.contains("Sms · 2") })
        let canvas = try #require(house.frames.canvases.last)
        let row = try #require(house.frames.lines.firstIndex { $0.contains("▸ Second of sms") })
        let marked = (0..<50).filter { canvas[Point(column: $0, row: row)].style.attributes.contains(.underline) }
        #expect(marked.map { canvas[Point(column: $0, row: row)].text }.joined() == "Secsms")
        await house.keys.enter("")
        #expect(house.coordinator.current == "sms")
        #expect(house.screen.state.palette == nil)
        #expect(house.keys.bound["Up"] == nil)
        await house.keys.press("M-1")
        #expect(house.keys.line?.text == "half")
    }

    @Test func `keys move in it, and leave it without a trace`() async throws {
        let house = try await ShellOnScreen()
        house.keys.type("half")
        await house.keys.press("M-p")
        #expect(box(house).first?.contains("▸ Notes") == true)
        await house.keys.press("C-n")
        await house.keys.press("M-Down")
        #expect(box(house).first?.contains("▸ Account") == true)
        await house.keys.press("Up")
        #expect(box(house).first?.contains("▸ Sms") == true)
        await house.keys.press("PageDown")
        #expect(box(house).first?.contains("▸ Sms") == false)
        await house.keys.press("PageUp")
        #expect(box(house).first?.contains("▸ Sms") == true)
        // Other keys of the shell do nothing meanwhile.
        #expect(await house.keys.press("M-2") == .done)
        #expect(await house.shell.completions(for: CompletionRequest(line: "s")) == .nothing)
        await house.keys.press("C-g")
        #expect(house.keys.line?.text == "half")
        #expect(box(house).isEmpty)
        #expect(house.coordinator.current == "notes")
    }

    @Test func `a command that needs something is put on the line, and the shell can be left`() async throws {
        let house = try await ShellOnScreen()
        await house.keys.press("M-p")
        await house.keys.enter("type")
        #expect(house.keys.line?.text == "type ")
        await house.keys.press("M-p")
        await house.keys.enter("zzzz")
        #expect(house.keys.line?.text == "type ")
        await house.keys.press("M-p")
        house.keys.type("sms type")
        await house.keys.enter("")
        #expect(house.coordinator.current == "sms")
        #expect(house.keys.line?.text == "type ")
        await house.keys.press("M-p")
        house.keys.type("quit")
        #expect(house.screen.state.palette?.chosen?.action == .shell(ShellCommands.quit))
        house.coordinator.setSize(Size(columns: 10, rows: 4))
        house.screen.redraw()
        #expect(!house.frames.lines.joined().contains("▸"))
        await house.keys.press("C-g")
        #expect(await house.keys.press("M-p") == .done)
    }

    @Test func `an app is found by its name in any language`() async throws {
        let house = try await ShellOnScreen()
        let items = house.shell.palette.all
        #expect(items.first?.title == "Notes")
        #expect(items.filter { $0.kind == .command }.contains { $0.title == "type" })
        #expect(items.filter { $0.kind == .foreign }.map(\.title) == ["sms type", "account type"])
        #expect(Set(items.map(\.title)).count == items.count)
    }

    @Test func `nobody is shown a palette before a login`() async throws {
        let house = try await ShellOnScreen()
        try await house.coordinator.logOut()
        #expect(await house.keys.press("M-p") == .done)
        #expect(house.screen.state.palette == nil)
    }
}
