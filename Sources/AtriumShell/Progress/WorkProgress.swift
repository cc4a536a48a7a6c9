// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation

/// The progress, the speed and the remaining time of long work.
///
/// A value that gets the number of finished steps with the time of a monotonic clock; it asks no clock itself.
///
/// ```swift
/// var progress = WorkProgress(unit: .items, startedAt: clock.elapsed)
/// progress.advance(to: 500, of: 29_000, at: clock.elapsed)
/// ```
public struct WorkProgress: Hashable, Sendable {
    /// The unit of the count.
    public enum Unit: Hashable, Sendable {
        /// Things, such as notes.
        case items
        /// Bytes of a file.
        case bytes
    }

    /// The unit of the count.
    public let unit: Unit
    /// The start of the work.
    public let startedAt: Duration
    /// The number of finished steps.
    public private(set) var done = 0
    /// The number of all steps; `nil` while it is not known.
    public private(set) var total: Int?
    /// The time of the last step.
    private var lastAt: Duration
    /// The number of finished steps when `lastAt` was set.
    private var lastDone = 0
    /// The moving average of the speed, as if the work had stood still before it started.
    private var average = 0.0

    /// The time in seconds after which a speed has lost most of its weight.
    private static let memory = 5.0
    /// The time in seconds that work must have gone on before its end is estimated.
    private static let patience = 1.0

    /// Work of which nothing is done.
    public init(unit: Unit, startedAt: Duration) {
        self.unit = unit
        self.startedAt = startedAt
        lastAt = startedAt
    }

    /// Records the progress of the work, at a moment of the clock that `startedAt` is of.
    public mutating func advance(to done: Int, of total: Int?, at elapsed: Duration) {
        self.done = max(done, 0)
        self.total = total.map { max($0, 0) }
        let seconds = (elapsed - lastAt) / .seconds(1)
        // Steps that take no time at all count with the next one.
        guard seconds > 0 else { return }
        let weight = 1 - exp(-seconds / Self.memory)
        average += weight * (Double(max(0, self.done - lastDone)) / seconds - average)
        lastAt = elapsed
        lastDone = self.done
    }
}

extension WorkProgress {
    /// The part that is done, from 0 to 1; `nil` while the total is not known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(done) / Double(total)) : 1
    }

    /// The number of steps per second lately; `nil` before any time has passed.
    ///
    /// An exponential moving average whose first values are corrected for having started at 0 (D. P. Kingma and J. Ba,
    /// “Adam”, 2015, section 3), so that at the start it is the average of all steps.
    public var rate: Double? {
        let seconds = (lastAt - startedAt) / .seconds(1)
        guard seconds > 0 else { return nil }
        return average / (1 - exp(-seconds / Self.memory))
    }

    /// The estimated rest at this rate, in whole seconds, rounded up; `nil` if it cannot be estimated.
    public var remaining: Duration? {
        guard let total, let rate, rate > 0, (lastAt - startedAt) / .seconds(1) >= Self.patience else { return nil }
        let seconds = (Double(max(0, total - done)) / rate).rounded(.up)
        // Longer than a month is no estimate but a sign that nothing moves.
        return seconds < 2_592_000 ? .seconds(Int(seconds)) : nil
    }
}

/// Measures one piece of work by a clock.
struct ProgressMeter {
    private let clock: any WallClock
    private let startedAt: Duration
    /// The progress of the work; `nil` before it has reported any.
    private(set) var progress: WorkProgress?

    /// Measures work that starts now, or has started at this time of the clock.
    init(clock: any WallClock, startedAt: Duration? = nil) {
        self.clock = clock
        self.startedAt = startedAt ?? clock.elapsed
    }

    /// Records the progress of the work; another unit is another part of it, measured anew.
    mutating func advance(to done: Int, of total: Int?, unit: WorkProgress.Unit) -> WorkProgress {
        let elapsed = clock.elapsed
        var next = progress ?? WorkProgress(unit: unit, startedAt: startedAt)
        if next.unit != unit { next = WorkProgress(unit: unit, startedAt: elapsed) }
        next.advance(to: done, of: total, at: elapsed)
        progress = next
        return next
    }
}
