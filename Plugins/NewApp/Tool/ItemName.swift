// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSourceText

/// The name of a new app’s items, and the names derived from it.
struct ItemName: Equatable {
    /// The longest name that lines of the template have room for.
    static let longest = 14

    /// The name of the type, such as `PhoneCall`.
    let type: String

    /// The name of things of no particular kind.
    static let item = ItemName(type: "Item")

    private init(type: String) { self.type = type }

    /// A name that the user has typed.
    ///
    /// - Throws: `NewAppFault`.
    init(_ word: String) throws(NewAppFault) {
        if SwiftKeyword.all.contains(word) || ["Type", "Protocol"].contains(word) { throw .keyword(word) }
        guard let first = word.first, first.isASCII, first.isUppercase, word.allSatisfy({ $0.isASCII && $0.isLetter }),
            !SwiftKeyword.all.contains(word.lowercased())
        else { throw .notAnItem(word) }
        guard word.count <= Self.longest else { throw .tooLong(word, most: Self.longest) }
        type = word
    }

    /// The name of a variable, such as `phoneCall`.
    private var variable: String {
        let capitals = type.prefix(while: \.isUppercase).count
        let count = capitals > 1 && capitals < type.count ? capitals - 1 : capitals
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    /// The words of a sentence, such as “phone call”.
    private var words: String {
        variable.reduce(into: "") { words, letter in
            words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
        }
    }

    /// A word for several, by the rules of English for regular ones.
    private static func plural(_ word: String) -> String {
        let lower = word.lowercased()
        if lower.hasSuffix("y"), let before = lower.dropLast().last, !"aeiou".contains(before) {
            return word.dropLast() + "ies"
        }
        return word + (["s", "x", "z", "ch", "sh"].contains(where: lower.hasSuffix) ? "es" : "s")
    }

    private var article: String { "aeiou".contains(words.first ?? "x") ? "an" : "a" }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// A text or a path of the template with this name in it.
    func filling(_ text: String) -> String {
        let values = [
            ("__Item__", type), ("__Items__", Self.plural(type)), ("__item__", variable),
            ("__items__", Self.plural(variable)), ("__thing__", words), ("__things__", Self.plural(words)),
            ("__a_thing__", "\(article) \(words)"), ("__A_thing__", Self.capitalized("\(article) \(words)")),
            ("__Thing__", Self.capitalized(words)), ("__Things__", Self.capitalized(Self.plural(words))),
            ("__thing_id__", type.lowercased()),
        ]
        return values.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
