// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Dice
import Testing

/// Places in a text of several lines.
struct TextPlaceTests {
    private static let text = "one\n\nthird line\n字字字\nend"

    @Test(arguments: [
        (0, 1, 4), (3, 1, 4), (3, 2, 8), (15, -2, 3), (15, 1, 25), (22, -1, 9), (25, -1, 11), (2, -1, 0), (27, 1, 29),
        (0, 9, 29), (29, -9, 0),
    ])
    func `lines above and below are met at the same column, or at their end`(from: Int, lines: Int, to: Int) {
        let place = TextPlace(Self.text, cursor: from)
        #expect(place.moved(lines: lines, toColumn: place.column) == to)
    }

    @Test func `a place knows its line`() {
        #expect(TextPlace(Self.text, cursor: 6).line == 5..<15)
        #expect(TextPlace(Self.text, cursor: 4).line == 4..<4)
        #expect(TextPlace("", cursor: 3).line == 0..<0)
    }

    @Test(arguments: [
        (".", 1, true), ("a\n.", 3, true), ("a\n.", 1, false), ("a\n..", 4, false), ("a.", 2, false), ("", 0, false),
    ])
    func `a lone dot at the end is the sign that nothing follows`(text: String, cursor: Int, ends: Bool) {
        #expect(TextPlace(text, cursor: cursor).endsWithDot == ends)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `every way leads to a place between characters`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = ["a", "é", "字", "\n", "👩‍🚀", " ", "e\u{301}"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...12, using: &dice)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &dice)]
            }.joined()
            let ends = Set(text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count])
            let place = TextPlace(text, cursor: Int.random(in: 0...text.utf8.count, using: &dice))
            let to = place.moved(
                lines: Int.random(in: -3...3, using: &dice), toColumn: Int.random(in: 0...8, using: &dice))
            let index = text.utf8.index(text.startIndex, offsetBy: to)
            #expect(ends.contains(index.utf16Offset(in: text)), "\(text.debugDescription) \(to)")
        }
    }
}

/// The panel in which a text of several lines is written.
@MainActor
struct TextEditorTests {
    private final class Written {
        var text: String?
        var typed: [String] = []
        var fault: CommandFault?
    }

    private func start(
        columns: Int = 80, from text: String = "", isKept: Bool = true
    ) async throws -> (ShellOnScreen, Written) {
        let written = Written()
        let nothing = LocalizedText(verbatim: "")
        let typing: @MainActor @Sendable (String) async -> Void = { written.typed.append($0) }
        let write = Command<ProbeModel>("write", category: .writing, summary: nothing) { _, context in
            do {
                written.text = try await context.prompter.write(
                    LocalizedText(verbatim: "Words"), startingWith: text,
                    measuring: { LocalizedText(verbatim: "of \($0.count)") },
                    typing: isKept ? typing : nil)
            } catch let fault as CommandFault { written.fault = fault }
            return .nothing
        }
        let fixture = try await ShellOnScreen(columns: columns, commands: [write])
        await fixture.keys.enter("write")
        return (fixture, written)
    }

    @Test func `a text that is kept nowhere is left by a second key only`() async throws {
        let (fixture, written) = try await start(isKept: false)
        fixture.keys.type("a secret")
        await fixture.keys.press("Esc")
        #expect(fixture.frames.lines.contains { $0.contains("Esc again discards the text") })
        fixture.keys.type(" more")
        await fixture.keys.press("Home")
        #expect(fixture.frames.lines.contains { $0.contains("Esc discards") })
        #expect(fixture.frames.lines[2].contains("a secret more"))
        await fixture.keys.press("Esc")
        await fixture.keys.press("Esc")
        #expect(written.text == nil && written.fault == .cancelled && written.typed.isEmpty)
    }

    @Test(arguments: [120, 80, 50])
    func `lines are seen, moved among, joined and kept`(columns: Int) async throws {
        let (fixture, written) = try await start(columns: columns)
        #expect(fixture.frames.lines[1].contains("Words"))
        fixture.keys.type("first")
        await fixture.keys.press("Enter")
        fixture.keys.type("second")
        await fixture.keys.press("Enter")
        #expect(fixture.frames.lines[2].contains("first") && fixture.frames.lines[3].contains("second"))
        #expect(fixture.frames.lines[1].contains("Words · of 13"))
        #expect(fixture.frames.canvases.last?.cursor == Point(column: 2, row: 4))
        await fixture.keys.press("Up")
        await fixture.keys.press("Up")
        await fixture.keys.press("End")
        #expect(fixture.frames.canvases.last?.cursor == Point(column: 7, row: 2))
        // At the end of a line what follows is joined to it.
        await fixture.keys.press("C-k")
        #expect(fixture.frames.lines[2].contains("firstsecond"))
        await fixture.keys.press("C-u")
        #expect(!fixture.frames.lines[2].contains("first"))
        #expect(fixture.frames.lines[2].contains("second"))
        await fixture.keys.press("M-Enter")
        #expect(written.text == "second\n")
        #expect(!fixture.frames.lines[1].contains("Words"))
    }

    @Test func `keys are told apart as long as the panel is there`() async throws {
        let (fixture, written) = try await start()
        #expect(fixture.keys.tellsKeys)
        fixture.keys.type("kept")
        await fixture.keys.press("C-Enter")
        #expect(written.text == "kept")
        #expect(!fixture.keys.tellsKeys)
    }

    @Test func `a lone dot ends the text, and is no part of it`() async throws {
        let (fixture, written) = try await start(from: "as it was")
        #expect(fixture.frames.lines[2].contains("as it was"))
        await fixture.keys.press("Enter")
        fixture.keys.type(".")
        await fixture.keys.press("Enter")
        #expect(written.text == "as it was")
    }

    @Test func `Escape and Ctrl-C give back all that was typed`() async throws {
        let (fixture, written) = try await start()
        fixture.keys.type("half")
        await fixture.keys.press("Enter")
        fixture.keys.type("a thought")
        await fixture.keys.press("Esc")
        #expect(written.typed.last == "half\na thought")
        #expect(written.fault == .cancelled && written.text == nil)
        let (other, again) = try await start()
        other.keys.type("more")
        await other.keys.interrupt()
        #expect(again.typed.last == "more")
        #expect(again.fault == .cancelled)
    }

    @Test func `in a long text what is written stays in sight`() async throws {
        let (fixture, _) = try await start(from: (1...60).map { "line \($0)." }.joined(separator: "\n"))
        #expect(fixture.frames.lines.contains { $0.contains("line 60.") })
        for _ in 1...6 { await fixture.keys.press("PageUp") }
        #expect(fixture.frames.lines[2].contains("line 1."))
        let row = try #require(fixture.frames.canvases.last?.cursor).row
        #expect(fixture.frames.lines[row].contains("line 1."))
        await fixture.keys.press("Down")
        #expect(fixture.frames.lines[2].contains("line 1."))
    }

    @Test func `keys of the shell leave the text alone`() async throws {
        let (fixture, written) = try await start()
        fixture.keys.type("here")
        for key in ["F1", "M-2", "M-p", "F6", "Tab"] { await fixture.keys.press(key) }
        #expect(fixture.frames.lines[2].contains("here"))
        #expect(fixture.coordinator.current == "notes")
        await fixture.keys.press("C-Enter")
        #expect(written.text == "here")
    }
}
