// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import AtriumWorlds
import Testing

@testable import AtriumKit

/// A text of several lines whose login ends before it does.
@MainActor
struct TextCaptureTests {
    private final class Kept {
        var last: String?
    }

    @Test func `it is kept as a whole where the login does not hold any more`() async throws {
        let kept = Kept()
        let context = CommandContext(
            language: .english, world: .test(), prompter: CannedPrompter(["one", "two", "."]),
            requireLogin: { throw AuthenticationFault.notLoggedIn })
        let prompts = TextCapture.Prompts(
            title: LocalizedText(verbatim: ""), first: LocalizedText(verbatim: ""))
        let capture = TextCapture(prompts, in: context) { kept.last = $0 }
        await #expect(throws: TextCapture.Fault.loginEnded(.notLoggedIn)) {
            try await capture.lines(endingWithDot: true)
        }
        #expect(kept.last == "one\ntwo")
    }

    @Test func `the end of the input ends one that may not be kept`() async throws {
        let context = CommandContext(language: .english, world: .test(), prompter: CannedPrompter(["one", "two"]))
        let prompts = TextCapture.Prompts(title: LocalizedText(verbatim: ""), first: LocalizedText(verbatim: ""))
        let secret = TextCapture(prompts, in: context, keep: nil)
        #expect(try await secret.lines(endingWithDot: true) == "one\ntwo")
    }
}
