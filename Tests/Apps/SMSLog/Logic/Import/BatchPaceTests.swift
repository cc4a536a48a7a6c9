// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import SMSLogLogic

@Suite struct BatchPaceTests {
    @Test func othersCanWriteAsSoonAsTheLockWouldBeHeldForTooLong() {
        var pace = BatchPace()
        pace.stored(1000, in: BatchPace.target / 8)
        #expect(!pace.isPauseDue)
        pace.stored(2000, in: BatchPace.target / 4)
        #expect(!pace.isPauseDue)
        pace.stored(4000, in: BatchPace.target / 2)
        #expect(pace.isPauseDue)
        pace.paused()
        pace.stored(pace.messages, in: BatchPace.target / 8)
        #expect(!pace.isPauseDue)
    }

    @Test func batchesGrowAndShrinkTowardsTheirTime() {
        var pace = BatchPace()
        for _ in 0..<9 { pace.stored(pace.messages, in: BatchPace.target / 10) }
        #expect(pace.messages == BatchPace.range.upperBound)
        for _ in 0..<3 { pace.stored(16_000, in: .seconds(7)) }
        #expect(pace.messages == BatchPace.range.upperBound)
        pace.stored(16_000, in: .seconds(7))
        #expect(pace.messages == 8000)
        for _ in 0..<4 { pace.stored(8000, in: BatchPace.target * 4 / 3) }
        #expect((5998...6000).contains(pace.messages))
        for _ in 0..<9 { pace.stored(pace.messages, in: .seconds(7)) }
        #expect(pace.messages == BatchPace.range.lowerBound)
    }
}
