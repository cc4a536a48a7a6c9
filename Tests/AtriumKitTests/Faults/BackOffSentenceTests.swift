// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import Testing

/// How long a wait is said to be.
struct BackOffSentenceTests {
    @Test(arguments: [
        (Duration.milliseconds(1), "1 second."), (.milliseconds(1001), "2 seconds."), (.seconds(119), "119 seconds."),
        (.seconds(120), "2 minutes."), (.seconds(121), "3 minutes."), (.seconds(900), "15 minutes."),
    ])
    func wait(wait: Duration, end: String) {
        #expect(AuthenticationFault.backOff(wait).sentence.string(in: .english).hasSuffix(" in " + end))
    }

    @Test(arguments: [(Language.french, "15 minutes"), (.simplifiedChinese, "15 分钟")])
    func otherLanguages(language: Language, part: String) {
        #expect(AuthenticationFault.backOff(.seconds(900)).sentence.string(in: language).contains(part))
    }
}
