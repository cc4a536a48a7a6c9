// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
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
            static func listing(
                _ words: [String], _ sentence: @escaping @Sendable (String) -> LocalizedText
            ) -> LocalizedText {
                LocalizedText("") { sentence(words.joined(separator: ", ")).resolve($0) }
            }
        }

        """

    /// A type whose sentences are in the catalog, but for two that it composes.
    private static let faults = """
        struct Number { let text: String }
        enum Fault {
            case none, taken(String, Int), among(String, [String]), near(String, nearest: String?), at(Number), odd(Int), own(Language)
            var sentence: LocalizedText {
                switch self {
                case .odd(let number) where number > 1: LocalizedText("odd") { _ in "\\(number)" }
                case .odd: LocalizedText("odd") { _ in "odd" }
                case .own(let language):
                    switch language {
                    case .french: LocalizedText("own") { _ in "propre" }
                    default: LocalizedText("own") { _ in "own" }
                    }
                default: Strings.sentence(of: self)
                }
            }
            var isKnown: Bool {
                switch self {
                case .none: false
                default: true
                }
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
                let faults = [
                    Fault.none, .taken("a", 3), .among("a", ["b", "c"]), .near("a", nearest: nil),
                    .near("a", nearest: "b"), .at(Number(text: "d")), .odd(5), .own(.english),
                ]
                for fault in faults { print(fault.sentence.resolve(.english)) }
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
            CatalogText.key("fault.none", comment: "None.\ncase: Fault.none", en: "None"),
            CatalogText.key("taken", comment: "Taken.\nargs: id, name\ncase: Fault.taken(name, id)", en: "%lld, %@"),
            CatalogText.key("among", comment: "A.\nargs: in, of\ncase: Fault.among(in, [of])", en: "%@ of %@"),
            CatalogText.key("far", comment: "Far.\nargs: word\ncase: Fault.near(word, nil)", en: "%@?"),
            CatalogText.key("near", comment: "Near.\nargs: near\ncase: Fault.near(_, near?)", en: "%@!"),
            CatalogText.key("at", comment: "At.\nargs: place\ncase: Fault.at(place.text)", en: "at %@"),
        ].joined(separator: ",")
    }

    @Test(.timeLimit(.minutes(2)))
    func generatedSourceCompilesAndSaysTheTexts() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (read, _) = CatalogReader.read(CatalogText.file(catalog))
        var composed = ComposedCases()
        composed.add(ScannedSource(SourceFile(path: "Fault.swift", bytes: Array(Self.faults.utf8))))
        let strings = SwiftWriter.source(of: read, composed: composed).replacing("import AtriumSession\n", with: "")
        try (Self.session + Self.faults + strings + Self.main).write(
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
                None
                3, a
                a of b, c
                a?
                b!
                at d
                5
                own

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
