// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

/// Clocks that stand still, and the one that does not.
struct ClockTests {
    @Test func aManualClockStandsStillUntilMoved() {
        let clock = ManualClock(now: Timestamp(seconds: 100))
        #expect(clock.now == Timestamp(seconds: 100) && clock.elapsed == .zero)
        clock.advance(by: .seconds(31 * 60))
        #expect(clock.now == Timestamp(seconds: 100 + 31 * 60) && clock.elapsed == .seconds(31 * 60))
    }

    @Test func settingTheTimeOfDayBackLetsNoTimePass() {
        let clock = ManualClock(now: Timestamp(seconds: 100))
        clock.advance(by: .seconds(10))
        clock.advance(by: .seconds(-50))
        #expect(clock.now == Timestamp(seconds: 60) && clock.elapsed == .seconds(10))
        clock.set(to: Timestamp(seconds: 5))
        #expect(clock.now == Timestamp(seconds: 5) && clock.elapsed == .seconds(10))
    }

    @Test func theSystemClockNeverGoesBack() {
        let clock = SystemClock()
        var last = clock.elapsed
        for _ in 0..<1_000 {
            let elapsed = clock.elapsed
            #expect(elapsed >= last)
            last = elapsed
        }
        // 2020-01-01: a machine without a set clock starts in 1970.
        #expect(clock.now > Timestamp(seconds: 1_577_836_800))
    }
}
