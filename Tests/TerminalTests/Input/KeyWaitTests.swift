// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization
import Testing

@testable import Terminal

/// How Escape alone is told from the start of another key.
@MainActor
struct KeyWaitTests {
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

    /// Lets tasks go on until the condition holds, or for many turns.
    private func wait(_ condition: () -> Bool) async {
        var turns = 0
        while !condition(), turns < 10_000 {
            turns += 1
            await Task.yield()
        }
    }

    @Test func `it is alone once the time has passed, and not before`() async {
        let wait = KeyWait(clock: clock)
        var count = 0
        wait.start(.milliseconds(60)) { count += 1 }
        await self.wait { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(59))
        await self.wait { count > 0 }
        #expect(count == 0)
        clock.advance(by: .milliseconds(1))
        await self.wait { count > 0 }
        #expect(count == 1)
    }

    @Test func `a key that follows in time makes it the start of another key`() async {
        let wait = KeyWait(clock: clock)
        var count = 0
        wait.start(.milliseconds(60)) { count += 1 }
        await self.wait { clock.sleeperCount == 1 }
        wait.cancel()
        clock.advance(by: .seconds(1))
        await self.wait { count > 0 }
        #expect(count == 0)
    }

    @Test func `a second one waits anew`() async {
        let wait = KeyWait(clock: clock)
        var which: [Int] = []
        wait.start(.milliseconds(60)) { which.append(1) }
        await self.wait { clock.sleeperCount == 1 }
        clock.advance(by: .milliseconds(40))
        wait.start(.milliseconds(60)) { which.append(2) }
        await self.wait { clock.sleeperCount == 2 }
        clock.advance(by: .milliseconds(40))
        await self.wait { !which.isEmpty }
        #expect(which.isEmpty)
        clock.advance(by: .milliseconds(20))
        await self.wait { !which.isEmpty }
        #expect(which == [2])
    }

    @Test func `a letter that comes later than at once is another key, and the rest of a sequence is not`() {
        for byte in [UInt8(ascii: "f"), UInt8(ascii: "1"), 0x0D, 0x7F] {
            #expect(EscapeKey.isOneKey([byte], after: .milliseconds(5)))
            #expect(!EscapeKey.isOneKey([byte], after: .milliseconds(25)))
        }
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
