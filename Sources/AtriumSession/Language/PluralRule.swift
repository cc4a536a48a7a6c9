// SPDX-License-Identifier: GPL-3.0-or-later

/// The way in which a language chooses the plural category of a whole number.
///
/// Source: https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
enum PluralRule {
    /// One form for every number.
    case none
    /// 1, and others.
    case one
    /// 0 and 1, and others.
    case zeroOrOne
    /// 1, 2 to 4, and others.
    case czech
    /// By the last digits, as in Russian, Ukrainian and Belarusian.
    case russian
    /// By the last digits, as in Serbian, Croatian and Bosnian.
    case serbian
    case polish, lithuanian, latvian, romanian, slovenian, hebrew, arabic, irish, welsh

    /// The rule of a language by the first part of its tag; that of English for unknown ones.
    init(of tag: String) {
        self =
            switch tag.prefix(while: { $0 != "-" }).lowercased() {
            case "zh", "ja", "ko", "vi", "th", "id", "ms", "lo", "my", "yo", "ig", "jv": .none
            case "fr", "pt", "hi", "bn", "fa", "hy", "gu", "kn", "zu", "am", "as": .zeroOrOne
            case "cs", "sk": .czech
            case "ru", "uk", "be": .russian
            case "sr", "hr", "bs": .serbian
            case "pl": .polish
            case "lt": .lithuanian
            case "lv": .latvian
            case "ro", "mo": .romanian
            case "sl": .slovenian
            case "he", "iw": .hebrew
            case "ar": .arabic
            case "ga": .irish
            case "cy": .welsh
            default: .one
            }
    }

    /// The category of a number; of a negative one that of its amount.
    func category(of number: Int) -> PluralCategory {
        let amount = number.magnitude
        let (ten, hundred) = (amount % 10, amount % 100)
        switch self {
        case .none: return .other
        case .one: return amount == 1 ? .one : .other
        case .zeroOrOne: return amount <= 1 ? .one : .other
        case .czech: return amount == 1 ? .one : (2...4).contains(amount) ? .few : .other
        case .russian, .serbian:
            if ten == 1, hundred != 11 { return .one }
            if (2...4).contains(ten), !(12...14).contains(hundred) { return .few }
            if case .serbian = self { return .other }
            return .many
        case .polish:
            if amount == 1 { return .one }
            return (2...4).contains(ten) && !(12...14).contains(hundred) ? .few : .many
        case .lithuanian:
            if (11...19).contains(hundred) || ten == 0 { return .other }
            return ten == 1 ? .one : .few
        case .latvian:
            if ten == 0 || (11...19).contains(hundred) { return .zero }
            return ten == 1 ? .one : .other
        case .romanian:
            if amount == 1 { return .one }
            return amount == 0 || (1...19).contains(hundred) ? .few : .other
        case .slovenian:
            return hundred == 1 ? .one : hundred == 2 ? .two : (3...4).contains(hundred) ? .few : .other
        case .hebrew: return amount == 1 ? .one : amount == 2 ? .two : .other
        case .arabic:
            if amount <= 2 { return [.zero, .one, .two][Int(amount)] }
            return (3...10).contains(hundred) ? .few : (11...99).contains(hundred) ? .many : .other
        case .irish:
            if (1...2).contains(amount) { return amount == 1 ? .one : .two }
            return (3...6).contains(amount) ? .few : (7...10).contains(amount) ? .many : .other
        case .welsh:
            switch amount {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            case 3: return .few
            case 6: return .many
            default: return .other
            }
        }
    }
}
