// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Testing

struct CommandHistoryTests {
    @Test func `the newest lines are kept, under the numbers that they were typed as`() {
        var history = CommandHistory()
        for number in 1...100_000 { history.append("line \(number)") }
        let entries = history.entries
        #expect(entries.count >= CommandHistory.limit && entries.count < 2 * CommandHistory.limit)
        #expect(entries.last?.number == 100_000)
        #expect(entries.allSatisfy { $0.line == "line \($0.number)" })
    }
}
