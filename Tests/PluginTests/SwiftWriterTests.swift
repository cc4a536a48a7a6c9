// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText
import Dice
import Testing

@testable import string_catalog

@Suite struct SwiftWriterTests {
    @Test func `an import says how far it reaches where others of the module do`() {
        func isExplicit(_ text: String) -> Bool {
            SwiftWriter.isExplicit(
                importing: "AtriumSession", in: ScannedSource(SourceFile(path: "A.swift", bytes: Array(text.utf8))))
        }
        #expect(isExplicit("import AtriumKit\npackage import AtriumSession\n"))
        #expect(isExplicit("internal import AtriumSession\n"))
        #expect(!isExplicit("import AtriumSession\npublic import AtriumKit\n"))
        let (catalog, _) = CatalogReader.read(
            SourceFile(path: "Strings.xcstrings", bytes: Array(#"{"sourceLanguage":"en","strings":{}}"#.utf8)))
        #expect(SwiftWriter.source(of: catalog, isExplicit: true).contains("\ninternal import AtriumSession\n"))
        #expect(SwiftWriter.source(of: catalog).contains("\nimport AtriumSession\n"))
    }

    @Test func writesTextsWithAndWithoutArguments() {
        let source = CatalogText.source(
            [
                CatalogText.key("note.list.empty", comment: "No notes.\nSecond line.", en: "None", zh: "无", fr: "Rien"),
                CatalogText.key("moved", en: "%lld to %@", zh: "%2$@：%1$lld", fr: "%lld vers %@"),
                CatalogText.key("in", comment: "A place.\nargs: in, place", en: "%@ %@"),
            ].joined(separator: ","))
        #expect(
            source == """
                // Generated from Strings.xcstrings.

                import AtriumSession

                /// The texts of Strings.xcstrings.
                enum Strings {
                    /// No notes.
                    /// Second line.
                    static var noteListEmpty: LocalizedText {
                        LocalizedText("note.list.empty") {
                            switch $0 {
                            case .french:
                                return "Rien"
                            case .simplifiedChinese:
                                return "无"
                            default:
                                if let text = $0.translation("note.list.empty") { return text }
                                return "None"
                            }
                        }
                    }

                    /// A text.
                    static func moved(_ p1: Int, _ p2: String) -> LocalizedText {
                        LocalizedText("moved") {
                            switch $0 {
                            case .french:
                                return "\\(p1) vers \\(p2)"
                            case .simplifiedChinese:
                                return "\\(p2)：\\(p1)"
                            default:
                                if let text = $0.translation("moved", [.number(p1), .text(p2)]) { return text }
                                return "\\(p1) to \\(p2)"
                            }
                        }
                    }

                    /// A place.
                    static func `in`(`in`: String, place: String) -> LocalizedText {
                        LocalizedText("in") {
                            switch $0 {
                            case .french:
                                return "\\(`in`) \\(place)"
                            case .simplifiedChinese:
                                return "\\(`in`) \\(place)"
                            default:
                                if let text = $0.translation("in", [.text(`in`), .text(place)]) { return text }
                                return "\\(`in`) \\(place)"
                            }
                        }
                    }
                }

                """)
    }

    @Test func writesPluralsAndSubstitutions() {
        let books = CatalogText.substitution("books", argNum: 2, ["one": "a book", "other": "%arg books"])
        let source = CatalogText.source(
            CatalogText.key(
                "a",
                [
                    "en": CatalogText.unit("%1$@: %#@books@", substitutions: books),
                    "zh-Hans": CatalogText.plural(["other": "%@：%lld"]),
                    "fr": CatalogText.plural(["one": "%@ : un livre, %lld", "other": "%@ : %lld livres"]),
                ]))
        #expect(
            source.contains(
                """
                            switch $0 {
                            case .french:
                                switch Language.french.pluralCategory(of: p2) {
                                case .one: return "\\(p1) : un livre, \\($0.grouped(p2))"
                                default: return "\\(p1) : \\($0.grouped(p2)) livres"
                                }
                            case .simplifiedChinese:
                                return "\\(p1)：\\($0.grouped(p2))"
                            default:
                                if let text = $0.translation("a", [.text(p1), .count(p2)]) { return text }
                                let part_1: String
                                switch Language.english.pluralCategory(of: p2) {
                                case .one: part_1 = "a book"
                                default: part_1 = "\\($0.grouped(p2)) books"
                                }
                                return "\\(p1): \\(part_1)"
                            }
                """))
    }

    /// One language is enough, and it may be any; another is one that the texts have.
    @Test func writesTheLanguagesOfTheCatalog() {
        let one = CatalogText.source(CatalogText.key("a", ["en": CatalogText.unit("a %@")]))
        #expect(
            one.contains(
                """
                        LocalizedText("a") {
                            if let text = $0.translation("a", [.text(p1)]) { return text }
                            return "a \\(p1)"
                        }
                """))
        let two = CatalogText.source(
            CatalogText.key(
                "a",
                ["en": CatalogText.unit("%lld a"), "ru": CatalogText.plural(["few": "%lld b", "other": "%lld c"])]))
        #expect(
            two.contains(
                """
                            case _ where $0.rawValue == "ru":
                                switch $0.pluralCategory(of: p1) {
                                case .few: return "\\($0.grouped(p1)) b"
                                default: return "\\($0.grouped(p1)) c"
                                }
                            default:
                """))
    }

    @Test(arguments: [
        ("\"", "\\\""), ("\\", "\\\\"), ("\\(p1)", "\\\\(p1)"), ("\n\r\t", "\\n\\r\\t"), ("\0\u{1B}", "\\u{0}\\u{1b}"),
        ("\u{202E}", "\\u{202e}"), ("\"\u{301}", "\\\"\u{301}"), ("\r\n", "\\r\\n"), ("é中🙂", "é中🙂"),
    ])
    func escapes(_ text: String, _ body: String) {
        #expect(Array(SwiftLiteral.body(of: text).unicodeScalars) == Array(body.unicodeScalars))
    }

    @Test func aCommentStaysAComment() {
        let source = CatalogText.source(CatalogText.key("a", comment: "One\r\u{2028}two\u{85}\u{B}*/ fatal()", en: "a"))
        let code = SourceScanner(Array(source.utf8)).map { Array(source.utf8)[$0.range] }
        #expect(!code.contains { $0.elementsEqual("fatal".utf8) })
        let turned = CatalogText.source(CatalogText.key("a", comment: "One\u{202E}two", en: "a"))
        #expect(turned.contains("    /// Onetwo\n"))
    }

    /// Whatever the text, the generated source is one literal a language, and means the text.
    @Test(arguments: 0..<40)
    func literalsMeanTheirTexts(_ seed: UInt64) throws {
        var random = Dice(seed: seed)
        let alphabet: [Unicode.Scalar] = [
            "\"", "\\", "(", ")", "#", "$", "{", "}", "/", "*", "'", "`", "\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}",
            "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{301}", "\u{200D}", "é", "中", "🙂", "a", " ",
        ]
        for _ in 0..<10 {
            let before = randomText(of: alphabet, using: &random)
            let after = randomText(of: alphabet, using: &random)
            let source = CatalogText.source(CatalogText.key("a", en: "\(before)%@\(after)"))
            #expect(shape(of: source) == shape(of: CatalogText.source(CatalogText.key("a", en: "x%@x"))))
            let lines = source.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
            let line = try #require(lines.first { $0.contains("return") })
            let expected = Array(before.unicodeScalars) + ["\u{FFFF}"] + Array(after.unicodeScalars)
            #expect(meaning(ofReturn: line) == expected)
        }
    }

    /// The kinds of the tokens: a text that escaped its literal would change them.
    private func shape(of source: String) -> [SourceToken.Kind] {
        SourceScanner(Array(source.utf8)).map(\.kind)
    }

    private func randomText(of alphabet: [Unicode.Scalar], using random: inout Dice) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
        }
        return text
    }

    /// What a `return "…"` means, with U+FFFF for its one argument.
    private func meaning(ofReturn line: String) -> [Unicode.Scalar] {
        var rest = Array(line.unicodeScalars.drop { $0 != "\"" }.dropFirst())[...]
        var scalars: [Unicode.Scalar] = []
        while let scalar = rest.popFirst(), scalar != "\"" {
            guard scalar == "\\" else {
                scalars.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "n": scalars.append("\n")
            case "r": scalars.append("\r")
            case "t": scalars.append("\t")
            case "(":
                scalars.append("\u{FFFF}")
                while let next = rest.popFirst(), next != ")" {}
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                if let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) {
                    Unicode.Scalar(value).map { scalars.append($0) }
                }
            case let other?: scalars.append(other)
            case nil: break
            }
        }
        return rest.isEmpty ? scalars : []
    }

    @Test func `numbers of things are written with separators, by their name or a sign`() {
        let source = CatalogText.source(
            [
                CatalogText.key("a", comment: "A.\nargs: count, id", en: "%lld of %lld"),
                CatalogText.key("b", comment: "B.\nargs: #new, line, name", en: "%lld in %lld of %@"),
            ].joined(separator: ","))
        #expect(source.contains("return \"\\($0.grouped(count)) of \\(id)\""))
        #expect(source.contains("return \"\\($0.grouped(new)) in \\(line) of \\(name)\""))
        #expect(source.contains("[.count(new), .number(line), .text(name)]"))
    }
}
