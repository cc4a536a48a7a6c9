// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Testing

/// Which language is meant, and how it counts.
struct LanguageTests {
    @Test(arguments: [
        ("en", Language.english), ("en_GB.UTF-8", .english), ("EN-us", .english), ("fr_FR.UTF-8", .french),
        ("fr_CA@euro", .french), ("zh", .simplifiedChinese), ("zh-Hans", .simplifiedChinese),
        ("zh_CN.UTF-8", .simplifiedChinese), ("zh-SG", .simplifiedChinese),
    ])
    func knownLocales(name: String, language: Language) {
        #expect(Language(locale: name) == language)
    }

    @Test(arguments: [
        "", "C", "C.UTF-8", "POSIX", "de_DE.UTF-8", "zh_TW.UTF-8", "zh-Hant", "zh_HK", "french", "_", ".",
    ])
    func otherLocales(name: String) {
        #expect(Language(locale: name) == nil)
    }

    @Test func eachLanguageReadsItsOwnTag() {
        for language in Language.ofKit { #expect(Language(locale: language.rawValue) == language) }
    }

    @Test(arguments: [
        (Language.english, 0, PluralCategory.other), (.english, 1, .one), (.english, 2, .other), (.english, -1, .other),
        (.french, 0, .one), (.french, 1, .one), (.french, 2, .other), (.french, 1_000_000, .other),
        (.simplifiedChinese, 0, .other), (.simplifiedChinese, 1, .other),
    ])
    func plurals(language: Language, number: Int, category: PluralCategory) {
        #expect(language.pluralCategory(of: number) == category)
    }

    @Test func aTextIsResolvedForTheLanguageThatReadsIt() {
        let text = LocalizedText("greeting") { $0 == .french ? "Bonjour" : "Hello" }
        #expect(text.string(in: .french) == "Bonjour" && text.string(in: .english) == "Hello")
        #expect(Language.ofKit.map { LocalizedText(verbatim: "Ana").string(in: $0) } == ["Ana", "Ana", "Ana"])
    }
}
