// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

import ArgumentParser
import AtriumWorlds
@testable import AtriumProgram
@testable import atrium

/// The options of a start, read without ArgumentParser.
struct StartOptionsTests {
    @MainActor
    @Test func `what is read is what ArgumentParser reads`() throws {
        let pool = [
            "-c", "--json", "--plain", "--user", "--home", "--password-file", "--store", "--color", "--lang", "--open",
            "ana", "list", "memory", "sqlite", "never", "fr", "zh-Hans", "notes/3", "", "-", "--", "test", "--help",
            "--user=ana", "-x", "add -- x", "demo",
        ]
        var generator = SystemRandomNumberGenerator()
        var read = 0
        try ShellProgram.atrium.asCommandLine {
            for _ in 0..<400 {
                let words = (0..<Int.random(in: 0...5, using: &generator)).map { _ in pool.randomElement() ?? "" }
                guard let options = StartOptions(words) else { continue }
                read += 1
                let parsed = try RootCommand.parseAsRoot(words) as? RootCommand
                #expect(parsed.map { $0.data.added(to: $0.output.values) } == options.program, "\(words)")
                #expect(parsed?.typed.commands == options.commands, "\(words)")
                #expect(parsed?.open == options.open, "\(words)")
            }
        }
        #expect(read > 10)
    }

    @Test(arguments: [
        ["test", "x"], ["--help"], ["--version"], ["--user"], ["--user", "-x"], ["--user=ana"], ["--home", ""],
        ["--store", "paper"], ["--lang", "de"], ["--json", "--json"], ["--user", "a", "--user", "b"], ["-c"], ["--"],
    ])
    func `what is unusual is left to ArgumentParser`(words: [String]) {
        #expect(StartOptions(words) == nil)
    }

    @Test func `commands come in their order`() {
        let options = StartOptions(["--user", "ana", "-c", "add x", "--json", "-c", "list"])
        #expect(options?.commands == ["add x", "list"])
        #expect(options?.program.user == "ana")
        #expect(options?.program.json == true)
        #expect(StartOptions([])?.program == ProgramOptions())
    }
}
