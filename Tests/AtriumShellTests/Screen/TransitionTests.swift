// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Synchronization
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

    /// A transition of an app’s own, which writes how far it is.
    private static let own = Transition("own") { old, _, progress in
        var canvas = old
        canvas.write("own \(progress)", at: Point(column: 0, row: 3))
        return canvas
    }

    @Test func `an app’s own is played, and a key ends it at once`() async throws {
        let fixture = try await ShellOnScreen()
        fixture.screen.transitions.clock = SteppedClock()
        let own = Self.own
        let notes = try #require(fixture.coordinator.currentApp)
        let sms = try #require(fixture.coordinator.openApps.first { $0.id == "sms" })
        fixture.frames.forget()
        await fixture.screen.transitions.play(own, from: notes, to: sms)
        #expect(fixture.frames.canvases.contains { $0.lines[3].hasPrefix("own ") })
        #expect(!fixture.frames.lines[3].hasPrefix("own "))
        fixture.frames.forget()
        fixture.keys.hasInput = true
        await fixture.screen.transitions.play(own, from: notes, to: sms)
        #expect(!fixture.frames.canvases.contains { $0.lines[3].hasPrefix("own ") })
    }

    @Test func `none is played where somebody wants none`() async throws {
        let fixture = try await ShellOnScreen()
        await fixture.keys.enter("transition none")
        let notes = try #require(fixture.coordinator.currentApp)
        fixture.frames.forget()
        await fixture.screen.transitions.play(.dissolve, from: notes, to: notes)
        #expect(fixture.frames.canvases.isEmpty)
    }

    @Test(arguments: Transition.all.map(\.name))
    func `on a large screen it costs little, and what there is of it is seen`(name: String) async throws {
        let fixture = try await ShellOnScreen(columns: 200, rows: 60)
        await fixture.keys.enter("switch sms")
        for (index, id) in ["notes", "sms"].enumerated() {
            let model = try #require(fixture.model(AppID(rawValue: id)))
            model.things = (1...60).map { "\($0) " + String(repeating: index == 0 ? "plan " : "talk ", count: 12) }
            model.opened = model.things[0]
        }
        await fixture.keys.enter("switch notes")
        await fixture.keys.enter("set transition \(name)")
        fixture.screen.transitions.clock = SteppedClock()
        fixture.frames.forget()
        _ = fixture.output.take()
        await fixture.keys.enter("switch sms")
        let bytes = fixture.output.take().utf8.count
        #expect(bytes > 5_000 && bytes <= 20_480, "\(bytes)")
        #expect(fixture.frames.lines[0].contains("▌Sms"))
        // Once the new app is there it stays.
        let texts = fixture.frames.canvases.map { $0.lines.joined() }
        let start = try #require(texts.firstIndex { $0.contains("talk") && !$0.contains("plan") })
        #expect(Set(texts[start...].filter { $0.contains("plan") }).isEmpty)
        // Where all of the screen moves, that may be too much for a single moment.
        if !name.hasPrefix("push") { #expect((Set(texts).count > 5) == (name != "none"), "\(Set(texts).count)") }
    }

    @Test(arguments: Transition.all.map(\.name).dropFirst())
    func `on a common screen many moments are seen`(name: String) async throws {
        let fixture = try await ShellOnScreen(columns: 80, rows: 24)
        await fixture.keys.enter("switch sms")
        for (id, word) in [("notes", "plan "), ("sms", "talk ")] {
            try #require(fixture.model(AppID(rawValue: id))).things = (1...9).map { "\($0) \(word)" }
        }
        await fixture.keys.enter("switch notes")
        await fixture.keys.enter("set transition \(name)")
        fixture.screen.transitions.clock = SteppedClock()
        fixture.frames.forget()
        await fixture.keys.enter("switch sms")
        let moments = Set(fixture.frames.canvases.map(\.lines)).count
        #expect(moments >= 8, "\(moments)")
    }

    @Test(arguments: [
        (nil, true), (Duration.milliseconds(20), true), (.milliseconds(100), true), (.milliseconds(101), false),
        (.seconds(3), false),
    ])
    func `none is played for a terminal that answers late, and that is told`(
        answer: Duration?, isPlayed: Bool
    ) async throws {
        let fixture = try await ShellOnScreen()
        fixture.keys.answerTime = answer
        #expect(try await self.isPlayed(on: fixture) == isPlayed)
        await fixture.keys.enter("transition")
        #expect(fixture.frames.lines.joined().contains("the connection to the terminal is slow") == !isPlayed)
        await fixture.keys.enter("transition none")
        #expect(!fixture.frames.lines.joined().contains("the connection to the terminal is slow"))
    }

    @Test func `none is played while the terminal takes long to take a frame`() async throws {
        let clock = ManualClock.nineOClock
        let line = SlowLine(clock: clock)
        let fixture = try await ShellOnScreen(clock: clock, sink: line)
        #expect(try await isPlayed(on: fixture))
        line.time = .milliseconds(150)
        await fixture.keys.enter("whoami")
        line.time = .zero
        #expect(try await isPlayed(on: fixture) == false)
        // A frame of some size that is taken at once tells that it is over.
        await fixture.keys.enter("clear")
        #expect(try await isPlayed(on: fixture))
    }

    /// Whether a transition is seen.
    private func isPlayed(on fixture: ShellOnScreen) async throws -> Bool {
        fixture.screen.transitions.clock = SteppedClock()
        let app = try #require(fixture.coordinator.currentApp)
        fixture.frames.forget()
        await fixture.screen.transitions.play(Self.own, from: app, to: app)
        return fixture.frames.canvases.contains { $0.lines[3].hasPrefix("own") }
    }
}

/// A terminal that takes its time for whatever is sent.
private final class SlowLine: ByteSink {
    private let clock: ManualClock
    private let waits = Mutex(Duration.zero)
    /// How long it takes for each piece.
    var time: Duration {
        get { waits.withLock { $0 } }
        set { waits.withLock { $0 = newValue } }
    }

    init(clock: ManualClock) { self.clock = clock }

    func write(_ bytes: UnsafeRawBufferPointer) { clock.advance(by: time) }
}

/// A clock that goes on only while somebody sleeps by it, and then at once.
private final class SteppedClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Mutex(Instant())
    var now: Instant { state.withLock { $0 } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        state.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
