// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
import Foundation
import Testing

/// Days, clocks and zones.
struct CivilTimeTests {
    static let zones = [
        "UTC", "Europe/Paris", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Australia/Lord_Howe",
    ]
    private static let utc = Zone.gmt

    @Test(arguments: [
        (Int64(0), "1970-01-01 00:00:00"), (-1, "1969-12-31 23:59:59"), (951_782_400, "2000-02-29 00:00:00"),
        (4_107_542_400, "2100-03-01 00:00:00"), (-62_135_596_800, "0001-01-01 00:00:00"),
        (-62_167_219_201, "-0001-12-31 23:59:59"), (253_402_300_799, "9999-12-31 23:59:59"),
    ])
    func knownTimes(seconds: Int64, text: String) {
        #expect(CivilTime(Timestamp(seconds: seconds), in: Self.utc).full == text)
    }

    @Test func millisecondsBeforeTheEpochBelongToTheSecondBefore() {
        #expect(CivilTime(Timestamp(milliseconds: -1), in: Self.utc).full == "1969-12-31 23:59:59")
    }

    @Test func thereAndBackInUTCIsTheSame() {
        var dice = Dice(seed: 1)
        for _ in 0..<5_000 {
            let start = Timestamp(seconds: .random(in: -99_999_999_999...999_999_999_999, using: &dice))
            #expect(CivilTime(start, in: Self.utc).timestamp(in: Self.utc) == start)
        }
    }

    /// In the hour that a clock shows twice, either of the two is right.
    @Test(arguments: zones)
    func thereAndBackInAZoneShowsTheSame(name: String) throws {
        let zone = try #require(Zone(identifier: name))
        var dice = Dice(seed: 2)
        for _ in 0..<1_000 {
            let start = Timestamp(seconds: .random(in: 0...4_000_000_000, using: &dice))
            let shown = CivilTime(start, in: zone)
            let back = try #require(shown.timestamp(in: zone))
            #expect(CivilTime(back, in: zone) == shown)
            #expect(abs(back.milliseconds - start.milliseconds) <= 3_600_000)
        }
    }

    @Test(arguments: zones)
    func agreesWithFoundation(name: String) throws {
        let zone = try #require(Zone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: name))
        var dice = Dice(seed: 3)
        for _ in 0..<200 {
            let seconds = Int64.random(in: 0...7_000_000_000, using: &dice)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
            let time = CivilTime(Timestamp(seconds: seconds), in: zone)
            #expect(parts.year == time.year && parts.month == time.month && parts.day == time.day)
            #expect(parts.hour == time.hour && parts.minute == time.minute && parts.second == time.second)
        }
    }

    @Test func clocksChangeInParis() throws {
        let paris = try #require(Zone(identifier: "Europe/Paris"))
        let winter = try #require(CivilTime("2026-03-29T01:59:59")?.timestamp(in: paris))
        #expect(CivilTime(winter + .seconds(1), in: paris).dateAndTime == "2026-03-29 03:00")
        let before = try #require(CivilTime("2026-10-25T01:59:59")?.timestamp(in: paris))
        #expect(CivilTime(before + .seconds(3601), in: paris).dateAndTime == "2026-10-25 02:00")
    }

    @Test func everyDayFollowsTheDayBefore() throws {
        var last = CivilTime(Timestamp(seconds: -62_135_596_800), in: Self.utc)
        for day in 1...150_000 {
            let time = CivilTime(Timestamp(seconds: -62_135_596_800 + Int64(day) * 86_400), in: Self.utc)
            let isNext =
                (time.year, time.month, time.day) == (last.year, last.month, last.day + 1)
                || (time.year, time.month, time.day) == (last.year, last.month + 1, 1) && last.day >= 28
                || (time.year, time.month, time.day, last.month, last.day) == (last.year + 1, 1, 1, 12, 31)
            try #require(isNext, "\(last.date), \(time.date)")
            last = time
        }
    }

    @Test(arguments: [
        ("2026-01-31", "2026-01-31 00:00:00"), ("2026-01-31T14:02", "2026-01-31 14:02:00"),
        ("2026-01-31 14:02:09", "2026-01-31 14:02:09"), ("2026-01-31T14:02:09Z", "2026-01-31 14:02:09"),
    ])
    func reads(text: String, full: String) {
        #expect(CivilTime(text)?.full == full)
    }

    @Test(arguments: [
        "", "Z", "T", "2026", "2026-01", "2026-13-01", "2026-00-01", "2026-01-32", "2026-01-01T24:00",
        "2026-01-01T12:60",
        "2026-01-01T12:00:60", "2026-01-01T", "2026-01-01T12", "2026-01-01T1:2:3:4", "-5-01-01", "10000-01-01", "a-b-c",
        "2026-01-01Tx:y",
    ])
    func readsNothingElse(text: String) {
        #expect(CivilTime(text) == nil)
    }

    @Test(arguments: ["2026-02-29", "2026-04-31", "2100-02-29"])
    func daysThatNoCalendarHas(text: String) throws {
        #expect(try #require(CivilTime(text)).timestamp(in: Self.utc) == nil)
    }

    @Test func theEndsOfTimeDoNotTrap() {
        for milliseconds in [Int64.min, .max] {
            #expect(!CivilTime(Timestamp(milliseconds: milliseconds), in: Self.utc).full.isEmpty)
        }
    }
}
