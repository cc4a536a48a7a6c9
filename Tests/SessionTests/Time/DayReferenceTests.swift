// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
import Testing

/// Days as somebody types them.
struct DayReferenceTests {
    private let today: Day? = Day(year: 2026, month: 1, day: 1)

    private func day(_ text: String) -> String? {
        guard let today else { return nil }
        return DayReference(text)?.day(today: today).text
    }

    @Test(arguments: [
        ("2026-02-28", "2026-02-28"), ("2026-2-3", "2026-02-03"), ("today", "2026-01-01"), ("Tomorrow", "2026-01-02"),
        ("yesterday", "2025-12-31"), ("aujourd’hui", "2026-01-01"), ("aujourd'hui", "2026-01-01"),
        ("DEMAIN", "2026-01-02"), ("hier", "2025-12-31"), ("今天", "2026-01-01"), ("明天", "2026-01-02"),
        ("昨天", "2025-12-31"), ("Après-demain", "2026-01-03"), ("avant-hier", "2025-12-30"), ("后天", "2026-01-03"),
        ("前天", "2025-12-30"), ("大后天", "2026-01-04"), ("+3", "2026-01-04"), ("+0", "2026-01-01"), ("-1", "2025-12-31"),
    ])
    func `a day is read in every language`(text: String, meant: String) {
        #expect(day(text) == meant)
    }

    @Test(arguments: [
        ("2027年2月1日", "2027-02-01"), ("2027年02月01号", "2027-02-01"), ("2月1日", "2026-02-01"),
        ("1月1日", "2026-01-01"), ("2月29日", "2028-02-29"), ("1er février 2027", "2027-02-01"),
        ("1er février", "2026-02-01"), ("2 Fevrier", "2026-02-02"), ("3 févr.", "2026-02-03"),
        ("15 août", "2026-08-15"), ("4 July 2027", "2027-07-04"), ("lundi prochain", "2026-01-05"),
        ("本周五", "2026-01-02"), ("这周一", "2025-12-29"), ("下周一", "2026-01-05"), ("下星期天", "2026-01-11"),
        ("下下周四", "2026-01-15"), ("上周日", "2025-12-28"),
    ])
    func `a date in words is read in every language`(text: String, meant: String) {
        #expect(day(text) == meant)
    }

    /// Today is a Thursday.
    @Test(arguments: [
        ("next friday", "2026-01-02"), ("Next Thursday", "2026-01-08"), ("next mon", "2026-01-05"),
        ("last monday", "2025-12-29"), ("last thursday", "2025-12-25"), ("Last Fri", "2025-12-26"),
        ("in 3 days", "2026-01-04"), ("in 1 day", "2026-01-02"), ("in a week", "2026-01-08"),
        ("in 2 weeks", "2026-01-15"),
        ("3 days ago", "2025-12-29"), ("a day ago", "2025-12-31"), ("2 weeks ago", "2025-12-18"),
        ("in a month", "2026-02-01"), ("14 months ago", "2024-11-01"), ("in 2 years", "2028-01-01"),
        ("end of month", "2026-01-31"), ("End of the month", "2026-01-31"), ("end of week", "2026-01-04"),
        ("end of year", "2026-12-31"),
        ("lundi dernier", "2025-12-29"), ("jeudi prochain", "2026-01-08"), ("dans 3 jours", "2026-01-04"),
        ("dans une semaine", "2026-01-08"), ("il y a 3 jours", "2025-12-29"), ("il y a un an", "2025-01-01"),
        ("fin du mois", "2026-01-31"), ("3天后", "2026-01-04"), ("3 天后", "2026-01-04"), ("2周前", "2025-12-18"),
        ("1个月后", "2026-02-01"),
        ("月底", "2026-01-31"), ("年底", "2026-12-31"),
    ])
    func `a phrase about today is read in every language`(text: String, meant: String) {
        #expect(day(text) == meant)
    }

    @Test(arguments: [
        ("2026-01-31", "in a month", "2026-02-28"), ("2028-01-31", "in a month", "2028-02-29"),
        ("2026-12-31", "in 2 months", "2027-02-28"), ("2026-03-31", "a month ago", "2026-02-28"),
        ("2026-02-03", "end of month", "2026-02-28"), ("2026-04-30", "end of month", "2026-04-30"),
        ("2026-12-31", "end of year", "2026-12-31"), ("2028-02-29", "in a year", "2029-02-28"),
    ])
    func `a month from the last day is the last day of a shorter one`(today: String, text: String, meant: String) throws
    {
        let today = try #require(Day(today))
        #expect(DayReference(text)?.day(today: today).text == meant)
    }

    @Test(arguments: [
        "2027年2月", "2月30日", "31 février", "1er", "er février", "1 brumaire", "下周", "下", "下周八", "prochain",
    ])
    func `words that name no day are none`(text: String) {
        #expect(DayReference(text) == nil)
    }

    @Test(arguments: [("2027年2月", "2027-02-01", 28), ("2027年", "2027-01-01", 365), ("2027年2月1日", "2027-02-01", 1)])
    func `a month and a year of Chinese are spans`(text: String, first: String, count: Int) throws {
        let now = try #require(today)
        let days = try #require(DateSpan(text, today: now)?.days)
        #expect(days.lowerBound.text == first)
        #expect(days.lowerBound.adding(days: count) == days.upperBound)
        #expect(DateSpan.hasForm(text))
    }

    @Test(arguments: [
        "本周一", "下周日", "上上周三", "2月29日", "12月1日", "last monday", "in 2 months", "14 months ago", "end of month",
    ])
    func `a date in words is written so that it can be typed`(text: String) {
        #expect(DayReference(text)?.text == text)
    }

    @Test(arguments: [
        "", "+", "-", "2026-02-30", "2026-13-01", "2026-01", "next week", "next", "last", "in days", "in 3",
        "3 days", "days ago", "in -3 days", "in 36501 days", "in 1201 months", "in 3 hours", "end of", "+36501", "+-1",
        "++1", "+１",
        "99999999999999999999",
    ])
    func `what names no day is none`(text: String) {
        #expect(DayReference(text) == nil)
    }

    @Test func `what is written is read back`() {
        var dice = Dice(seed: 3)
        for _ in 0..<500 {
            let reference: DayReference
            if let day = Day(year: dice.roll(10_000), month: dice.roll(12) + 1, day: dice.roll(28) + 1),
                dice.roll(2) == 0
            {
                reference = .day(day)
            } else {
                reference = .fromToday(dice.roll(73_001) - 36_500)
            }
            #expect(DayReference(reference.text) == reference)
        }
    }
}
