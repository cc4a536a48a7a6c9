// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Tells the time: the one thing that a test must be able to set.
public protocol WallClock: Sendable {
    /// The time of day, which may be set back by its owner.
    var now: Timestamp { get }
    /// Time since some fixed point, which never goes back: for timers and limits.
    var elapsed: Duration { get }
}

/// The clock of the machine.
public struct SystemClock: WallClock {
    private static let start = ContinuousClock.now

    /// The clock of the machine.
    public init() {}

    /// The machine’s time of day, to the millisecond.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The time since the clock was first asked, including what the machine slept.
    public var elapsed: Duration { ContinuousClock.now - Self.start }
}
