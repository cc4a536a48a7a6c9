// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumProcesses
import AtriumScripts
import AtriumSession
import AtriumShell
import AtriumTerminal
import AtriumWorlds
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// The pages of the manual, as `man` gets them.
@MainActor
struct ManualTests {
    private static let date = CivilTime(Timestamp(seconds: 1_767_258_000), in: .gmt)

    private nonisolated static func has(_ program: String) -> Bool {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + program)
        }
    }

    /// A page without the escapes of roff.
    private func page(_ page: ManualPages, _ language: Language = .english) throws -> String {
        try page.text(of: .atrium, in: language, date: Self.date).replacing("\\-", with: "-").replacing(
            "\\(dq", with: "\""
        )
        .replacing("\\&", with: "").replacing("\\(aq", with: "'").replacing("\\(ti", with: "~")
    }

    @Test(arguments: Language.ofKit)
    func `every command, option, place and setting is there`(language: Language) throws {
        let lines = try page(.program, language).components(separatedBy: "\n")
        func expect(_ start: String) {
            #expect(lines.contains { $0 == start || $0.hasPrefix(start + " ") }, "\(start)")
        }
        let catalog = try ShellProgram.atrium.factories()
        for spec in catalog.flatMap(\.commandSpecs) + Shell.commandSpecs(in: catalog) {
            expect(".It Ic \(spec.name)")
            for parameter in spec.parameters where parameter.isOption { expect(".It Fl -\(parameter.name)") }
            for example in spec.examples(in: language) { #expect(lines.contains(".Dl \(example)"), "\(example)") }
        }
        for route in catalog.flatMap(\.routeSpecs) {
            expect(".It Ic open Ar \(Placeholder.translated(route.pattern, into: language))")
        }
        for setting in ["sidebar", "theme", "transition", "ambiguous-width"] + catalog.flatMap(\.settings).map(\.name) {
            expect(".It Ic \(setting)")
        }
        let root = try CommandLineDescription.current(of: .atrium).command
        for command in (root.subcommands ?? []) where command.commandName != "help" {
            expect(".It Ic \(command.commandName)")
            for argument in command.shownArguments where argument.kind != .positional {
                expect(argument.name.count == 1 ? ".It Fl \(argument.name)" : ".It Fl -\(argument.name)")
            }
        }
    }

    @Test(arguments: [(Language.french, "DOSSIER"), (.simplifiedChinese, "文件夹"), (.english, "DIR")])
    func `what stands for a value is in the language of the page`(language: Language, folder: String) throws {
        let text = try page(.program, language)
        #expect(text.contains(".It Fl -home Ar \(folder)\n"))
        #expect(text.contains("Ar DIR") == (language == .english))
        #expect(text.contains("Ar JOBS") == (language == .english))
    }

    @Test func `every key is there, with its action`() async throws {
        let folder = TemporaryFolder.parent + "/atrium-manual-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = ScriptSettings()
        settings.user = "ana"
        let shell = try await ScriptShell(.atrium, settings: settings, folder: folder)
        let text = try page(.program)
        let keys = await shell.perform("key", answers: []).output.split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).prefix(2)
        }
        #expect(keys.count > 12)
        for key in keys { #expect(text.contains(".It Ic \(key[0]) Ar \(key[1])\n"), "\(key)") }
    }

    @Test(arguments: Language.ofKit)
    func `the page on session scripts says what help sessions says`(language: Language) throws {
        let text = try page(.sessions, language).replacing("\\:", with: "")
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        let onPage = Set(words(text.replacing("\"", with: " ")))
        let described = SessionScript.description(for: "atrium").string(in: language)
        for word in words(described.replacing("\"", with: " ")) { #expect(onPage.contains(word), "\(word)") }
    }

    @Test func `the script on the page on session scripts passes`() async throws {
        let script = try SessionScriptParser().parse(Array(SessionManual.example.joined(separator: "\n").utf8))
        let batch = ScriptBatch(factory: ProgramShellFactory(.atrium), temporaryFolder: TemporaryFolder.parent)
        #expect(await batch.perform(script, path: "example.session") { _ in }.failures.isEmpty)
    }

    @Test(.enabled(if: has("mandoc"), "mandoc checks pages"))
    func `mandoc finds nothing to say of the pages`() async throws {
        try await withPages { folder in
            // The pages name each other, and are not installed.
            let filter = "grep -v 'referenced manual not found: Xr atrium'"
            _ = try await ChildProcess.run("mandoc -T lint en/*/* | \(filter) > lint", [], in: folder)
            let report = try String(contentsOfFile: folder + "/lint", encoding: .utf8)
            #expect(report == "")
            // Translated headings are none that it knows; its conventions are English.
            let others = try await ChildProcess.run("mandoc -T lint -W error fr/*/* zh-Hans/*/* > lint", [], in: folder)
            let errors = try String(contentsOfFile: folder + "/lint", encoding: .utf8)
            #expect(others == 0, "\(errors)")
        }
    }

    @Test(.enabled(if: has("man") && has("groff"), "groff sets pages"))
    func `groff warns of nothing on the pages`() async throws {
        try await withPages { folder in
            _ = try await ChildProcess.run(
                "for page in */*/*; do LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l $page; done > pages 2> warnings",
                [],
                in: folder)
            #expect(try String(contentsOfFile: folder + "/warnings", encoding: .utf8) == "")
            #expect(try String(contentsOfFile: folder + "/pages", encoding: .utf8).contains("scripts de session"))
        }
    }

    private func withPages(_ check: (String) async throws -> Void) async throws {
        let folder = TemporaryFolder.parent + "/atrium-pages-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for language in Language.ofKit {
            for page in ManualPages.allCases {
                let place = "\(folder)/\(language.rawValue)/man\(page.section)"
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
                try page.text(of: .atrium, in: language, date: Self.date).write(
                    toFile: "\(place)/\(page.name(of: ShellProgram.atrium.identity)).\(page.section)", atomically: true,
                    encoding: .utf8)
            }
        }
        try await check(folder)
    }
}
