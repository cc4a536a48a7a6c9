// SPDX-License-Identifier: GPL-3.0-or-later

/// A sentence or a word in every language, resolved only where it is shown.
///
/// The string catalogs compile to functions that return these.
public struct LocalizedText: Sendable {
    /// The key in the catalog: what programs may compare, whatever the language.
    public let key: String
    private let resolve: @Sendable (Language) -> String

    /// A text that `resolve` gives for a language.
    public init(_ key: String, _ resolve: @escaping @Sendable (Language) -> String) {
        self.key = key
        self.resolve = resolve
    }

    /// A text that is the same in every language, such as a name that a user gave.
    public init(verbatim text: String) {
        self.init("verbatim") { _ in text }
    }

    /// This sentence, and another behind it.
    public func followed(by other: LocalizedText) -> LocalizedText {
        LocalizedText("\(key)+\(other.key)") { language in
            [self, other].map { $0.string(in: language) }.joined(separator: language == .simplifiedChinese ? "" : " ")
        }
    }

    /// The text in one language.
    public func string(in language: Language) -> String { resolve(language) }
}

extension LocalizedText: Equatable {
    /// Whether both say the same in every language.
    public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
        left.key == right.key && left.texts == right.texts
    }

    /// What it says in each language, in their order.
    private var texts: [String] { Language.allCases.map { string(in: $0) } }
}

extension LocalizedText: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, texts
    }

    /// Reads what it says in each language; one that is missing says what English does.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = try container.decode(String.self, forKey: .key)
        let texts = try container.decode([String: String].self, forKey: .texts)
        self.init(key) { texts[$0.rawValue] ?? texts[Language.english.rawValue] ?? key }
    }

    /// Writes what it says in every language: whoever reads it may need any of them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        let texts = Language.allCases.map { ($0.rawValue, string(in: $0)) }
        try container.encode(Dictionary(uniqueKeysWithValues: texts), forKey: .texts)
    }
}
