// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// Returns the time, which a test must be able to set.
public protocol WallClock: Sendable {
    /// The time of day, which may be set back by its owner.
    var now: Timestamp { get }
    /// Time since some fixed point, which never goes back: for timers and limits.
    var elapsed: Duration { get }
}

/// The clock of the machine.
public struct SystemClock: WallClock {
    /// The clock of the machine.
    public init() {}

    /// The machine’s time of day, to the millisecond.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The time since the machine’s start, including what it slept.
    public var elapsed: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Duration(
            secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    }
}

/// A clock that stands still until it is moved, for scripts and tests.
public final class ManualClock: WallClock {
    private let state: Mutex<(now: Timestamp, elapsed: Duration)>

    /// A clock that stands at `now`.
    public init(now: Timestamp) {
        state = Mutex((now, .zero))
    }

    /// The time of the clock.
    public var now: Timestamp { state.withLock { $0.now } }
    /// The time by which the clock was moved forward so far.
    public var elapsed: Duration { state.withLock { $0.elapsed } }

    /// Moves the clock; a negative duration sets the time of day back and leaves `elapsed` alone.
    public func advance(by duration: Duration) {
        state.withLock { state in
            state.now = state.now + duration
            state.elapsed += max(duration, .zero)
        }
    }

    /// Sets the time of day.
    public func set(to now: Timestamp) {
        state.withLock { $0.now = now }
    }
}
