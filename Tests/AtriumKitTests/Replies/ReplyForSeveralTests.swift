// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

@testable import AtriumKit

/// What is said of a command that was performed for several things.
struct ReplyForSeveralTests {
    private func reply(_ text: String, status: AtriumKit.ExitStatus = .success) -> Reply {
        Reply(
            .message(LocalizedText(verbatim: text), facts: []), notices: [LocalizedText(verbatim: "on " + text)],
            status: status)
    }

    private func sentence(_ reply: Reply) -> String? {
        if case .message(let text, _) = reply.body { text.string(in: .english) } else { nil }
    }

    @Test func `each of a few things has its sentence, and nothing that was said beside it is lost`() {
        let both = Reply(forEach: [reply("One."), reply("Two.", status: .failure)]) { "\($0)" }
        #expect(sentence(both) == "One. Two.")
        #expect(both.notices.map { $0.string(in: .english) } == ["on One.", "on Two."])
        #expect(both.status == .failure)
    }

    @Test func `of many things, and of what is no sentence, their number is said`() {
        #expect(sentence(Reply(forEach: (1...4).map { reply("\($0).") }) { "\($0) items" }) == "4 items")
        #expect(sentence(Reply(forEach: [reply("One."), Reply(.nothing)]) { "\($0) items" }) == "2 items")
    }
}
