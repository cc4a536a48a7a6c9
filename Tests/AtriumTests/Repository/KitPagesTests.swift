// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The pages of the kit’s documentation say what the sources say.
struct KitPagesTests {
    private struct Page {
        let path: String
        let text: String

        init(_ path: String) throws {
            self.path = String(path.dropFirst(Repository.root.count + 1))
            text = try String(contentsOfFile: path, encoding: .utf8)
        }

        /// The blocks of a kind.
        func blocks(_ kind: String) -> [String] {
            text.components(separatedBy: "\n```\(kind)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        }

        /// The words in code marks outside of blocks.
        var codes: [String] {
            let parts = text.components(separatedBy: "```").enumerated().filter { $0.offset.isMultiple(of: 2) }
            // Two marks enclose a symbol, which DocC looks up.
            return parts.flatMap { $0.element.matches(of: /(?:^|[^`])`([^`\n]+)`/).map { String($0.1) } }
        }

        /// The other pages that it leads to.
        var links: [String] { text.matches(of: /<doc:(\w+)>/).map { String($0.1) } }
    }

    private static let kit = Repository.root + "/Sources/AtriumKit/AtriumKit.docc"
    private static let examples = Repository.root + "/Tests/Fixtures/Examples"

    /// All pages of modules, those of the kit first.
    private static func pages() throws -> [Page] {
        let sources = Repository.root + "/Sources"
        let catalogs = try FileManager.default.contentsOfDirectory(atPath: sources).sorted().map {
            "\(sources)/\($0)/\($0).docc"
        }
        return try catalogs.filter { $0 != Repository.guide && FileManager.default.fileExists(atPath: $0) }.flatMap {
            folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted().map {
                try Page("\(folder)/\($0)")
            }
        }
    }

    /// The text of each file of this kind below a folder.
    private static func texts(below folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
    }

    /// Lines further right by a number of blanks; empty ones stay empty.
    private static func indented(_ text: String, by count: Int) -> String {
        let blanks = String(repeating: " ", count: count)
        return text.components(separatedBy: "\n").map { $0.isEmpty ? "" : blanks + $0 }.joined(separator: "\n")
    }

    @Test func `code on a page stands in sources that are built and run`() throws {
        let sources =
            try Self.texts(below: Repository.root + "/Tests/Fixtures", ending: ".swift")
            + Self.texts(below: Repository.root + "/Tests/AtriumKitTests", ending: ".swift")
            + Self.texts(below: Repository.root + "/Sources/AtriumKit", ending: ".swift")
        var count = 0
        for page in try Self.pages() {
            for block in page.blocks("swift") {
                count += 1
                for part in block.components(separatedBy: "\n\n") {
                    let isThere = [0, 4, 8, 12].contains { blanks in
                        let part = Self.indented(part, by: blanks)
                        return sources.contains { $0.contains(part) }
                    }
                    #expect(isThere, "\(page.path): \(part)")
                }
            }
        }
        #expect(count > 50)
    }

    @Test func `a script on a page is one that is run`() throws {
        let scripts = try Self.texts(below: Self.examples + "/Tests", ending: ".session")
        for page in try Self.pages() {
            for block in page.blocks("session") {
                #expect(scripts.contains { $0.hasPrefix(block) || $0.contains("\n" + block) }, "\(page.path): \(block)")
            }
        }
    }

    @Test func `every file that a page names is there`() throws {
        var count = 0
        for page in try Self.pages() {
            for path in page.codes
            where path.hasPrefix("Sources/") || path.hasPrefix("Tests/") || path.hasPrefix(".ci/") {
                count += 1
                #expect(FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)"), "\(page.path): \(path)")
            }
        }
        #expect(count > 40)
    }

    /// Each step of the walk names a type and the files in which it is.
    @Test func `each step of a command’s walk names types that are in its files`() throws {
        let page = try Page(Self.kit + "/Architecture.md")
        let steps = page.text.matches(of: /\n\| [0-9]+\. ([^:|]+): [^|]+ \| ([^|]+) \|/)
        #expect(steps.count == 17)
        for step in steps {
            let types = step.1.matches(of: /`(\w+)`/).map { String($0.1) }
            let files = step.2.matches(of: /`([^`]+)`/).map { "\(Repository.root)/\($0.1)" }
            let texts = try files.flatMap { file in
                file.hasSuffix(".swift")
                    ? [try String(contentsOfFile: file, encoding: .utf8)]
                    : try Self.texts(below: file, ending: ".swift")
            }
            for type in types {
                let declaration = try Regex("(?:class|struct|enum|protocol) \(type)\\b")
                let isDeclared = texts.contains { $0.contains(declaration) }
                #expect(isDeclared, "\(type)")
            }
        }
    }

    @Test func `each page of the kit is listed, and each link leads to a page`() throws {
        let pages = try Self.pages().filter { $0.path.hasPrefix("Sources/AtriumKit/") }
        let names = Set(pages.map { $0.path.split(separator: "/").last?.dropLast(3) ?? "" }.map(String.init))
        let root = try Page(Self.kit + "/AtriumKit.md")
        for name in names where name != "AtriumKit" { #expect(root.text.contains("- <doc:\(name)>\n"), "\(name)") }
        for page in pages { for link in page.links { #expect(names.contains(link), "\(page.path): \(link)") } }
    }

    @Test func `an example is one small file, listed with its lines, and has a script`() throws {
        let page = try Page(Self.kit + "/Examples.md")
        let manifest = try String(contentsOfFile: Self.examples + "/Package.swift", encoding: .utf8)
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.examples + "/Sources").sorted()
        #expect(names.count == 7)
        for name in names {
            let files = try Self.texts(below: "\(Self.examples)/Sources/\(name)", ending: ".swift")
            let lines = files.joined().components(separatedBy: "\n").count - 1
            #expect(files.count == 1 && lines < (name == "hello" ? 30 : 150), "\(name) \(lines)")
            #expect(
                page.text.contains("\n| `Tests/Fixtures/Examples/Sources/\(name)` | \(lines) | "), "\(name) \(lines)")
            #expect(manifest.contains(".executableTarget(name: \"\(name)\""))
            #expect(FileManager.default.fileExists(atPath: "\(Self.examples)/Tests/\(name).session"), "\(name)")
        }
    }

    @Test func `every product has a page`() throws {
        let text = try Page(Self.kit + "/AtriumKit.md").text
        let manifest = try String(contentsOfFile: Repository.root + "/Package.swift", encoding: .utf8)
        let products = manifest.matches(of: /\.(?:library|plugin)\(\s*name: "(\w+)",\s*targets:/).map { String($0.1) }
        #expect(products.count == 17)
        for product in products { #expect(text.contains("`\(product)`"), "\(product)") }
    }
}
