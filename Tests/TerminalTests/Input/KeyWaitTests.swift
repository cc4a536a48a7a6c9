// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization
import Testing
import Waiting

@testable import AtriumTerminal

/// How Escape alone is told from the start of another key.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct KeyWaitTests {
    /// A clock that a test moves.
    private final class MovedClock: Clock {
        struct Instant: InstantProtocol {
            var offset: Duration
            func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
            func duration(to other: Instant) -> Duration { other.offset - offset }
            static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        }

        private struct Sleeper {
            let deadline: Instant
            let continuation: CheckedContinuation<Void, Never>
        }

        private struct State {
            var now = Instant(offset: .zero)
            var sleepers: [Sleeper] = []
        }

        private let state = Mutex(State())

        var now: Instant { state.withLock { $0.now } }
        var minimumResolution: Duration { .zero }
        var sleeperCount: Int { state.withLock { $0.sleepers.count } }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            await withCheckedContinuation { continuation in
                state.withLock { $0.sleepers.append(Sleeper(deadline: deadline, continuation: continuation)) }
            }
        }

        func advance(by duration: Duration) {
            let due = state.withLock { state in
                state.now = state.now.advanced(by: duration)
                let due = state.sleepers.filter { $0.deadline <= state.now }
                state.sleepers.removeAll { $0.deadline <= state.now }
                return due
            }
            for sleeper in due { sleeper.continuation.resume() }
        }
    }

    private let clock = MovedClock()

    /// Lets the clock go on, and returns once everything is done that was due by then.
    private func pass(_ time: Duration) async throws {
        let last = KeyWait(clock: clock)
        let sleepers = clock.sleeperCount
        var isOver = false
        last.start(time) { isOver = true }
        try await Waiting.wait(until: "the last one waits") { clock.sleeperCount == sleepers + 1 }
        clock.advance(by: time)
        try await Waiting.wait(until: "the last one is alone") { isOver }
    }

    @Test func `it is alone once the time has passed, and not before`() async throws {
        let wait = KeyWait(clock: clock)
        var count = 0
        wait.start(.milliseconds(60)) { count += 1 }
        try await Waiting.wait(until: "the key waits") { clock.sleeperCount == 1 }
        try await pass(.milliseconds(59))
        #expect(count == 0)
        try await pass(.milliseconds(1))
        #expect(count == 1)
    }

    @Test func `a key that follows in time makes it the start of another key`() async throws {
        let wait = KeyWait(clock: clock)
        var count = 0
        wait.start(.milliseconds(60)) { count += 1 }
        try await Waiting.wait(until: "the key waits") { clock.sleeperCount == 1 }
        wait.cancel()
        try await pass(.seconds(1))
        #expect(count == 0)
    }

    @Test func `a second one waits anew`() async throws {
        let wait = KeyWait(clock: clock)
        var which: [Int] = []
        wait.start(.milliseconds(60)) { which.append(1) }
        try await Waiting.wait(until: "the first one waits") { clock.sleeperCount == 1 }
        try await pass(.milliseconds(40))
        wait.start(.milliseconds(60)) { which.append(2) }
        try await Waiting.wait(until: "the second one waits") { clock.sleeperCount == 2 }
        try await pass(.milliseconds(40))
        #expect(which.isEmpty)
        try await pass(.milliseconds(20))
        #expect(which == [2])
    }

    @Test func `a letter that comes later than at once is another key, and the rest of a sequence is not`() {
        for byte in [UInt8(ascii: "f"), UInt8(ascii: "1"), 0x7F] {
            #expect(EscapeKey.isOneKey([byte], after: .milliseconds(5)))
            #expect(!EscapeKey.isOneKey([byte], after: .milliseconds(25)))
        }
        // Alt-Enter may come in two pieces: Enter does not follow Escape so soon otherwise.
        #expect(EscapeKey.isOneKey([0x0D], after: .milliseconds(59)))
        for byte in [UInt8(ascii: "["), UInt8(ascii: "O")] {
            #expect(EscapeKey.isOneKey([byte], after: .milliseconds(59)))
        }
    }

    @Test func `Escape twice is a key with Alt where that means something, and else two keys`() throws {
        ReadlineKeys.bind([(try #require(KeySequence("M-Up")), "up"), (.escape, "cancel")])
        defer { ReadlineKeys.bind([]) }
        #expect(EscapeKey.isOneKey(Array("\u{1B}[A".utf8), after: .zero))
        for other in ["\u{1B}", "\u{1B}[F", "\u{1B}[5~", "\u{1B}OF"] {
            #expect(!EscapeKey.isOneKey(Array(other.utf8), after: .zero))
        }
    }
}
