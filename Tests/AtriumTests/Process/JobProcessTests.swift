// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumShell
import Foundation
import Testing

/// Long work in the built program, whose input comes from a pipe or from a terminal’s keys.
struct JobProcessTests {
    private let atrium: ProgramUnderTest
    private let ana = "--user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }

    /// A file of messages.
    private func backup(of count: Int) throws {
        let rows = (0..<count).map {
            "<sms address=\"+1555\($0 % 50)\" date=\"\(1_609_459_200_000 + $0 * 1000)\" type=\"1\" body=\"Number \($0)\" />"
        }
        let text = "<smses count=\"\(count)\">\n" + rows.joined(separator: "\n") + "\n</smses>\n"
        try text.write(toFile: atrium.home + "/big.xml", atomically: true, encoding: .utf8)
    }

    @Test func `an import goes on while others are typed, and the end of the input waits for it`() async throws {
        try backup(of: 3000)
        let outcome = try await atrium(
            "printf 'sms\\nimport big.xml &\\nnotes\\nadd Meanwhile\\nfind meanwhile | wc -l\\n' | atrium \(ana)")
        #expect(
            outcome.output
                == "Job 1: import big.xml\nAdded note 3.\n1\nImported 3,000 messages, 0 already there, 0 refused.\n")
        // How far it is is told after some seconds, which a busy machine may need.
        #expect(outcome.error.split(separator: "\n").allSatisfy { $0.contains(" %, ") }, "\(outcome.error)")
        #expect(outcome.status == 0)
    }

    @Test func `commands of the command line wait for their jobs, whose failure counts`() async throws {
        try backup(of: 10)
        let good = try await atrium("atrium \(ana) -c sms -c 'import big.xml &'")
        #expect(good.output.hasSuffix("Imported 10 messages, 0 already there, 0 refused.\n"))
        #expect(good.status == 0)
        let bad = try await atrium("atrium \(ana) -c sms -c 'import missing.xml &' -c 'contacts > there'")
        #expect(bad.error.hasSuffix("missing.xml: there is no such file or folder.\n"))
        #expect(bad.status == 1)
        #expect(FileManager.default.fileExists(atPath: atrium.home + "/there"))
    }

    @Test func `an alias does not change how the end of the input waits`() async throws {
        let outcome = try await atrium("printf 'alias fg = delete\\nlist is:todo &\\n' | atrium \(ana)")
        #expect(outcome.status == 0)
        let trash = try await atrium("atrium \(ana) -c 'list --trash'")
        #expect(trash.output == "The trash is empty.\n" || !trash.output.contains("1"))
    }

    /// The program would wait for ever if it blocked while nothing is typed.
    @Test func `a job ends while the input is open and nothing comes`() async throws {
        try backup(of: 10)
        let outcome = try await atrium(
            """
            mkfifo in out
            atrium \(ana) --json < in > out &
            exec 3> in 4< out
            printf 'sms\\nimport big.xml &\\n' >&3
            read -r started <&4
            read -r ended <&4
            echo "$ended"
            exec 3>&-
            wait
            """)
        #expect(outcome.output.hasPrefix(#"{"job":1,"reply":{"message":"Imported 10 messages,"#), "\(outcome.output)")
        #expect(outcome.status == 0)
    }
}
