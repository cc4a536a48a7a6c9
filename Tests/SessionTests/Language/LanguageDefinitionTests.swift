// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import AtriumSession

/// Languages beyond those of the kit.
struct LanguageDefinitionTests {
    /// A definition as a file has it.
    private static let klingon = """
        {
          "tag": "tlh", "name": "tlhIngan Hol", "quotes": ["<", ">"], "list": " / ", "units": ["j", "r", "t", "l"],
          "firstWeekday": 2,
          "texts": {
            "SessionTests": {
              "hello": "nuqneH %@",
              "order": "%2$@ · %1$@ · 100%%",
              "found": { "one": "%lld vIH", "other": "%lld vIHpu'" },
              "both": {
                "text": "%#@notes@ + %2$@",
                "parts": { "notes": { "argument": 1, "forms": { "one": "wa' QIn", "other": "%arg QIn" } } }
              }
            }
          }
        }
        """

    private func defined() throws -> Language {
        try Language(JSONDecoder().decode(LanguageDefinition.self, from: Data(Self.klingon.utf8)))
    }

    @Test func `a file defines a language`() throws {
        let language = try defined()
        #expect(language.endonym == "tlhIngan Hol")
        #expect(Language(rawValue: "tlh") == language)
        #expect(Language(locale: "tlh_DE.UTF-8") == language)
        #expect(Language.allCases.contains(language))
        #expect(language.quoted("a") == "<a>")
        #expect(language.list(["a", "b"]) == "a / b")
        #expect(language.firstWeekday([:]) == 2)
        #expect(DurationText.text(of: .seconds(90), in: language) == "1 t 30 l")
        // What it does not say is as in English.
        #expect(language.months == Language.english.months)
    }

    @Test func `its texts have the arguments in their places`() throws {
        let language = try defined()
        #expect(language.translation("hello", [.text("Ana")]) == "nuqneH Ana")
        #expect(language.translation("order", [.text("a"), .text("b")]) == "b · a · 100%")
        #expect(language.translation("found", [.number(1)]) == "1 vIH")
        #expect(language.translation("found", [.number(2)]) == "2 vIHpu'")
        #expect(language.translation("both", [.number(1), .text("x")]) == "wa' QIn + x")
        #expect(language.translation("both", [.number(7), .text("x")]) == "7 QIn + x")
        #expect(language.translation("hello") == "nuqneH %@")
        #expect(language.translation("other") == nil)
        #expect(language.translation("hello", file: "Other/File.swift") == nil)
        #expect(Language.french.translation("hello") == nil)
    }

    @Test func `a definition survives being written`() throws {
        let definition = try JSONDecoder().decode(LanguageDefinition.self, from: Data(Self.klingon.utf8))
        let written = try JSONEncoder().encode(definition)
        #expect(try JSONDecoder().decode(LanguageDefinition.self, from: written) == definition)
    }

    @Test func `a definition that is not sound is refused`() {
        #expect(throws: LanguageFault.taken("fr")) { try Language(LanguageDefinition("fr", named: "F")) }
        for tag in ["", "x", "de_DE", "de-", "abcdefghi"] {
            #expect(throws: LanguageFault.tag(tag)) { try Language(LanguageDefinition(tag, named: "D")) }
        }
        var short = LanguageDefinition("qaa", named: "Q")
        short.months = ["one"]
        #expect(throws: LanguageFault.count(field: "months", needed: 12)) { try Language(short) }
        for text in [
            TranslatedText.plural(["one": "%lld weg"]),
            .parts("%#@n@", ["n": .init(argument: 1, forms: ["one": "%arg"])]),
        ] {
            let definition = LanguageDefinition("qaa", named: "Q", texts: ["Habits": ["removed": text]])
            #expect(throws: LanguageFault.withoutOther(key: "removed", module: "Habits")) { try Language(definition) }
        }
        #expect(Language(rawValue: "qaa") == nil)
    }

    @Test(arguments: [
        ("de", [0: "other", 1: "one", 2: "other"]), ("ja", [1: "other"]), ("pt-BR", [0: "one", 1: "one", 2: "other"]),
        ("ru", [1: "one", 2: "few", 5: "many", 11: "many", 21: "one", 112: "many", 122: "few"]),
        ("pl", [1: "one", 3: "few", 12: "many", 22: "few", 21: "many"]), ("cs", [1: "one", 4: "few", 5: "other"]),
        ("ar", [0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other"]), ("sl", [101: "one", 102: "two"]),
        ("lv", [0: "zero", 1: "one", 21: "one", 11: "zero"]), ("lt", [1: "one", 2: "few", 11: "other"]),
        ("ro", [1: "one", 0: "few", 19: "few", 20: "other"]), ("ga", [2: "two", 6: "few", 7: "many", 11: "other"]),
        ("cy", [0: "zero", 3: "few", 6: "many", 4: "other"]), ("he", [2: "two", 3: "other"]),
    ])
    func `a language has the plural categories of its family`(tag: String, expected: [Int: String]) {
        for (number, category) in expected {
            #expect(PluralRule(of: tag).category(of: number).rawValue == category, "\(tag) \(number)")
        }
    }

    @Test func `the environment decides among the languages of the program`() {
        #expect(Language.of(["LANG": "fr_FR.UTF-8"]) == .french)
        #expect(Language.of(["LANG": "fr_FR.UTF-8"], among: [.english]) == .english)
        #expect(Language.of(["LANG": "de_DE"], among: [.french, .english]) == .french)
    }

    @Test func `numbers of things have the language’s separators`() throws {
        let numbers = [0, 999, 1_000, 12_345, 1_234_567, -1_000, -999]
        #expect(
            numbers.map(Language.english.grouped) == ["0", "999", "1,000", "12,345", "1,234,567", "-1,000", "-999"])
        #expect(Language.french.grouped(12_345) == "12\u{202F}345")
        #expect(Language.simplifiedChinese.grouped(12_345) == "12,345")
        var definition = LanguageDefinition(
            "gl", named: "Galego", texts: ["SessionTests": ["sum": .plain("%lld de %lld")]])
        definition.group = "."
        let language = try Language(definition)
        #expect(language.grouped(12_345) == "12.345")
        #expect(language.translation("sum", [.count(12_345), .number(12_345)]) == "12.345 de 12345")
    }
}
