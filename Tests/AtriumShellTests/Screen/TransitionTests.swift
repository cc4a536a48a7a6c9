// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// Transitions, as values and as they are played.
@MainActor
struct TransitionTests {
    private func canvas(_ letter: Character) -> Canvas {
        var canvas = Canvas(size: Size(columns: 8, rows: 4))
        for row in 0..<4 { canvas.write(String(repeating: letter, count: 8), at: Point(column: 0, row: row)) }
        return canvas
    }

    @Test(arguments: Transition.all.map(\.name))
    func `each ends with the new frame`(name: String) throws {
        let transition = try #require(Transition.all.first { $0.name == name })
        #expect(transition.draw(canvas("a"), canvas("b"), 1) == canvas("b"))
        for step in 0...10 {
            let moment = transition.draw(canvas("a"), canvas("b"), Double(step) / 10)
            #expect(moment.size == Size(columns: 8, rows: 4))
            #expect(moment.lines.allSatisfy { $0.allSatisfy { $0 == "a" || $0 == "b" } }, "\(moment.lines)")
        }
    }

    @Test func `each begins where it should`() {
        let (old, new) = (canvas("a"), canvas("b"))
        #expect(Transition.none.draw(old, new, 0) == new)
        for transition in [Transition.pushLeft, .pushRight, .cover, .dissolve] {
            #expect(transition.draw(old, new, 0) == old, "\(transition.name)")
        }
        #expect(Transition.pushLeft.draw(old, new, 0.5).lines[0] == "aaaabbbb")
        #expect(Transition.pushRight.draw(old, new, 0.5).lines[0] == "bbbbaaaa")
        #expect(Transition.cover.draw(old, new, 0.5).lines == ["aaaaaaaa", "aaaaaaaa", "bbbbbbbb", "bbbbbbbb"])
        let mixed = Transition.dissolve.draw(old, new, 0.5).lines.joined()
        #expect(mixed.contains("a") && mixed.contains("b"))
    }

    @Test func `wide characters survive every moment`() {
        var wide = Canvas(size: Size(columns: 8, rows: 1))
        wide.write("豆腐豆腐", at: Point(column: 0, row: 0))
        var old = Canvas(size: Size(columns: 8, rows: 1))
        old.write("a豆腐bcd", at: Point(column: 0, row: 0))
        for transition in Transition.all {
            for step in 0...16 {
                let line = transition.draw(old, wide, Double(step) / 16).lines[0]
                #expect(DisplayWidth.of(line) <= 8, "\(transition.name) \(step) \(line)")
            }
        }
    }

    @Test func `an app’s own is played, and a key ends it at once`() async throws {
        let house = try await ShellOnScreen()
        let own = Transition("own") { old, _, progress in
            var canvas = old
            canvas.write("own \(progress)", at: Point(column: 0, row: 3))
            return canvas
        }
        let notes = try #require(house.coordinator.currentApp)
        let sms = try #require(house.coordinator.openApps.first { $0.id == "sms" })
        house.frames.forget()
        await house.screen.transitions.play(own, from: notes, to: sms)
        #expect(house.frames.canvases.contains { $0.lines[3].hasPrefix("own ") })
        #expect(!house.frames.lines[3].hasPrefix("own "))
        house.frames.forget()
        house.keys.hasInput = true
        await house.screen.transitions.play(own, from: notes, to: sms)
        #expect(!house.frames.canvases.contains { $0.lines[3].hasPrefix("own ") })
    }

    @Test func `none is played where somebody wants none`() async throws {
        let house = try await ShellOnScreen()
        await house.keys.enter("transition none")
        let notes = try #require(house.coordinator.currentApp)
        house.frames.forget()
        await house.screen.transitions.play(.dissolve, from: notes, to: notes)
        #expect(house.frames.canvases.isEmpty)
    }
}
