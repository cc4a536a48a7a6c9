// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumKit
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// The candidates above the prompt, with keys that a test presses.
@MainActor
struct ScreenCandidatesTests {
    private let fixture: ShellOnScreen
    /// What was chosen.
    private let chosen = Chosen()

    private final class Chosen {
        var texts: [String] = []
    }

    init() async throws { fixture = try await ShellOnScreen(columns: 80, rows: 20) }

    private func list(_ count: Int) {
        fixture.screen.line.list((1...count).map { Completion(text: "word\($0)", description: "Number \($0)") }) {
            [chosen] in chosen.texts.append($0.text)
        }
    }

    /// The candidate that is marked on the screen.
    private var marked: String? {
        fixture.frames.lines.first { $0.hasPrefix("│▸") }.map { String($0.dropFirst(2).prefix { $0 != " " }) }
    }

    @Test func `stepping goes through all of them, and the box follows`() async throws {
        fixture.keys.type("w")
        list(30)
        #expect(marked == nil)
        #expect(fixture.frames.lines.contains { $0.contains("1–12 / 30") })
        // Enter is still the line’s.
        #expect(fixture.keys.bound["Enter"] == nil)
        #expect(fixture.screen.line.nextCandidate())
        #expect(marked == "word1")
        await fixture.keys.press("Down")
        #expect(fixture.screen.line.nextCandidate())
        #expect(marked == "word3")
        await fixture.keys.press("S-Tab")
        await fixture.keys.press("Up")
        await fixture.keys.press("Up")
        #expect(marked == "word30")
        #expect(fixture.frames.lines.contains { $0.contains("30 / 30") })
        await fixture.keys.press("Down")
        #expect(marked == "word1")
        await fixture.keys.press("PageDown")
        #expect(marked == "word12")
        await fixture.keys.press("PageDown")
        #expect(marked == "word23")
        await fixture.keys.press("PageUp")
        #expect(marked == "word12")
        #expect(fixture.frames.lines[19] == " ana@notes ❯ w")
    }

    @Test func `Enter chooses what is selected, and the keys are as before`() async throws {
        list(3)
        await fixture.keys.press("Down")
        await fixture.keys.press("Down")
        #expect(fixture.keys.bound["Enter"] == "Enter")
        await fixture.keys.press("Enter")
        #expect(chosen.texts == ["word2"])
        #expect(fixture.keys.bound["Enter"] == nil)
        #expect(fixture.keys.bound["Down"] == "Down")
        #expect(!fixture.screen.line.nextCandidate())
    }

    @Test(arguments: ["Esc", "C-g"]) func `they go away by a key`(key: String) async throws {
        list(3)
        await fixture.keys.press("Down")
        #expect(await fixture.keys.press(key) == .done)
        #expect(!fixture.frames.lines.contains { $0.contains("word1") })
        #expect(chosen.texts.isEmpty)
        #expect(fixture.keys.bound["Esc"] == nil)
    }

    @Test func `they go away when somebody types, and with the app`() async throws {
        list(3)
        fixture.keys.type("x")
        #expect(!fixture.screen.line.nextCandidate())
        #expect(fixture.keys.bound["Up"] == nil)
        list(3)
        await fixture.keys.press("M-2")
        #expect(!fixture.screen.line.nextCandidate())
        #expect(fixture.coordinator.current == "sms")
        await fixture.keys.press("M-p")
        // The palette has its own.
        list(3)
        #expect(!fixture.screen.line.nextCandidate())
        await fixture.keys.press("Esc")
    }

    @Test func `where there is room for a few, all are reached all the same`() async throws {
        fixture.coordinator.setSize(.init(columns: 30, rows: 8))
        fixture.screen.redraw()
        list(5)
        for number in 1...5 {
            #expect(fixture.screen.line.nextCandidate())
            #expect(marked == "word\(number)")
        }
    }
}
