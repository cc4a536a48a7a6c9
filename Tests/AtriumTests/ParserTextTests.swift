// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Session
import Testing

@testable import AtriumProgram

/// What the command line’s parser says, in other languages than its own.
struct ParserTextTests {
    private static let english = [
        "OVERVIEW", "USAGE:", "OPTIONS:", "ARGUMENTS:", "SUBCOMMANDS", "Show ", "See '", "default", "values", "Error",
        "Help:", "Usage:", "Missing", "Unknown", "Unexpected", "invalid", "Please", "Did you", "<dir>", "<file>",
    ]

    @Test(arguments: [Language.french, .simplifiedChinese])
    func `no English is left in help and mistakes`(language: Language) async throws {
        let atrium = try ProgramUnderTest()
        let lines = [
            "--help", "test --help", "run --help", "record --help", "demo --help", "bench --help", "manual --help",
            "--foo", "--hone x", "--store x", "--home", "test", "run a b", "run a b c", "test --jobs x f", "tset",
        ]
        for line in lines {
            let outcome = try await atrium("atrium --lang \(language.rawValue) \(line)")
            let said = outcome.output + outcome.error
            #expect(!said.isEmpty)
            // Arguments are written as the system’s own.
            let words =
                language == .french
                ? Self.english.filter { !["USAGE:", "ARGUMENTS:", "OPTIONS:"].contains($0) } : Self.english
            for word in words { #expect(!said.contains(word), "\(line): \(said)") }
        }
    }

    @Test func `columns stay in line, and English is as it was`() {
        let text = "OPTIONS:\n  --home <dir>            The folder.\n  -h, --help              Show help information.\n"
        #expect(ParserText(language: .english).translated(text) == text)
        #expect(
            ParserText(language: .simplifiedChinese).translated(text)
                == "选项：\n  --home <文件夹>         The folder.\n  -h, --help              显示帮助。\n")
    }
}
