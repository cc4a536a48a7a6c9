// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumShell
import Foundation
import Session
import Testing

@testable import AtriumProgram
@testable import atrium

/// What scripts exercise is told, and the repository’s show everything that help shows.
@MainActor
struct CoverageTests {
    private var catalog: [any AppFactory] { get throws { try ShellProgram.atrium.factories() } }

    @Test func `what is missing is listed`() throws {
        let coverage = try ScriptCoverage(catalog: catalog)
        coverage.note(.seed)
        #expect(!coverage.missing.contains(.setting(.seed)))
        #expect(coverage.missing.count == coverage.all.count - 1)
        let report = coverage.report(in: .english)
        #expect(report.hasPrefix("Not exercised: \(coverage.all.count - 1) of \(coverage.all.count) "))
        for line in ["@ notes $ edit", "@ - $ quit", "$ open notes/trash", "$ set theme", "% clock"] {
            #expect(report.contains("\n  \(line)\n"), "\(line)")
        }
    }

    @Test func `what is typed on a terminal counts in the app where it was typed`() throws {
        let coverage = try ScriptCoverage(catalog: catalog)
        let notes = try #require(try catalog.first?.id)
        #expect(coverage.note(typed: "list", in: notes) == notes)
        let sms = coverage.note(typed: "sms", in: notes)
        #expect(sms.rawValue == "sms")
        #expect(coverage.note(typed: "find a", in: sms) == sms)
        #expect(coverage.note(typed: "no such command", in: sms) == sms)
        // A key has led back without a word.
        #expect(coverage.note(typed: "add Milk", in: sms) == notes)
        let missing = Set(coverage.missing.map(\.text))
        let seen = ["@ notes $ list", "@ - $ switch", "@ sms $ find", "@ notes $ add"]
        #expect(missing.isDisjoint(with: seen))
        #expect(missing.count == coverage.all.count - seen.count)
    }

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
            for example in spec.examples {
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

    @Test(arguments: Language.allCases)
    func `help on sessions names every setting and kind`(language: Language) async throws {
        let folder = TemporaryFolder.parent + "/atrium-help-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let shell = try await ScriptShell(.atrium, settings: ScriptSettings(), folder: folder)
        try await shell.apply(.language(language))
        let text = await shell.perform("help sessions", answers: []).output
        for name in ScriptSettingName.allCases.map(\.rawValue) + PlaceholderKind.allCases.map(\.rawValue) {
            #expect(text.contains(name), "\(name)")
        }
        for prefix in ["#", "%", "@", "$", ">", "!", "?", "--"] {
            #expect(text.contains("\n  \(prefix) "), "\(prefix)")
        }
    }
}
