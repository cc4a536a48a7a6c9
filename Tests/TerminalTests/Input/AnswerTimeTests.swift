// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AtriumTerminal

/// How long a terminal takes to answer.
struct AnswerTimeTests {
    @Test func `before the answer it takes at least as long as has passed`() {
        var time = AnswerTime()
        #expect(time.best(at: .seconds(1)) == nil)
        time.ask(at: .seconds(1))
        #expect(time.isWaiting && !time.isOpen)
        #expect(time.best(at: .seconds(3)) == .seconds(2))
        time.giveUp(at: .seconds(4))
        #expect(!time.isWaiting)
        // What comes after all is nobody’s.
        time.answer(at: .seconds(9))
        #expect(time.best(at: .seconds(10)) == .seconds(3))
    }

    @Test func `a quick answer is enough, and of slow ones the quickest of three counts`() {
        var time = AnswerTime()
        time.ask(at: .zero)
        time.answer(at: .milliseconds(50))
        #expect(!time.isOpen)
        time = AnswerTime()
        for milliseconds in [300, 120, 200] {
            #expect(time.isOpen)
            time.ask(at: .zero)
            time.answer(at: .milliseconds(milliseconds))
        }
        #expect(!time.isOpen)
        #expect(time.best(at: .seconds(9)) == .milliseconds(120))
    }
}
