// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Session
import Testing

/// Points in time and what is added to them.
struct TimestampTests {
    @Test func addsMilliseconds() {
        let start = Timestamp(milliseconds: 1_500)
        #expect(start + .seconds(2) == Timestamp(milliseconds: 3_500))
        #expect(start + .milliseconds(-1_501) == Timestamp(milliseconds: -1))
        #expect(start + .microseconds(999) == start)
    }

    @Test func addingIsAddingMilliseconds() {
        var dice = Dice(seed: 4)
        for _ in 0..<1_000 {
            let start = Int64.random(in: -1 << 60...1 << 60, using: &dice)
            let added = Int64.random(in: -1 << 50...1 << 50, using: &dice)
            #expect(Timestamp(milliseconds: start) + .milliseconds(added) == Timestamp(milliseconds: start + added))
        }
    }

    @Test func saturatesAtTheEnds() {
        #expect(Timestamp(milliseconds: .max) + .milliseconds(1) == Timestamp(milliseconds: .max))
        #expect(Timestamp(milliseconds: .min) + .seconds(-1) == Timestamp(milliseconds: .min))
        #expect(Timestamp(milliseconds: 0) + .seconds(Int64.max) == Timestamp(milliseconds: .max))
        #expect(Timestamp(milliseconds: 0) + .seconds(Int64.min) == Timestamp(milliseconds: .min))
    }

    @Test func orderIsThatOfTime() {
        #expect([3, -2, 0].map { Timestamp(seconds: $0) }.sorted() == [-2, 0, 3].map { Timestamp(seconds: $0) })
    }
}
