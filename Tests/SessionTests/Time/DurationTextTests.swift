// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
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
        (0, ["0 s", "0 s", "0 秒"]), (65, ["1 min 5 s", "1 min 5 s", "1 分钟 5 秒"]),
        (90_000, ["1 d 1 h", "1 j 1 h", "1 天 1 小时"]), (86_401, ["1 d", "1 j", "1 天"]),
        (216_000, ["2 d 12 h", "2 j 12 h", "2 天 12 小时"]), (3_600, ["1 h", "1 h", "1 小时"]),
    ])
    func `a length of time is told in its two largest units, as it is read`(seconds: Int, texts: [String]) {
        let told = [Language.english, .french, .simplifiedChinese].map {
            DurationText.text(of: .seconds(seconds), in: $0)
        }
        #expect(told == texts)
        for text in told { #expect(DurationText.duration(text) == .seconds(seconds == 86_401 ? 86_400 : seconds)) }
    }

    @Test(arguments: [
        "", " ", "15", "m", "m15", "-5m", "+5m", "1.5h", "5 m m", "1 month", "1y", "９m", "9999999999s", "1h30",
        "999999999d",
    ])
    func `anything else is none`(text: String) {
        #expect(DurationText.duration(text) == nil)
    }
}
