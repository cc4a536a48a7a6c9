// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import Foundation
import Session
import Testing

@testable import AtriumProgram
@testable import atrium

/// What README.md shows is what happens.
@MainActor
struct ReadmeTests {
    /// The backup that the tour imports.
    private static let backup = """
        -- backup.xml --
        <smses count="2">
        <sms address="+15551234567" date="1609459200000" type="1" body="Happy New Year! &#55356;&#57225;" \
        contact_name="Alice Smith" read="1"/>
        <sms address="+15551234567" date="1609459300000" type="2" body="And to you" contact_name="Alice Smith" />
        </smses>

        """

    private func blocks(_ kind: String) throws -> [String] {
        let text = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
        return text.components(separatedBy: "```\(kind)\n").dropFirst().map {
            $0.components(separatedBy: "```\n")[0]
        }
    }

    @Test func `the tour is true`() async throws {
        let tour = try "% user ana\n" + blocks("console").map(Self.session).joined()
        try await expectPasses(tour + Self.backup, steps: 20)
    }

    @Test func `its session script passes`() async throws {
        try await expectPasses(blocks("session").joined(), steps: 3)
    }

    /// What a terminal showed, as a session script: what follows the prompt was typed in the app that it names.
    private static func session(_ console: String) -> String {
        console.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            guard let prompt = line.firstMatch(of: #/^ana@([a-z]+) ❯ /#) else { return "  \(line)\n" }
            return "@ \(prompt.1)\n$ \(line[prompt.range.upperBound...])\n"
        }.joined()
    }

    @Test func `the pictures are current`() async throws {
        let pictures = try blocks("").filter { $0.contains("▌Notes") }
        let screens = pictures.map { picture in
            let lines = picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            // On a terminal the clock is the real one.
            let clock = /· \d\d:\d\d$/
            return "% screen\n"
                + lines.map { $0.isEmpty ? "" : "  \($0.replacing(clock, with: "· ??:?? (glob)"))\n" }.joined()
        }
        try #require(screens.count == 2)
        let script = """
            % apps notes sms account
            % size 80x18
            % user ana
            $ add --in Work Ship the release #swift
              Added note 3.
            $ add --in Home Shopping: oat milk, bread, 豆腐
              Added note 4.
            $ add Call Grace about the 🎻 concert
              Added note 5.
            $ pin 1
              ...
            $ todo 4
              ...
            % pty
            % deadline 60s
            % wait ❯
            $ show 1
            % wait add TEXT
            $ tag 3 release
            % wait ✓

            """
        try await expectPasses(script + screens[0] + "% resize 50x12\n" + screens[1], steps: 12)
    }

    private func expectPasses(_ script: String, steps: Int) async throws {
        let folder = TemporaryFolder.parent + "/atrium-readme-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/readme.session"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        let report = await ScriptBatch(
            factory: ProgramShellFactory(.atrium, executable: Repository.program),
            temporaryFolder: TemporaryFolder.parent
        ).run([path])
        #expect(report.results.first?.stepsRun ?? 0 >= steps)
        #expect(report.failed == 0, "\(ScriptTextReport(language: .english).text(of: report))")
    }

    @Test func `what it says in Swift stands in the package that is built with it`() throws {
        let folder = Repository.root + "/Tests/Fixtures/TwoApps"
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        let sources = try names.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        let blocks = try blocks("swift")
        #expect(blocks.count == 2)
        for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
    }

    @Test func `every product is explained`() throws {
        let text = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
        let manifest = try String(contentsOfFile: Repository.root + "/Package.swift", encoding: .utf8)
        let products = manifest.matches(of: /\.(?:library|plugin)\(name: "(\w+)", targets:/).map { String($0.1) }
        #expect(products.count == 10)
        for product in products { #expect(text.contains("\n| `\(product)` | "), "\(product)") }
    }

    @Test func `the manifest and the README name the licence`() throws {
        for file in ["README.md", "Package.swift"] {
            let text = try String(contentsOfFile: Repository.root + "/" + file, encoding: .utf8)
            #expect(text.contains("SPDX-License-Identifier: GPL-3.0-or-later"))
        }
    }
}
