// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A clock that stands still until it is moved, for scripts and tests.
public final class ManualClock: WallClock {
    private let state: Mutex<(now: Timestamp, elapsed: Duration)>

    /// A clock that stands at `now`.
    public init(now: Timestamp) {
        state = Mutex((now, .zero))
    }

    /// Where the clock stands.
    public var now: Timestamp { state.withLock { $0.now } }
    /// How far the clock was moved forward so far.
    public var elapsed: Duration { state.withLock { $0.elapsed } }

    /// Lets time pass; a negative duration sets the time of day back and leaves `elapsed` alone.
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
