// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Measures one piece of work by a clock.
struct ProgressMeter {
    private let clock: any WallClock
    private let startedAt: Duration
    /// How far the work has come; nil before it has told anything.
    private(set) var progress: WorkProgress?

    /// Measures work that starts now.
    init(clock: any WallClock) {
        self.clock = clock
        startedAt = clock.elapsed
    }

    /// Notes how far the work has come; another unit is another part of it, measured anew.
    mutating func advance(to done: Int, of total: Int?, unit: WorkProgress.Unit) -> WorkProgress {
        let elapsed = clock.elapsed
        var next = progress ?? WorkProgress(unit: unit, startedAt: startedAt)
        if next.unit != unit { next = WorkProgress(unit: unit, startedAt: elapsed) }
        next.advance(to: done, of: total, at: elapsed)
        progress = next
        return next
    }
}
