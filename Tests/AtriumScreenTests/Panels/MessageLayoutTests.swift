// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import Testing

@testable import AtriumKit
@testable import AtriumScreen

/// The layout of messages, which is the same at every width.
@MainActor
struct MessageLayoutTests {
    private func lines(_ message: Block.Message, columns: Int) -> [StyledText] {
        let layout = DocumentLayout(
            DocumentView(title: "T", parts: [[Block(.message(message))]]), width: columns)
        return (0..<layout.count).map { layout[$0] }
    }

    @Test(arguments: [26, 40, 60, 100]) func `the text stands behind its time`(columns: Int) {
        let words = Array(repeating: "words", count: 30).joined(separator: " ")
        let message = Block.Message(head: "← 18:05", lines: [words], isOwn: false)
        let lines = lines(message, columns: columns).map(\.text)
        #expect(lines.count > 1)
        #expect(lines[0].hasPrefix("← 18:05 words"))
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("        words") })
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    @Test func `an author comes before the text, and the state behind it if there is room`() {
        let message = Block.Message(
            head: "→ 18:05", name: "Grace", lines: ["Sunday?", "Or Monday"],
            status: StyledText("failed", .warning), isOwn: true)
        #expect(lines(message, columns: 40).map(\.text) == ["→ 18:05 Grace: Sunday?", "        Or Monday · failed"])
        #expect(
            lines(message, columns: 26).map(\.text)
                == ["→ 18:05 Grace: Sunday?", "        Or Monday", "        failed"])
        let status = lines(message, columns: 26).last?.spans.last
        #expect(status?.marks.style(accent: nil).foreground == .warning)
        // Without room for both the time has a line of its own.
        #expect(
            lines(message, columns: 22).map(\.text)
                == ["→ 18:05", " Grace: Sunday?", " Or Monday · failed"])
    }
}
