// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumShell
import Testing

struct WorkProgressTests {
    @Test func `nothing is guessed before time has passed`() {
        var progress = WorkProgress(unit: .items, startedAt: .seconds(7))
        #expect(progress.rate == nil && progress.remaining == nil && progress.fraction == nil)
        progress.advance(to: 500, of: 1000, at: .seconds(7))
        #expect(progress.rate == nil && progress.remaining == nil)
        #expect(progress.fraction == 0.5)
        progress.advance(to: 500, of: 1000, at: .milliseconds(7500))
        #expect(progress.rate.map { abs($0 - 1000) < 1e-6 } == true)
        #expect(progress.remaining == nil, "half a second is too little to guess from")
    }

    @Test func `steady work has its rate, and ends when it says`() throws {
        var progress = WorkProgress(unit: .items, startedAt: .zero)
        for step in 1...50 { progress.advance(to: step * 310, of: 31_000, at: .milliseconds(100 * step)) }
        let rate = try #require(progress.rate)
        #expect(abs(rate - 3100) < 1e-6)
        #expect(progress.remaining == .seconds(5))
        #expect(progress.fraction == 0.5)
    }

    @Test func `the rate follows a change, but does not jump with it`() throws {
        var progress = WorkProgress(unit: .items, startedAt: .zero)
        for second in 1...20 { progress.advance(to: second * 1000, of: nil, at: .seconds(second)) }
        progress.advance(to: 20_100, of: nil, at: .seconds(21))
        let soon = try #require(progress.rate)
        #expect(soon > 700 && soon < 1000)
        for second in 22...60 { progress.advance(to: 18_000 + second * 100, of: nil, at: .seconds(second)) }
        let later = try #require(progress.rate)
        #expect(later > 99 && later < 110)
        #expect(progress.fraction == nil && progress.remaining == nil)
    }

    @Test func `work that stands still, goes back or is more than all gives no nonsense`() {
        var progress = WorkProgress(unit: .bytes, startedAt: .zero)
        progress.advance(to: 0, of: 100, at: .seconds(5))
        #expect(progress.rate == 0 && progress.remaining == nil)
        progress.advance(to: 200, of: 100, at: .seconds(6))
        #expect(progress.fraction == 1 && progress.remaining == .zero)
        progress.advance(to: -5, of: -1, at: .seconds(7))
        #expect(progress.done == 0 && progress.total == 0 && progress.fraction == 1)
        progress.advance(to: 1, of: .max, at: .seconds(8))
        #expect(progress.remaining == nil, "longer than a month is no estimate")
    }

    @Test func `another unit is another part of the work`() {
        let clock = ManualClock(now: Timestamp(seconds: 0))
        var meter = ProgressMeter(clock: clock)
        clock.advance(by: .seconds(2))
        #expect(meter.advance(to: 100, of: nil, unit: .bytes).rate == 50)
        clock.advance(by: .seconds(1))
        let items = meter.advance(to: 3, of: 6, unit: .items)
        #expect(items.unit == .items && items.rate == nil && items.fraction == 0.5)
    }
}
