// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import Testing

/// Days and spans of days as somebody types them.
struct PeriodTests {
    @Test(arguments: [
        ("2026-01-31", "2026-01-31", "2026-02-01"), ("tomorrow", "2026-01-02", "2026-01-03"),
        ("week", "2025-12-29", "2026-01-05"), ("本月", "2026-01-01", "2026-02-01"), ("2026", "2026-01-01", "2027-01-01"),
        ("2026-02", "2026-02-01", "2026-03-01"), ("2026-01-05..2026-01-09", "2026-01-05", "2026-01-10"),
        ("last monday..end of month", "2025-12-29", "2026-02-01"), ("3 days ago..", "2025-12-29", "9999-12-31"),
        ("..+6", "0000-01-01", "2026-01-08"), ("yesterday..", "2025-12-31", "9999-12-31"),
    ])
    func `days and spans are read`(typed: String, first: String, end: String) throws {
        let today = try #require(Day("2026-01-01"))
        let days = try Period(CommandWord(typed), of: "days").days(today: today).days
        #expect((days.lowerBound.text, days.upperBound.text) == (first, end))
    }

    @Test(arguments: [
        "", "..", "soon", "2026-13", "2026-02-30", "9", "2026-01..soon", "soon..", "..2026-13", "0000-01",
    ])
    func `what names no days is refused`(typed: String) {
        #expect(throws: CommandFault.notAPeriod(name: "days", value: typed)) {
            try Period(CommandWord(typed), of: "days")
        }
    }

    @Test func `a span that ends before it begins is refused when it is asked for`() throws {
        let period = try Period(CommandWord("2026-01-05..today"), of: "days")
        let days = try #require([Day("2026-01-04"), Day("2026-01-05")].compactMap { $0 } as [Day]?)
        #expect(throws: CommandFault.periodBackwards(name: "days", value: "2026-01-05..today")) {
            try period.days(today: days[0])
        }
        #expect(try period.days(today: days[1]).days.upperBound == Day("2026-01-06"))
    }
}
