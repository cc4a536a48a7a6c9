// SPDX-License-Identifier: GPL-3.0-or-later

/// A language into which every text must be translated; raw values are the catalog's codes.
enum TextLanguage: String, CaseIterable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case french = "fr"

    /// The categories that a plural in this language has (CLDR plural rules, integers).
    var neededCategories: Set<PluralCategory> {
        switch self {
        case .english, .french: [.one, .other]
        case .simplifiedChinese: [.other]
        }
    }

    /// Categories that a plural may have: French has one for whole millions, which most texts need not tell apart.
    var allowedCategories: Set<PluralCategory> {
        self == .french ? neededCategories.union([.many]) : neededCategories
    }
}
