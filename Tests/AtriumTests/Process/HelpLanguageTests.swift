// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

/// What the command line says of itself, in other languages than English.
struct HelpLanguageTests {
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
}
