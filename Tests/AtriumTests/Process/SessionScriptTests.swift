// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Processes
import Testing

/// Every session script beside the tests passes, in the program itself.
struct SessionScriptTests {
    /// The store that a script starts from holds what earlier scripts’ apps need, and none of what they did.
    @Test func `the scripts pass, the last one first, and exercise every command, route and setting`() async throws {
        let scripts = Repository.scripts
        try #require(scripts.count > 100)
        let atrium = try ProgramUnderTest()
        let paths = scripts.reversed().map { "'\($0)'" }.joined(separator: " ")
        let outcome = try await atrium("atrium test --jobs 1 --coverage \(paths)")
        #expect(outcome.status == 0 && outcome.error == "", "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains("\n\(scripts.count) passed, 0 failed\nAll "))
        #expect(outcome.output.hasSuffix(" commands, routes and settings are exercised.\n"))
    }

    @Test func `there are scripts for every app`() {
        for app in ["Shell", "Notes", "SMSLog", "Account", "pty"] {
            #expect(Repository.scripts.contains { $0.contains("/Sessions/\(app)/") }, "\(app)")
        }
    }
}
