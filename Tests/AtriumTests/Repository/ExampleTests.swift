// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import AtriumShell
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The repository’s scripts show everything that help shows.
@MainActor
struct ExampleTests {
    private var catalog: [any AppFactory] { get throws { try ShellProgram.atrium.factories() } }

    /// End with their input, which a script’s commands share: other tests run them.
    private static let beyondScripts = ["add -", "modify 3 -"]

    @Test func `a text that ends with the input is an example too`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            "printf 'a\\n.\\nb' | atrium --user ana --password-file password -c 'add -' -c 'show 3'")
        #expect(outcome.output.hasPrefix("Added note 3.\n"), "\(outcome.error)")
        #expect(outcome.output.hasSuffix("\na\n.\nb\n"))
    }

    @Test func `every example of help parses and stands in a script`() throws {
        let catalog = try catalog
        let lines = Set(
            try Repository.scripts.flatMap { path in
                try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
            })
        var missing: [String] = []
        func check(_ spec: CommandSpec, _ vocabulary: Vocabulary) {
            for example in Language.ofKit.flatMap({ spec.examples(in: $0) }) {
                #expect(throws: Never.self, "\(example)") {
                    _ = try CommandParser.parse(example, with: vocabulary, switching: switching)
                }
                if !lines.contains("$ " + example), !Self.beyondScripts.contains(example) { missing.append(example) }
            }
        }
        let switching = AnyCommand(MovingCommands.switching)
        let shellCommands = ShellCommands.all(in: catalog).map { AnyCommand($0) }
        for factory in catalog {
            let vocabulary = Vocabulary(
                app: factory.id, appCommands: factory.anyCommands, shellCommands: shellCommands,
                apps: catalog.map(\.id))
            for spec in factory.commandSpecs + Shell.commandSpecs(in: catalog) { check(spec, vocabulary) }
        }
        #expect(Set(missing).sorted() == [])
    }
}
