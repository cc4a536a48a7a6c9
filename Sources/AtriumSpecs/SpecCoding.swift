// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import AtriumSession

/// A command as values describe it, such as one of an app in another process: its JSON is stable.
///
/// ```json
/// {
///   "name": "done", "aliases": ["d"], "category": "writing", "summary": { "en": "Marks a habit.", "fr": "Coche une habitude." },
///   "parameters": [
///     { "name": "id", "form": "number", "values": { "item": "habit" }, "selection": true, "summary": "The habit." },
///     { "name": "sort", "form": "option", "values": ["name", "date"] }
///   ],
///   "examples": ["done 1"]
/// }
/// ```
///
/// Only `name` and `summary` are needed. A summary or an example is a text, or a text for each language. The other
/// members and their values when they are missing: `category`, `writing`; `login`, true; `locked`, `secret` and
/// `lasting`, false; `audited`, nothing.
extension CommandSpec: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, aliases, category, summary, parameters, examples, login, locked, secret, lasting, audited
    }

    /// Reads a command, and checks it.
    public convenience init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let category = try values.decodeIfPresent(String.self, forKey: .category) ?? CommandCategory.writing.rawValue
        guard let known = CommandCategory(rawValue: category) else {
            throw DecodingError.dataCorruptedError(
                forKey: .category, in: values, debugDescription: "there is no category \(category)")
        }
        let audited = try values.decodeIfPresent(String.self, forKey: .audited).map { word in
            guard let action = AuditedAction(rawValue: word) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .audited, in: values, debugDescription: "there is no such effect")
            }
            return action
        }
        self.init(
            try values.decode(String.self, forKey: .name),
            aliases: try values.decodeIfPresent([String].self, forKey: .aliases) ?? [], category: known,
            summary: try values.decode(SpecText.self, forKey: .summary).text,
            parameters: try values.decodeIfPresent([ParameterSpec].self, forKey: .parameters) ?? [],
            examples: try values.decodeIfPresent([SpecText].self, forKey: .examples)?.map(\.text) ?? [],
            needsLogin: try values.decodeIfPresent(Bool.self, forKey: .login) ?? true,
            worksLocked: try values.decodeIfPresent(Bool.self, forKey: .locked) ?? false,
            asksSecret: try values.decodeIfPresent(Bool.self, forKey: .secret) ?? false,
            isLasting: try values.decodeIfPresent(Bool.self, forKey: .lasting) ?? false,
            audited: audited)
        do throws(SpecFault) { try check() } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .parameters, in: values, debugDescription: "\(name): \(error)")
        }
    }

    /// Writes the command; what is as usual is left out.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        if !aliases.isEmpty { try values.encode(aliases, forKey: .aliases) }
        try values.encode(category.rawValue, forKey: .category)
        try values.encode(SpecText(summary), forKey: .summary)
        if !parameters.isEmpty { try values.encode(parameters, forKey: .parameters) }
        if !examples.isEmpty { try values.encode(examples.map(SpecText.init), forKey: .examples) }
        if !needsLogin { try values.encode(false, forKey: .login) }
        if worksLocked { try values.encode(true, forKey: .locked) }
        if asksSecret { try values.encode(true, forKey: .secret) }
        if isLasting { try values.encode(true, forKey: .lasting) }
        try values.encodeIfPresent(audited?.rawValue, forKey: .audited)
    }
}

/// A parameter of a command in JSON: a name, a form, and what the form does not say.
///
/// The forms are `word`, `number`, `numbers`, `text`, `name`, `query`, `flag` and `option`; `word` if none is said. The
/// values are a list of words, `{"item": NAME}` for items of the app, or the word `file`, `app`, `tab`, `command`, `route`,
/// `theme`, `alias`, `setting` or `setting-value`. `optional`, `selection`, `several`, `command` and `shows` are false if
/// they are missing.
extension ParameterSpec: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, form, optional, values, placeholder, summary, terms, selection, several, command, shows
    }

    /// Reads a parameter.
    public convenience init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let word = try values.decodeIfPresent(String.self, forKey: .form) ?? Form.word.rawValue
        guard let form = Form(rawValue: word) else {
            throw DecodingError.dataCorruptedError(
                forKey: .form, in: values, debugDescription: "there is no form \(word)")
        }
        func flag(_ key: CodingKeys) throws -> Bool { try values.decodeIfPresent(Bool.self, forKey: key) ?? false }
        self.init(
            try values.decode(String.self, forKey: .name), as: form, isOptional: try flag(.optional),
            values: try values.decodeIfPresent(Values.self, forKey: .values) ?? .free,
            placeholder: try values.decodeIfPresent(String.self, forKey: .placeholder),
            summary: try values.decodeIfPresent(SpecText.self, forKey: .summary)?.text,
            terms: try values.decodeIfPresent([Term].self, forKey: .terms) ?? [],
            meansSelection: try flag(.selection), takesSeveral: try flag(.several), isCommand: try flag(.command),
            showsWithout: try flag(.shows))
    }

    /// Writes the parameter; what is as usual is left out.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(name, forKey: .name)
        try members.encode(form.rawValue, forKey: .form)
        if isOptional, !isOption { try members.encode(true, forKey: .optional) }
        if values != .free { try members.encode(values, forKey: .values) }
        try members.encodeIfPresent(named, forKey: .placeholder)
        try members.encodeIfPresent(summary.map { SpecText($0) }, forKey: .summary)
        if !terms.isEmpty { try members.encode(terms, forKey: .terms) }
        if meansSelection { try members.encode(true, forKey: .selection) }
        if takesSeveral, form != .numbers { try members.encode(true, forKey: .several) }
        if isCommand { try members.encode(true, forKey: .command) }
        if showsWithout { try members.encode(true, forKey: .shows) }
    }
}

extension ParameterSpec.Values: Codable {
    private static let words: [(String, Self)] = [
        ("file", .file), ("app", .app), ("tab", .tab), ("command", .command), ("route", .route), ("theme", .theme),
        ("alias", .alias), ("setting", .setting), ("setting-value", .settingValue),
    ]

    /// Reads a word, a list of words, or the name of items.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let choices = try? value.decode([String].self) {
            self = .choices(choices)
        } else if let items = try? value.decode([String: String].self), items.count == 1, let item = items["item"] {
            self = .item(item)
        } else if let word = try? value.decode(String.self), let known = Self.words.first(where: { $0.0 == word }) {
            self = known.1
        } else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "there are no such values")
        }
    }

    /// Writes the values as they are read.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .choices(let words): try value.encode(words)
        case .item(let name): try value.encode(["item": name])
        default: try value.encode(Self.words.first { $0.1 == self }?.0)
        }
    }
}

extension ParameterSpec.Term: Codable {
    private enum CodingKeys: String, CodingKey { case text, summary }

    /// Reads a term: its text, and one line on it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(String.self, forKey: .text), try values.decode(SpecText.self, forKey: .summary).text)
    }

    /// Writes the term.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .text)
        try values.encode(SpecText(summary), forKey: .summary)
    }
}

/// A place in JSON: `{"pattern": "habit/:number", "summary": "A habit.", "items": {"number": "habit"}}`.
///
/// `items` are the parameters of the pattern whose values are items of the app; without them nothing is completed.
extension RouteSpec: Codable {
    private enum CodingKeys: String, CodingKey { case pattern, summary, items }

    /// Reads a place.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let pattern = try values.decode(String.self, forKey: .pattern)
        self.init(
            pattern, summary: try values.decode(SpecText.self, forKey: .summary).text,
            items: try values.decodeIfPresent([String: String].self, forKey: .items) ?? [:])
        let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
        guard pattern.isEmpty || parts.allSatisfy({ !$0.drop { $0 == ":" }.isEmpty && !$0.contains(" ") }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .pattern, in: values, debugDescription: "\(pattern) is no pattern")
        }
    }

    /// Writes the place.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(pattern, forKey: .pattern)
        try values.encode(SpecText(summary), forKey: .summary)
        if !items.isEmpty { try values.encode(items, forKey: .items) }
    }
}

/// The facts about a setting of an app, as values: `{"name": "habits.week", "initial": "monday", "summary": "…",
/// "choices": [{"value": "monday", "summary": "…"}]}`.
public struct AppSettingSpec: Codable, Sendable {
    /// The name that the user types.
    public let name: String
    /// The value while none is set.
    public let initial: String
    /// One line on its effect.
    public let summary: LocalizedText
    /// The values to choose from; if there are none, it is any text.
    public let choices: [ParameterSpec.Term]

    private enum CodingKeys: String, CodingKey { case name, initial, summary, choices }

    /// A setting of these facts.
    public init(_ name: String, initial: String, summary: LocalizedText, choices: [ParameterSpec.Term] = []) {
        self.name = name
        self.initial = initial
        self.summary = summary
        self.choices = choices
    }

    /// Reads a setting.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        initial = try values.decode(String.self, forKey: .initial)
        summary = try values.decode(SpecText.self, forKey: .summary).text
        choices = try (values.decodeIfPresent([CodedChoice].self, forKey: .choices) ?? []).map {
            .init($0.value, $0.summary.text)
        }
    }

    /// Writes the setting.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(initial, forKey: .initial)
        try values.encode(SpecText(summary), forKey: .summary)
        guard !choices.isEmpty else { return }
        try values.encode(
            choices.map { CodedChoice(value: $0.text, summary: SpecText($0.summary)) }, forKey: .choices)
    }

    private struct CodedChoice: Codable {
        let value: String
        let summary: SpecText
    }
}

extension AppSetting {
    /// A setting of these facts, which keeps one of its choices, or any text if there are none.
    public init(_ spec: AppSettingSpec) {
        let words = spec.choices.map(\.text)
        self.init(
            spec.name, initial: spec.initial, summary: spec.summary,
            choices: spec.choices.map { Choice($0.text, summary: $0.summary) }
        ) { typed, _, _ in
            guard words.isEmpty || words.contains(typed) else {
                throw CommandFault.notAChoice(name: spec.name, value: typed, choices: words)
            }
            return StoredValue(typed)
        }
    }
}

/// A text in JSON: as it stands, or for each language.
private struct SpecText: Codable {
    let text: LocalizedText

    init(_ text: LocalizedText) { self.text = text }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self.text = LocalizedText(verbatim: text)
            return
        }
        let texts = try value.decode([String: String].self)
        guard let first = texts["en"] ?? texts.sorted(by: { $0.key < $1.key }).first?.value else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "there is no text")
        }
        text = LocalizedText(first) { texts[$0.rawValue] ?? first }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        let texts = Language.allCases.map { ($0.rawValue, text.string(in: $0)) }
        if Set(texts.map(\.1)).count == 1 {
            try value.encode(text.string(in: .english))
        } else {
            try value.encode(Dictionary(texts) { $1 })
        }
    }
}

// MARK: - Commands and routes of values

extension Command {
    /// A command whose facts are values, known at run time only.
    ///
    /// - Parameters:
    ///   - spec: The facts; those of JSON were checked when they were read.
    ///   - perform: Runs it, once all values are read by their forms.
    public init(
        _ spec: CommandSpec,
        perform: @escaping @MainActor @Sendable (Model, CommandContext, CommandValues) async throws -> Reply
    ) {
        self.init(spec: spec) { model, arguments, context in
            try await perform(model, context, try CommandValues(arguments, of: spec))
        }
    }
}

/// The values of a command whose parameters are known at run time only, by the names of the parameters.
public struct CommandValues: Sendable {
    private let arguments: Arguments
    private let spec: CommandSpec

    /// Reads the values by the forms of their parameters.
    init(_ arguments: Arguments, of spec: CommandSpec) throws(CommandFault) {
        self.arguments = arguments
        self.spec = spec
        for parameter in spec.parameters where parameter.form != .flag {
            if let word = arguments[parameter] {
                try parameter.check(word)
            } else if !parameter.isOptional, !parameter.isOption {
                throw .missing(parameter)
            }
        }
    }

    private func word(_ name: String) -> CommandWord? {
        spec.parameters.first { $0.name == name }.flatMap { arguments[$0] }
    }

    /// The text of a parameter; `nil` if it is missing.
    public subscript(name: String) -> String? { word(name)?.text }

    /// The whole number of a parameter; `nil` if it is missing, or of a form that is not a number.
    public func number(_ name: String) -> Int? { word(name).flatMap { Int($0.text) } }

    /// The whole numbers of a parameter of several, with the numbers of each span; empty if it is missing.
    public func numbers(_ name: String) -> [Int] {
        guard let text = word(name)?.text, let spans = try? Parameter<[Int]>.spans(text, of: name) else { return [] }
        return spans
    }

    /// Whether a flag was given.
    public func flag(_ name: String) -> Bool {
        spec.parameters.first { $0.name == name && $0.form == .flag }.map { arguments.has($0) } ?? false
    }

    /// The values as text by the names of their parameters, for another process; a flag that was given is `true`.
    public var texts: [String: String] {
        var texts: [String: String] = [:]
        for parameter in spec.parameters {
            texts[parameter.name] =
                parameter.form == .flag ? (arguments.has(parameter) ? "true" : nil) : self[parameter.name]
        }
        return texts
    }
}

extension Route {
    /// A place whose facts are values, known at run time only.
    ///
    /// - Parameters:
    ///   - spec: The facts; those of JSON were checked when they were read.
    ///   - open: Goes there; gets the words in the places of the pattern’s parameters, by their names.
    public init(
        _ spec: RouteSpec,
        open: @escaping @MainActor @Sendable (Model, CommandContext, [String: String]) async throws -> Reply
    ) {
        let names = spec.pattern.split(separator: "/").filter { $0.first == ":" }.map { String($0.dropFirst()) }
        self.init(spec: spec) { model, context, arguments in
            try await open(model, context, arguments.words(of: names))
        }
    }
}
