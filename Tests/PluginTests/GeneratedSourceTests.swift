// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import string_catalog

/// Compiles and runs generated Swift, with a stand-in for what it imports.
@Suite struct GeneratedSourceTests {
    private static let session = """
        enum Language: String, CaseIterable, Sendable { case english, simplifiedChinese, french }
        enum TextArgument { case text(String), number(Int), count(Int) }
        extension Language {
            func grouped(_ number: Int) -> String { String(number) }
            func translation(_ key: String, _ arguments: @autoclosure () -> [TextArgument] = []) -> String? { nil }
        }
        enum PluralCategory { case zero, one, two, few, many, other }
        extension Language {
            func pluralCategory(of count: Int) -> PluralCategory {
                switch self {
                case .english: count == 1 ? .one : .other
                case .simplifiedChinese: .other
                case .french: count < 2 ? .one : count == 1_000_000 ? .many : .other
                }
            }
        }
        struct LocalizedText: Sendable {
            let key: String
            let resolve: @Sendable (Language) -> String
            init(_ key: String, _ resolve: @escaping @Sendable (Language) -> String) {
                self.key = key
                self.resolve = resolve
            }
        }

        """

    private static let main = """
        @main struct Main {
            static func main() {
                let texts = [
                    Strings.default, Strings.count(0), Strings.count(1), Strings.count(1_000_000),
                    Strings.moved(in: 1, app: "S"), Strings.moved(in: 2, app: "S"),
                ]
                for text in texts { print(text.key, Language.allCases.map(text.resolve), separator: ":") }
            }
        }

        """

    private var catalog: String {
        let both = ["one": "%lld a", "other": "%lld b"]
        let notes = CatalogText.substitution("notes", argNum: 1, ["one": "%arg note", "other": "%arg notes"])
        return [
            CatalogText.key("default", en: "100%% \"\\(x)\"\n\u{1B}", zh: "中", fr: "é\u{301}"),
            CatalogText.key(
                "count",
                [
                    "en": CatalogText.plural(both), "zh-Hans": CatalogText.plural(["other": "%lld"]),
                    "fr": CatalogText.plural(both.merging(["many": "%lld c"]) { $1 }),
                ]),
            CatalogText.key(
                "moved", comment: "A text.\nargs: in, app",
                [
                    "en": CatalogText.unit("%#@notes@ to %2$@", substitutions: notes),
                    "zh-Hans": CatalogText.unit("%2$@%1$lld"),
                    "fr": CatalogText.plural(["one": "Une note vers %2$@", "other": "%1$d notes vers %2$@"]),
                ]),
        ].joined(separator: ",")
    }

    @Test(.timeLimit(.minutes(2)))
    func generatedSourceCompilesAndSaysTheTexts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let strings = CatalogText.source(catalog).replacing("import AtriumSession\n", with: "")
        try (Self.session + strings + Self.main).write(
            to: folder.appending(path: "Main.swift"), atomically: true, encoding: .utf8)
        let program = folder.appending(path: "program").path
        let compiled = try run(
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-Onone",
            folder.appending(path: "Main.swift").path, "-o", program)
        #expect(compiled == "")
        #expect(
            try run(program) == #"""
                default:["100% \"\\(x)\"\n\u{1B}", "中", "é\#u{301}"]
                count:["0 b", "0", "0 a"]
                count:["1 a", "1", "1 a"]
                count:["1000000 b", "1000000", "1000000 c"]
                moved:["1 note to S", "S1", "Une note vers S"]
                moved:["2 notes to S", "S2", "2 notes vers S"]

                """#)
    }

    private func run(_ words: String...) throws -> String {
        let process = Process.named(words)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
