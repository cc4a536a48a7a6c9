// SPDX-License-Identifier: GPL-3.0-or-later

/// A language that texts are in; the raw value is its BCP 47 tag.
///
/// The kit has texts of its own in three. Any other is a `LanguageDefinition`, which is a file: a program offers those that
/// it names in its `ProgramIdentity`, one or more.
public struct Language: RawRepresentable, Hashable, Sendable, Codable {
    /// The BCP 47 tag.
    public let rawValue: String
    /// Whether its facts and texts come from a definition.
    private let isDefined: Bool

    private init(_ tag: String, isDefined: Bool = false) {
        rawValue = tag
        self.isDefined = isDefined
    }

    /// The language of a tag; `nil` if it is neither one of the kit’s nor defined.
    public init?(rawValue tag: String) {
        if Self.tags.contains(tag) {
            self.init(tag)
        } else if LanguageDefinition.of(tag) != nil {
            self.init(tag, isDefined: true)
        } else {
            return nil
        }
    }

    /// Defines a language for the whole process; the same tag once more replaces the definition.
    ///
    /// - Throws: `LanguageFault` for one of the kit’s languages, and for a definition that is not sound.
    public init(_ definition: LanguageDefinition) throws(LanguageFault) {
        guard !Self.tags.contains(definition.tag) else { throw .taken(definition.tag) }
        try definition.keep()
        self.init(definition.tag, isDefined: true)
    }

    /// English, in which every text is written first.
    public static var english: Language { Language("en") }
    /// Chinese in simplified characters.
    public static var simplifiedChinese: Language { Language("zh-Hans") }
    /// French.
    public static var french: Language { Language("fr") }

    /// The languages in which the kit has all its texts.
    public static let ofKit: [Language] = [.english, .simplifiedChinese, .french]

    private static let tags = ["en", "zh-Hans", "fr"]

    /// Its definition; `nil` for one of the kit’s.
    var definition: LanguageDefinition? { isDefined ? LanguageDefinition.of(rawValue) : nil }

    /// The language’s name for itself, the same in every language.
    public var endonym: String {
        switch self {
        case .simplifiedChinese: "简体中文"
        case .french: "Français"
        default: definition?.name ?? "English"
        }
    }

    /// The language that a POSIX locale name such as `fr_FR.UTF-8` asks for, or a BCP 47 tag such as `zh-CN`.
    ///
    /// Traditional Chinese is not among them: its readers are better served by English than by the other script.
    public init?(locale: String) {
        let name = locale.lowercased().prefix { $0 != "." && $0 != "@" }
        let parts = name.split { $0 == "-" || $0 == "_" }.map(String.init)
        switch parts.first {
        case "en": self = .english
        case "fr": self = .french
        case "zh" where !parts.contains { $0 == "hant" || $0 == "tw" || $0 == "hk" }:
            self = .simplifiedChinese
        case let first?:
            // `pt-BR` for `pt_BR`, or else any that begins with the same language.
            let defined = LanguageDefinition.all.map(\.tag)
            guard
                let tag = defined.first(where: { $0.lowercased().split(separator: "-").map(String.init) == parts })
                    ?? defined.first(where: { $0.lowercased().split(separator: "-").first.map(String.init) == first })
            else { return nil }
            self.init(tag, isDefined: true)
        case nil: return nil
        }
    }
}

extension Language: CaseIterable {
    /// The languages of the kit, and those that are defined.
    public static var allCases: [Language] { ofKit + LanguageDefinition.all.map { Language($0.tag, isDefined: true) } }
}

extension Language {
    /// The language of a POSIX environment among those of a program: the first set variable among these decides.
    ///
    /// - Parameters:
    ///   - variables: The variables of the environment, by their names.
    ///   - offered: The languages of the program; the first is for all other environments.
    public static func of(_ variables: [String: String], among offered: [Language] = ofKit) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let language = locale.flatMap({ Language(locale: $0) }), offered.contains(language) else {
            return offered.first ?? .english
        }
        return language
    }
}

/// A plural category of the Unicode CLDR.
///
/// Source: https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html
public enum PluralCategory: String, CaseIterable, Sendable {
    /// None, where a language has a form for it.
    case zero
    /// One, and what a language counts like it: in French also 0.
    case one
    /// A pair.
    case two
    /// A few, such as 2 to 4 of some Slavic languages.
    case few
    /// Many.
    case many
    /// All else, and the only form of a language without plurals.
    case other
}

extension Language {
    /// The category of a whole number in this language.
    ///
    /// French “many” (1,000,000 in compact form) is for compact numbers, which are not written here.
    public func pluralCategory(of number: Int) -> PluralCategory {
        switch self {
        case .english: number == 1 ? .one : .other
        case .french: number == 0 || number == 1 || number == -1 ? .one : .other
        case .simplifiedChinese: .other
        default: PluralRule(of: rawValue).category(of: number)
        }
    }
}

extension Language {
    /// The words as a sentence lists them: `a, b`, in Chinese `a、b`.
    public func list(_ words: [String]) -> String {
        words.joined(separator: self == .simplifiedChinese ? "、" : definition?.list ?? ", ")
    }

    /// Phrases, which may contain commas, as a sentence lists them: `a; b`.
    public func list(phrases: [String]) -> String {
        switch self {
        case .french: phrases.joined(separator: "\u{202F}; ")
        case .simplifiedChinese: phrases.joined(separator: "；")
        default: phrases.joined(separator: "; ")
        }
    }

    /// A number of things, with a separator before each three digits: `1,234`, in French `1 234`.
    public func grouped(_ number: Int) -> String {
        guard number > 999 || number < -999 else { return String(number) }
        let digits = String(number.magnitude)
        let separator = self == .french ? "\u{202F}" : definition?.group ?? ","
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { result += separator }
            result.append(digit)
        }
        return result
    }

    /// A text behind its label: `a: b`, in French `a : b`, in Chinese `a：b`.
    public func text(_ text: String, behind label: String) -> String {
        switch self {
        case .french: "\(label)\u{A0}: \(text)"
        case .simplifiedChinese: "\(label)：\(text)"
        default: "\(label): \(text)"
        }
    }

    /// A name in quotation marks: `“a”`, in French `« a »`.
    public func quoted(_ name: String) -> String {
        if self == .french { return "«\u{A0}\(name)\u{A0}»" }
        guard let marks = definition?.quotes, marks.count == 2 else { return "“\(name)”" }
        return marks[0] + name + marks[1]
    }
}

/// A sentence or a word in every language, resolved only for display.
///
/// The string catalogs compile to functions that return these.
public struct LocalizedText: Sendable {
    /// The key in the catalog: programs may compare it, whatever the language.
    public let key: String
    /// The code of the fault whose sentence it is, as the catalog has it; `nil` if it follows from the key.
    public let code: String?
    private let resolve: @Sendable (Language) -> String

    /// A text that `resolve` gives for a language.
    public init(_ key: String, code: String? = nil, _ resolve: @escaping @Sendable (Language) -> String) {
        self.key = key
        self.code = code
        self.resolve = resolve
    }

    /// Another form of a text, with its key and code.
    public init(as text: LocalizedText, _ resolve: @escaping @Sendable (Language) -> String) {
        self.init(text.key, code: text.code, resolve)
    }

    /// A text whose parts depend on the language, as `make` gives it for each.
    public init(forEach make: @escaping @Sendable (Language) -> LocalizedText) {
        self.init(as: make(.english)) { make($0).string(in: $0) }
    }

    /// A text that is the same in every language, such as a name from the user.
    public init(verbatim text: String) {
        self.init("verbatim") { _ in text }
    }

    /// The sentence that has `words` in it as a list, which each language separates by marks of its own.
    ///
    /// - Parameters:
    ///   - words: The items of the list, in their order.
    ///   - sentence: The sentence with the list as its argument.
    public static func listing(
        _ words: [String], _ sentence: @escaping @Sendable (String) -> LocalizedText
    ) -> LocalizedText {
        LocalizedText { sentence($0.list(words)) }
    }

    /// This sentence, and another behind it.
    public func followed(by other: LocalizedText) -> LocalizedText {
        LocalizedText("\(key)+\(other.key)", code: code) { language in
            [self, other].map { $0.string(in: language) }.joined(separator: language == .simplifiedChinese ? "" : " ")
        }
    }

    /// The text in one language.
    public func string(in language: Language) -> String { resolve(language) }
}

/// A literal is the same in every language: for a program with one. Others have their texts in a catalog.
extension LocalizedText: ExpressibleByStringInterpolation {
    /// The text as it stands.
    public init(stringLiteral text: String) { self.init(verbatim: text) }
}

extension LocalizedText: Equatable {
    /// Whether both say the same in every language.
    public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
        left.key == right.key && left.texts == right.texts
    }

    /// The text in each language, in their order.
    private var texts: [String] { Language.allCases.map { string(in: $0) } }
}

extension LocalizedText: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, texts
    }

    /// Reads the text of each language; a missing one is the English one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = try container.decode(String.self, forKey: .key)
        let texts = try container.decode([String: String].self, forKey: .texts)
        self.init(key) { texts[$0.rawValue] ?? texts[Language.english.rawValue] ?? key }
    }

    /// Writes the text of every language: a reader may need any of them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        let texts = Language.allCases.map { ($0.rawValue, string(in: $0)) }
        try container.encode(Dictionary(uniqueKeysWithValues: texts), forKey: .texts)
    }
}
