// SPDX-License-Identifier: GPL-3.0-or-later

/// A language that texts are in; the raw value is its BCP 47 tag.
public enum Language: String, CaseIterable, Sendable, Codable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case french = "fr"

    /// The language’s name for itself, the same in every language.
    public var endonym: String {
        switch self {
        case .english: "English"
        case .simplifiedChinese: "简体中文"
        case .french: "Français"
        }
    }

    /// The language that a POSIX locale name such as `fr_FR.UTF-8` asks for, or a BCP 47 tag such as `zh-CN`.
    ///
    /// Traditional Chinese is not among them: its readers are better served by English than by the other script.
    public init?(locale: String) {
        let name = locale.lowercased().prefix { $0 != "." && $0 != "@" }
        let parts = name.split { $0 == "-" || $0 == "_" }
        switch parts.first {
        case "en": self = .english
        case "fr": self = .french
        case "zh" where !parts.contains { $0 == "hant" || $0 == "tw" || $0 == "hk" }:
            self = .simplifiedChinese
        default: return nil
        }
    }
}

extension Language {
    /// The language of a POSIX environment: the first of these variables that is set decides.
    package static func of(_ variables: [String: String]) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        return locale.flatMap { Language(locale: $0) } ?? .english
    }
}
