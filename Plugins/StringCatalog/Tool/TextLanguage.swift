// SPDX-License-Identifier: GPL-3.0-or-later

/// A language of a catalog, by the catalog’s code for it.
struct TextLanguage: Hashable {
    /// The code, a BCP 47 tag.
    let rawValue: String

    static let english = TextLanguage("en")
    static let simplifiedChinese = TextLanguage("zh-Hans")
    static let french = TextLanguage("fr")

    private init(_ code: String) { rawValue = code }

    /// The language of a code; `nil` for what is no tag.
    init?(rawValue code: String) {
        let parts = code.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
        }
        guard isTag, let first = parts.first, first.utf8.count > 1 else { return nil }
        self.init(code)
    }

    /// The categories that a plural in this language has (CLDR plural rules, integers); of a language that the kit does
    /// not have, only the one that every language has.
    var neededCategories: Set<PluralCategory> {
        switch self {
        case .english, .french: [.one, .other]
        default: [.other]
        }
    }

    /// Categories that a plural may have: French has one for whole millions, which most texts need not tell apart.
    var allowedCategories: Set<PluralCategory> {
        switch self {
        case .english, .simplifiedChinese: neededCategories
        case .french: neededCategories.union([.many])
        default: Set(PluralCategory.allCases)
        }
    }

    /// Its member of `Language` in Swift; `nil` for a language that the kit does not have.
    var member: String? {
        switch self {
        case .english: "english"
        case .simplifiedChinese: "simplifiedChinese"
        case .french: "french"
        default: nil
        }
    }
}
