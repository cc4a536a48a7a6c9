// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// What README.md and the guide show is what happens.
@MainActor
struct ReadmeTests {
    /// The files that the examples use: a backup, and the folder of a gateway.
    private static let files = """
        -- backup.xml --
        <smses count="2">
        <sms address="+15551234567" date="1609459200000" type="1" body="Happy New Year! &#55356;&#57225;" \
        contact_name="Alice Smith" read="1"/>
        <sms address="+15551234567" date="1609459300000" type="2" body="And to you" contact_name="Alice Smith" />
        </smses>
        -- outbox/sent/.keep --

        """

    /// The blocks of a kind on a page, or on all pages.
    private func blocks(_ kind: String, on page: String? = nil) throws -> [String] {
        try (page.map { [$0] } ?? Repository.pages).flatMap { page in
            let text = try String(contentsOfFile: page, encoding: .utf8)
            return text.components(separatedBy: "```\(kind)\n").dropFirst().map {
                $0.components(separatedBy: "```\n")[0]
            }
        }
    }

    @Test func `README and the guide have examples`() throws {
        #expect(Repository.pages.count > 10)
        let typed = try blocks("console").joined().components(separatedBy: " ❯ ").count - 1
        #expect(typed > 60)
        #expect(try !blocks("session").isEmpty)
        #expect(try !blocks("sh").isEmpty)
    }

    /// Each page begins anew, with the account “ana” logged in.
    @Test(arguments: Repository.pages)
    func `what a page types shows what the page says`(page: String) async throws {
        let script = try blocks("console", on: page).map(Self.session).joined()
        guard !script.isEmpty else { return }
        let typed = script.components(separatedBy: "\n").count { $0.hasPrefix("$ ") }
        try await expectPasses("% user ana\n" + script + Self.files, steps: typed)
    }

    @Test func `each session script passes`() async throws {
        for script in try blocks("session") { try await expectPasses(script, steps: 3) }
    }

    /// In the shell of the system, as the account “ana”, whose password is in the file `password`.
    @Test func `each line for the system’s shell succeeds`() async throws {
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium("set -e\n" + blocks("sh").joined())
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    }

    /// What a terminal showed, as a session script: what follows the prompt was typed in the app that it names.
    private static func session(_ console: String) -> String {
        console.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            guard let prompt = line.firstMatch(of: #/^ana@([a-z]+) ❯ /#) else { return "  \(line)\n" }
            return "@ \(prompt.1)\n$ \(line[prompt.range.upperBound...])\n"
        }.joined()
    }

    @Test func `the pictures are current`() async throws {
        // README’s is wide; the guide’s are of a smaller terminal, the smallest last.
        let pictures = try blocks("").filter { $0.contains("▌Notes") }
        let screens = pictures.map { picture in
            let lines = picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            // On a terminal the clock is the real one.
            let clock = /· \d\d:\d\d$/
            return "% screen\n"
                + lines.map { $0.isEmpty ? "" : "  \($0.replacing(clock, with: "· ??:?? (glob)"))\n" }.joined()
        }
        try #require(screens.count == 3)
        let script = """
            % apps notes sms account
            % size 120x12
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
        try await expectPasses(
            script + screens[0] + "% resize 80x18\n" + screens[1] + "% resize 50x12\n" + screens[2], steps: 12)
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

    @Test func `what they say in Swift stands in sources that are built`() throws {
        let folder = Repository.root + "/Tests/Fixtures/TwoApps"
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        let files =
            names.map { folder + "/" + $0 } + [Repository.root + "/Tests/Fixtures/Smallest/Sources/counter/Main.swift"]
        let sources = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        let blocks = try blocks("swift")
        #expect(blocks.count == 4)
        for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
    }

    @Test func `every product is explained`() throws {
        let text = try Repository.pages.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let manifest = try String(contentsOfFile: Repository.root + "/Package.swift", encoding: .utf8)
        let products = manifest.matches(of: /\.(?:library|plugin)\(\s*name: "(\w+)",\s*targets:/).map { String($0.1) }
        #expect(products.count == 17)
        for product in products { #expect(text.contains("\n| `\(product)` | "), "\(product)") }
    }

    @Test func `README is short and names every page of the guide`() throws {
        let text = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 181)
        let links = text.matches(of: #/\]\(([^)#:]+)\)/#).map { String($0.1) }
        for link in links {
            #expect(FileManager.default.fileExists(atPath: Repository.root + "/" + link), "\(link)")
        }
        for page in Repository.pages.dropFirst() where !page.hasSuffix("/atrium.md") {
            #expect(links.contains(String(page.dropFirst(Repository.root.count + 1))), "\(page)")
        }
    }

    @Test func `the guide’s first page lists every other page`() throws {
        let root = try String(contentsOfFile: Repository.guide + "/atrium.md", encoding: .utf8)
        for page in Repository.pages.dropFirst() where !page.hasSuffix("/atrium.md") {
            let name = page.dropFirst(Repository.guide.count + 1).dropLast(3)
            #expect(root.contains("- <doc:\(name)>\n"), "\(page)")
        }
    }

    @Test func `every link within the guide leads to a page or a file`() throws {
        for page in Repository.pages.dropFirst() {
            // What stands in a block is an example.
            let parts = try String(contentsOfFile: page, encoding: .utf8).components(separatedBy: "```")
            let text = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
            for link in text.matches(of: #/<doc:(\w+)>/#) {
                #expect(Repository.pages.contains("\(Repository.guide)/\(link.1).md"), "\(page) \(link.1)")
            }
            for link in text.matches(of: #/\]\(([^)#:]+)\)/#) {
                #expect(
                    FileManager.default.fileExists(atPath: "\(Repository.guide)/\(link.1)"), "\(page) \(link.1)")
            }
        }
    }

    @Test func `the manifest and the README name the licence`() throws {
        for file in ["README.md", "Package.swift"] {
            let text = try String(contentsOfFile: Repository.root + "/" + file, encoding: .utf8)
            #expect(text.contains("SPDX-License-Identifier: GPL-3.0-or-later"))
        }
    }
}
