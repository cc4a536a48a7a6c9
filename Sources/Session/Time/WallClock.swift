// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells the time: the one thing that a test must be able to set.
public protocol WallClock: Sendable {
    /// The time of day, which may be set back by its owner.
    var now: Timestamp { get }
    /// Time since some fixed point, which never goes back: for timers and limits.
    var elapsed: Duration { get }
}
