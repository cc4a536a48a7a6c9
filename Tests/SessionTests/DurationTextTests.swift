// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Testing

struct DurationTextTests {
    @Test(arguments: [
        ("90s", 90), ("15m", 900), ("1d12h", 129_600), ("2 hours", 7_200), ("30 分钟", 1_800), ("30分钟", 1_800),
        ("1 heure 30 min", 5_400), ("2 J", 172_800), ("0s", 0), ("1h 1h", 7_200),
    ])
    func `a number and its unit are a length of time in three languages`(text: String, seconds: Int) {
        #expect(DurationText.duration(text) == .seconds(seconds))
    }

    @Test(arguments: [
        "", " ", "15", "m", "m15", "-5m", "+5m", "1.5h", "5 m m", "1 month", "1y", "９m", "9999999999s", "1h30",
        "999999999d",
    ])
    func `anything else is none`(text: String) {
        #expect(DurationText.duration(text) == nil)
    }
}
