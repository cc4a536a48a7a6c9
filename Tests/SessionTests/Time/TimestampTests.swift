// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
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

    /// What begins with a blank is read by its characters.
    @Test func `times of ISO 8601 are the same in bytes and in characters`() throws {
        var dice = Dice(seed: 5)
        let zone = try #require(Zone(secondsFromGMT: 5400))
        func padded(_ most: Int, _ digits: Int) -> String {
            String(String(10_000 + dice.roll(most)).suffix(digits))
        }
        var read = 0
        for _ in 0..<20_000 {
            let day = "\(padded(3_000, 4))-\(padded(14, 2))-\(padded(33, 2))"
            let clock = "\(padded(26, 2)):\(padded(62, 2))" + (dice.roll(3) > 0 ? ":\(padded(62, 2))" : "")
            let end = ["", ".5", ".25", ".123", ".987654", ".", "Z", ".5Z", "+0200", "x"][dice.roll(10)]
            let text = day + ["T", " ", "t"][dice.roll(3)] + clock + end
            let time = ISOTime.timestamp(text, in: zone)
            if time != nil { read += 1 }
            #expect(time == ISOTime.timestamp(" " + text, in: zone), "\(text)")
        }
        #expect(read > 1_000)
    }
}
