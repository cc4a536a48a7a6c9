// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import AtriumTesting
import Terminal
import Testing

/// The candidates above the prompt, with keys that a test presses.
@MainActor
struct ScreenCandidatesTests {
    private let house: ShellOnScreen
    /// What was chosen.
    private let chosen = Chosen()

    private final class Chosen {
        var texts: [String] = []
    }

    init() async throws { house = try await ShellOnScreen(columns: 80, rows: 20) }

    private func list(_ count: Int) {
        house.screen.list((1...count).map { Completion(text: "word\($0)", description: "Number \($0)") }) {
            [chosen] in chosen.texts.append($0.text)
        }
    }

    /// The candidate that is marked on the screen.
    private var marked: String? {
        house.frames.lines.first { $0.hasPrefix("│▸") }.map { String($0.dropFirst(2).prefix { $0 != " " }) }
    }

    @Test func `stepping goes through all of them, and the box follows`() async throws {
        house.keys.type("w")
        list(30)
        #expect(marked == nil)
        #expect(house.frames.lines.contains { $0.contains("1–12 / 30") })
        // Enter is still the line’s.
        #expect(house.keys.bound["Enter"] == nil)
        #expect(house.screen.nextCandidate())
        #expect(marked == "word1")
        await house.keys.press("Down")
        #expect(house.screen.nextCandidate())
        #expect(marked == "word3")
        await house.keys.press("S-Tab")
        await house.keys.press("Up")
        await house.keys.press("Up")
        #expect(marked == "word30")
        #expect(house.frames.lines.contains { $0.contains("30 / 30") })
        await house.keys.press("Down")
        #expect(marked == "word1")
        await house.keys.press("PageDown")
        #expect(marked == "word12")
        await house.keys.press("PageDown")
        #expect(marked == "word23")
        await house.keys.press("PageUp")
        #expect(marked == "word12")
        #expect(house.frames.lines[19] == " ana@notes ❯ w")
    }

    @Test func `Enter chooses what is selected, and the keys are as before`() async throws {
        list(3)
        await house.keys.press("Down")
        await house.keys.press("Down")
        #expect(house.keys.bound["Enter"] == "open")
        await house.keys.press("Enter")
        #expect(chosen.texts == ["word2"])
        #expect(house.keys.bound["Enter"] == nil)
        #expect(house.keys.bound["Down"] == "focus")
        #expect(!house.screen.nextCandidate())
    }

    @Test(arguments: ["Esc", "C-g"]) func `they go away by a key`(key: String) async throws {
        list(3)
        await house.keys.press("Down")
        #expect(await house.keys.press(key) == .done)
        #expect(!house.frames.lines.contains { $0.contains("word1") })
        #expect(chosen.texts.isEmpty)
        #expect(house.keys.bound["Esc"] == nil)
    }

    @Test func `they go away when somebody types, and with the app`() async throws {
        list(3)
        house.keys.type("x")
        #expect(!house.screen.nextCandidate())
        #expect(house.keys.bound["Up"] == nil)
        list(3)
        await house.keys.press("M-2")
        #expect(!house.screen.nextCandidate())
        #expect(house.coordinator.current == "sms")
        await house.keys.press("M-p")
        // The palette has its own.
        list(3)
        #expect(!house.screen.nextCandidate())
        await house.keys.press("Esc")
    }

    @Test func `where there is room for a few, all are reached all the same`() async throws {
        house.coordinator.setSize(.init(columns: 30, rows: 8))
        house.screen.redraw()
        list(5)
        for number in 1...5 {
            #expect(house.screen.nextCandidate())
            #expect(marked == "word\(number)")
        }
    }
}
