// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// `atrium record` on a real terminal.
@MainActor
final class RecordOnTerminalTests: ProgramOnTerminal {
    @Test func `what somebody types becomes a script that replays, without the password`() async throws {
        let secret = "nobody must ever see this"
        let terminal = try await atrium.terminal([Repository.program, "record", "it.session"], columns: 80, rows: 24)
        /// Types a line once the program asks for it, and looks at the screen first.
        func type(_ line: String, after prompt: String) async throws {
            let screen = try await terminal.screen { $0.last?.hasSuffix(prompt) == true }
            #expect(screen.last?.hasSuffix(prompt) == true, "\(screen)")
            #expect(!screen.joined().contains(secret))
            try await terminal.enter(line, isCommand: false)
        }
        try await type("# By hand", after: "atrium ❯")
        try await type("register ben", after: "atrium ❯")
        try await type(secret, after: "New password:")
        try await type(secret, after: "Once more:")
        try await type("remove 1", after: "notes ❯")
        try await type("purge 1", after: "notes ❯")
        try await type("yes", after: "(yes/no)")
        try await type("shwo", after: "notes ❯")
        try await type("quit", after: "notes ❯")
        let screen = try await terminal.screen { $0.last == "[exit 0]" }
        await terminal.end()
        #expect(screen.last == "[exit 0]", "\(screen)")
        let recorded = try String(contentsOfFile: atrium.home + "/it.session", encoding: .utf8)
        #expect(
            recorded == """
                # By hand
                $ register ben
                > password number 1 of this script
                > password number 1 of this script
                  Welcome, ben.
                @ notes
                $ remove 1
                  Moved note 1 to the trash. restore 1 brings it back.
                $ purge 1
                > yes
                  Removed note 1 for good.
                $ shwo
                ! Unknown command “shwo”. Did you mean “show”?
                ? 2
                $ quit

                """)
        #expect(!recorded.contains(secret))
        #expect(try await atrium("atrium test it.session").output == "passed  it.session\n1 passed, 0 failed\n")
    }
}
