// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A language beyond those of the kit: its facts, and its texts of any module.
///
/// It is Codable, so that a translation is a file:
///
/// ```json
/// {
///   "tag": "de", "name": "Deutsch", "quotes": ["„", "“"],
///   "texts": {
///     "AtriumShell": {
///       "alias.made": "%1$@ steht nun für: %2$@",
///       "found": { "one": "%1$lld Treffer", "other": "%1$lld Treffer" }
///     }
///   }
/// }
/// ```
///
/// Omitted entries are as in English: a translation can begin with one sentence.
public struct LanguageDefinition: Codable, Hashable, Sendable {
    /// The BCP 47 tag, such as `de` or `pt-BR`.
    public var tag: String
    /// The language’s name for itself.
    public var name: String
    /// The twelve months, January first.
    public var months: [String]?
    /// The same in short.
    public var shortMonths: [String]?
    /// The days of the week, Monday first.
    public var weekdays: [String]?
    /// The same in short.
    public var shortWeekdays: [String]?
    /// The same in two letters.
    public var narrowWeekdays: [String]?
    /// The first day of the week, with Monday as 0.
    public var firstWeekday: Int?
    /// The units of a length of time: day, hour, minute, second.
    public var units: [String]?
    /// The opening and the closing quotation mark.
    public var quotes: [String]?
    /// The separator of the words of a list, such as `, `.
    public var list: String?
    /// The separator before each three digits of a number, such as `.`.
    public var group: String?
    /// The texts of each module by their keys in the module’s catalog.
    public var texts: [String: [String: TranslatedText]]

    /// A language with these texts.
    public init(_ tag: String, named name: String, texts: [String: [String: TranslatedText]] = [:]) {
        self.tag = tag
        self.name = name
        self.texts = texts
    }

    private enum CodingKeys: String, CodingKey {
        case tag, name, months, shortMonths, weekdays, shortWeekdays, narrowWeekdays, firstWeekday, units, quotes, list,
            group
        case texts
    }

    /// Reads a definition, which needs a tag and a name.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        tag = try values.decode(String.self, forKey: .tag)
        name = try values.decode(String.self, forKey: .name)
        months = try values.decodeIfPresent([String].self, forKey: .months)
        shortMonths = try values.decodeIfPresent([String].self, forKey: .shortMonths)
        weekdays = try values.decodeIfPresent([String].self, forKey: .weekdays)
        shortWeekdays = try values.decodeIfPresent([String].self, forKey: .shortWeekdays)
        narrowWeekdays = try values.decodeIfPresent([String].self, forKey: .narrowWeekdays)
        firstWeekday = try values.decodeIfPresent(Int.self, forKey: .firstWeekday)
        units = try values.decodeIfPresent([String].self, forKey: .units)
        quotes = try values.decodeIfPresent([String].self, forKey: .quotes)
        list = try values.decodeIfPresent(String.self, forKey: .list)
        group = try values.decodeIfPresent(String.self, forKey: .group)
        texts = try values.decodeIfPresent([String: [String: TranslatedText]].self, forKey: .texts) ?? [:]
    }
}

/// An obstacle to a definition of a language.
public enum LanguageFault: Error, Hashable, Sendable {
    /// The tag is one of the kit’s languages.
    case taken(String)
    /// The tag is none of BCP 47.
    case tag(String)
    /// A list has another number of words than the calendar needs.
    case count(field: String, needed: Int)
    /// A text of a module varies with a number, and has no form `other` for the numbers that no other form is for.
    case withoutOther(key: String, module: String)
    /// A member of the definition, by its path, is missing or of another form.
    case form(String)
    /// The file of the definition is no JSON.
    case json
}

extension LanguageDefinition {
    private static let defined = Mutex<[LanguageDefinition]>([])

    /// All definitions of the process, in the order in which they were made.
    static var all: [LanguageDefinition] { defined.withLock { $0 } }

    /// The definition of a tag.
    static func of(_ tag: String) -> LanguageDefinition? { defined.withLock { $0.first { $0.tag == tag } } }

    /// Checks the definition, and keeps it for the process.
    func keep() throws(LanguageFault) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard
            parts.allSatisfy({
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }),
            parts.first?.count ?? 0 > 1, !name.isEmpty
        else { throw .tag(tag) }
        let lists = [
            ("months", months, 12), ("shortMonths", shortMonths, 12), ("weekdays", weekdays, 7),
            ("shortWeekdays", shortWeekdays, 7), ("narrowWeekdays", narrowWeekdays, 7), ("units", units, 4),
            ("quotes", quotes, 2),
        ]
        for (field, words, needed) in lists where words.map({ $0.count != needed }) ?? false {
            throw .count(field: field, needed: needed)
        }
        if let firstWeekday, !(0...6).contains(firstWeekday) { throw .count(field: "firstWeekday", needed: 7) }
        for (module, texts) in texts.sorted(by: { $0.key < $1.key }) {
            for (key, text) in texts.sorted(by: { $0.key < $1.key }) where !text.hasOther {
                throw .withoutOther(key: key, module: module)
            }
        }
        Self.defined.withLock { all in
            if let index = all.firstIndex(where: { $0.tag == tag }) { all[index] = self } else { all.append(self) }
        }
    }
}

/// A text of a defined language, with placeholders as catalogs have them: `%@`, `%lld`, `%2$@`, `%%`.
public enum TranslatedText: Hashable, Sendable {
    /// One text.
    case plain(String)
    /// A text for each plural category of the first number among the arguments; `other` is for those that are missing.
    case plural([String: String])
    /// A text with parts, `%#@name@`, each of which varies with the number at a position, written as `%arg` there.
    case parts(String, [String: Part])

    /// A part that varies with a number.
    public struct Part: Codable, Hashable, Sendable {
        /// The position of the number among the arguments, from 1.
        public let argument: Int
        /// The text for each plural category.
        public let forms: [String: String]

        /// A part of these forms.
        public init(argument: Int, forms: [String: String]) {
            self.argument = argument
            self.forms = forms
        }
    }
}

extension TranslatedText: Codable {
    private enum CodingKeys: String, CodingKey { case text, parts }

    /// Reads a text, an object of plural categories, or an object with `text` and `parts`.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .plain(text)
        } else if let values = try? decoder.container(keyedBy: CodingKeys.self), values.contains(.parts) {
            self = .parts(
                try values.decode(String.self, forKey: .text), try values.decode([String: Part].self, forKey: .parts))
        } else {
            self = .plural(try decoder.singleValueContainer().decode([String: String].self))
        }
    }

    /// Writes the text in the form in which it is read.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .plain(let text):
            var value = encoder.singleValueContainer()
            try value.encode(text)
        case .plural(let forms):
            var value = encoder.singleValueContainer()
            try value.encode(forms)
        case .parts(let text, let parts):
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(text, forKey: .text)
            try values.encode(parts, forKey: .parts)
        }
    }
}

/// An argument of a text.
public enum TextArgument: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number, such as an id.
    case number(Int)
    /// A number of things, which may choose the form, and is written with separators.
    case count(Int)

    /// The argument as it is written in a language.
    func written(in language: Language) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .count(let count): language.grouped(count)
        }
    }

    /// The number that chooses the form; `nil` for a text.
    var number: Int? {
        switch self {
        case .text: nil
        case .number(let number), .count(let number): number
        }
    }
}

extension Language {
    /// The text of a key in this language, if a definition has it; `nil` has the caller take the text of its catalog.
    ///
    /// Generated code calls it, with the module in which it stands.
    public func translation(
        _ key: String, _ arguments: @autoclosure () -> [TextArgument] = [], file: String = #fileID
    ) -> String? {
        guard let definition else { return nil }
        let module = String(file.prefix { $0 != "/" })
        return definition.texts[module]?[key]?.text(with: arguments(), in: self)
    }
}

extension TranslatedText {
    /// Whether there is a form for every number.
    fileprivate var hasOther: Bool {
        switch self {
        case .plain: true
        case .plural(let forms): forms["other"] != nil
        case .parts(_, let parts): parts.values.allSatisfy { $0.forms["other"] != nil }
        }
    }

    /// The text with arguments in its places; a place without an argument stays as it is written.
    func text(with arguments: [TextArgument], in language: Language) -> String {
        func form(_ forms: [String: String], of argument: TextArgument?) -> String {
            guard let number = argument?.number else { return forms["other"] ?? "" }
            return forms[language.pluralCategory(of: number).rawValue] ?? forms["other"] ?? ""
        }
        switch self {
        case .plain(let text):
            return Self.filled(text, with: arguments, in: language)
        case .plural(let forms):
            let number = arguments.first { $0.number != nil }
            return Self.filled(form(forms, of: number), with: arguments, in: language)
        case .parts(let text, let parts):
            return Self.filled(text, with: arguments, in: language) { name in
                guard let part = parts[name] else { return nil }
                let number = arguments.indices.contains(part.argument - 1) ? arguments[part.argument - 1] : nil
                return Self.filled(form(part.forms, of: number), with: arguments, in: language, number: number)
            }
        }
    }

    /// Fills the places of a format.
    private static func filled(
        _ format: String, with arguments: [TextArgument], in language: Language, number: TextArgument? = nil,
        part: (String) -> String? = { _ in nil }
    ) -> String {
        var (result, rest, next) = ("", format[...], 0)
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            if rest.first == "%" {
                result += "%"
                rest.removeFirst()
            } else if let number, rest.hasPrefix("arg") {
                result += number.written(in: language)
                rest.removeFirst(3)
            } else if rest.hasPrefix("#@"), let end = rest.dropFirst(2).firstIndex(of: "@") {
                let name = String(rest.dropFirst(2)[..<end])
                result += part(name) ?? "%#@\(name)@"
                rest = rest[rest.index(after: end)...]
            } else {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                let isNumbered = !digits.isEmpty && rest.dropFirst(digits.count).first == "$"
                let place = isNumbered ? rest.dropFirst(digits.count + 1) : rest
                guard let conversion = ["lld", "@", "d"].first(where: { place.hasPrefix($0) }) else {
                    result += "%"
                    continue
                }
                let index = isNumbered ? (Int(digits) ?? 0) - 1 : next
                if !isNumbered { next += 1 }
                result += arguments.indices.contains(index) ? arguments[index].written(in: language) : "%\(conversion)"
                rest = place.dropFirst(conversion.count)
            }
        }
        return result + rest
    }
}
