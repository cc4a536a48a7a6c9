// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Session
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
        "", "+", "-", "2026-02-30", "2026-13-01", "2026-01", "next week", "+36501", "+-1", "++1", "+１",
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
