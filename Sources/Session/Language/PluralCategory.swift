// SPDX-License-Identifier: GPL-3.0-or-later

/// A plural category of the Unicode CLDR.
///
/// Source: https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
public enum PluralCategory: String, CaseIterable, Sendable {
    case zero
    case one
    case two
    case few
    case many
    case other
}

extension Language {
    /// The category that a whole number takes in this language.
    ///
    /// French “many” (1,000,000 in compact form) is for compact numbers, which are not written here.
    public func pluralCategory(of number: Int) -> PluralCategory {
        switch self {
        case .english: number == 1 ? .one : .other
        case .french: number == 0 || number == 1 || number == -1 ? .one : .other
        case .simplifiedChinese: .other
        }
    }
}
