// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTesting
import Testing

@testable import counter

/// The counter on a screen: a test presses keys, and reads what is seen.
@MainActor
struct CounterTests {
    @Test func `it counts on the screen`() async throws {
        let shell = try await ShellOnScreen([CounterFactory()], columns: 60, rows: 10)
        #expect(shell.rows.contains { $0.contains("│ 0") })
        await shell.keys.enter("up")
        await shell.keys.enter("up")
        #expect(shell.rows.contains { $0.contains("│ 2") })
        #expect(await shell.end() == .success)
    }

    @Test func `a key is what the user has bound`() async throws {
        let shell = try await ShellOnScreen([CounterFactory()], columns: 60, rows: 10)
        shell.keys.type("u")
        await shell.keys.press("Tab")
        #expect(shell.keys.line?.text.hasPrefix("u") == true)
        await shell.keys.interrupt()
        #expect(shell.keys.line?.text == "")
        shell.resize(columns: 40, rows: 8)
        #expect(shell.rows.count == 8)
        #expect(await shell.end() == .success)
    }
}
