// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
import AtriumTerminal

/// A parameter after a command’s name, with the type of its value.
///
/// A parameter is declared once. Help and completion read its `spec`, the command’s closure gets its value, and an
/// action names it to give it one:
///
/// ```swift
/// static let id = Parameter.number("id", summary: Strings.parameterId)
///
/// static let pin = Command<NotesModel>(
///     "pin", category: .writing, summary: Strings.commandPin, parameters: id, examples: ["pin 3"]
/// ) { model, _, id in …  // an Int
///
/// Action.app("notes", pin, id.argument(3))
/// ```
public struct Parameter<Value: Sendable>: Sendable {
    /// The facts about it without its type.
    public let spec: ParameterSpec
    private let reading: @Sendable (Arguments) throws(CommandFault) -> Value
    private let writing: @Sendable (Value) -> CommandArgument.Content?

    private init(
        _ spec: ParameterSpec, reading: @escaping @Sendable (Arguments) throws(CommandFault) -> Value,
        writing: @escaping @Sendable (Value) -> CommandArgument.Content?
    ) {
        self.spec = spec
        self.reading = reading
        self.writing = writing
    }

    /// The value of a command’s arguments.
    ///
    /// - Throws: `CommandFault.missing` if there is none, and the errors of reading it.
    public func value(in arguments: Arguments) throws(CommandFault) -> Value { try reading(arguments) }

    /// A value for a command that is performed without being typed.
    public func argument(_ value: Value) -> CommandArgument {
        CommandArgument(name: spec.name, content: writing(value))
    }
}

// MARK: - What may be missing

extension Parameter {
    /// The parameter, which may be missing: `nil` then.
    public static func optional<Wrapped>(_ parameter: Parameter<Wrapped>) -> Parameter where Value == Wrapped? {
        parameter.orNil(parameter.spec.optional())
    }

    /// The parameter as an option, `--name VALUE`, which may stand anywhere, and may be missing.
    public static func option<Wrapped>(_ parameter: Parameter<Wrapped>) -> Parameter where Value == Wrapped? {
        parameter.orNil(parameter.spec.optional(as: .option))
    }

    /// The same parameter, whose text is a command itself: options within it are that one’s.
    public func asCommand() -> Parameter { Parameter(spec.asCommand(), reading: reading, writing: writing) }

    /// The same parameter, a text without which the command shows something: `>`, `|` and `&` after the command’s name
    /// are then no text, but redirect its output.
    public func orShown() -> Parameter { Parameter(spec.orShown(), reading: reading, writing: writing) }

    /// The same parameter, a query that may limit the number of items itself: a file and a program then get no more.
    ///
    /// - Parameter hasLimit: Returns whether a typed query has a limit.
    public func limited(by hasLimit: @escaping @Sendable (String) -> Bool) -> Parameter {
        Parameter(spec.limited(hasLimit), reading: reading, writing: writing)
    }

    /// The parameter, which means the marked or selected items on the screen if no value of it is typed.
    ///
    /// Such a parameter is the first one, and its `values` are items of the app: those that the list names by `items`.
    public func orSelection() -> Parameter { Parameter(spec.orSelection(), reading: reading, writing: writing) }

    /// The same parameter, with all marked items as one value: one after the other, as the user would type them.
    ///
    /// A command whose parameter is of one item is performed once for each of them.
    public func ofSeveral() -> Parameter { Parameter(spec.ofSeveral(), reading: reading, writing: writing) }

    /// The same before a parameter that may be several words: with a selection, the first word is
    /// taken for this parameter only if that is certain.
    public func orSelection(unlessSure isSure: @escaping @Sendable (String) -> Bool) -> Parameter {
        Parameter(spec.orSelection().sure(isSure), reading: reading, writing: writing)
    }

    private func orNil(_ spec: ParameterSpec) -> Parameter<Value?> {
        Parameter<Value?>(spec) { (arguments) throws(CommandFault) in
            arguments[spec] == nil ? nil : try reading(arguments)
        } writing: {
            $0.flatMap(writing)
        }
    }
}

extension Parameter where Value == Bool {
    /// `--name`: whether it was given.
    public static func flag(_ name: String, summary: LocalizedText? = nil) -> Parameter {
        let spec = ParameterSpec(name, .flag, isOptional: true, summary: summary)
        return Parameter(spec) {
            $0.has(spec)
        } writing: {
            $0 ? .flag : nil
        }
    }
}

// MARK: - One word

extension Parameter where Value: CommandValue {
    /// One word that is a value of a type of its own.
    public static func word(
        _ name: String, as type: Value.Type, placeholder: String? = nil, values: ParameterSpec.Values = .free,
        summary: LocalizedText? = nil, terms: [ParameterSpec.Term] = []
    ) -> Parameter {
        Parameter(name, .word, placeholder: placeholder, values: values, summary: summary, terms: terms)
    }

    /// The rest of the line, as one name with or without quotation marks, that is a value of a type of its own.
    public static func name(
        _ name: String, as type: Value.Type, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil
    ) -> Parameter {
        Parameter(name, .name, values: values, summary: summary)
    }

    init(
        _ name: String, _ form: ParameterSpec.Form, placeholder: String? = nil, values: ParameterSpec.Values,
        summary: LocalizedText?, terms: [ParameterSpec.Term] = []
    ) {
        self.init(name, form, placeholder: placeholder, values: values, summary: summary, terms: terms) {
            (word) throws(CommandFault) in
            try Value(word, of: name)
        } writing: {
            $0.word
        }
    }
}

extension Parameter {
    init(
        _ name: String, _ form: ParameterSpec.Form, placeholder: String? = nil, values: ParameterSpec.Values,
        summary: LocalizedText?, terms: [ParameterSpec.Term] = [],
        read: @escaping @Sendable (CommandWord) throws(CommandFault) -> Value,
        writing: @escaping @Sendable (Value) -> String
    ) {
        let spec = ParameterSpec(
            name, form, values: values, placeholder: placeholder, summary: summary, terms: terms
        ) { (word) throws(CommandFault) in _ = try read(word) }
        self.init(spec) { (arguments) throws(CommandFault) in
            try read(try arguments.word(of: spec))
        } writing: {
            .words(writing($0))
        }
    }
}

extension Parameter where Value == String {
    /// One word.
    public static func word(
        _ name: String, placeholder: String? = nil, values: ParameterSpec.Values = .free,
        summary: LocalizedText? = nil, terms: [ParameterSpec.Term] = []
    ) -> Parameter {
        Parameter(name, .word, placeholder: placeholder, values: values, summary: summary, terms: terms)
    }
}

extension Parameter where Value == Int {
    /// One whole number above 0, such as an id.
    public static func number(
        _ name: String, placeholder: String? = nil, values: ParameterSpec.Values = .free,
        summary: LocalizedText? = nil
    ) -> Parameter {
        Parameter(name, .number, placeholder: placeholder, values: values, summary: summary)
    }
}

extension Parameter where Value == [Int] {
    /// Whole numbers above 0, such as ids, or spans of them, `3 5-7`: one or more, each once, and what follows them is no
    /// part of them.
    public static func numbers(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil
    ) -> Parameter {
        let spec = ParameterSpec(
            name, .numbers, values: values, placeholder: name.uppercased() + "…", summary: summary
        ) { (word) throws(CommandFault) in _ = try Self.span(word.text, of: name) }
        return Parameter(spec) { (arguments) throws(CommandFault) in
            try Self.spans(try arguments.word(of: spec).text, of: name)
        } writing: { numbers in
            numbers.isEmpty ? nil : .words(numbers.map(String.init).joined(separator: " "))
        }
    }

    /// The numbers of a text of numbers and spans, each once: a command changes no item twice.
    package static func spans(_ text: String, of name: String) throws(CommandFault) -> [Int] {
        var numbers: [Int] = []
        for word in text.split(separator: " ") { numbers += try span(String(word), of: name) }
        return SelectedThings(numbers).ids
    }

    /// The most numbers of a span: a longer one is a mistake.
    private static let longestSpan = 100_000

    private static func span(_ word: String, of name: String) throws(CommandFault) -> ClosedRange<Int> {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard WordScanner.isOfNumbers(word), let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
            last - first < longestSpan
        else { throw .notANumber(name: name, value: word) }
        return first...last
    }
}

extension Parameter where Value: CommandValue {
    /// Several items in one value: words that are numbers above 0 or spans of them, `3 5-7`, as many as come before
    /// another word; or else one word, such as a name.
    ///
    /// - Parameters:
    ///   - name: The name by which the command asks for it.
    ///   - type: The type of the value.
    ///   - values: The kind of its values, for completion.
    ///   - summary: One line on its meaning.
    ///   - isSure: Whether one word is certainly a value if the selection on the screen may stand for it: any other is
    ///     then the value of the next parameter.
    public static func several(
        _ name: String, as type: Value.Type, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil,
        isSure: @escaping @Sendable (String) -> Bool = { _ in false }
    ) -> Parameter {
        let parameter = Parameter(
            name, .numbers, placeholder: name.uppercased() + "…", values: values, summary: summary)
        return Parameter(
            parameter.spec.sure { WordScanner.isOfNumbers($0) || isSure($0) }, reading: parameter.reading,
            writing: parameter.writing)
    }
}

extension Parameter where Value == DayReference {
    /// One word that names a day: `2026-01-31`, `tomorrow`, `+3`.
    public static func day(_ name: String, placeholder: String? = nil, summary: LocalizedText? = nil) -> Parameter {
        Parameter(name, .word, placeholder: placeholder, values: .free, summary: summary)
    }
}

extension Parameter where Value == Period {
    /// One word that names a day or a span of days: `2026-01-31`, `week`, `..friday`.
    public static func period(_ name: String, placeholder: String? = nil, summary: LocalizedText? = nil) -> Parameter {
        Parameter(name, .word, placeholder: placeholder, values: .free, summary: summary)
    }
}

extension Parameter where Value == FileReference {
    /// One word that names a file or a folder.
    public static func file(
        _ name: String, placeholder: String? = nil, summary: LocalizedText? = nil
    ) -> Parameter {
        Parameter(name, .word, placeholder: placeholder, values: .file, summary: summary)
    }
}

extension Parameter where Value: CommandChoice {
    /// One of a few words, each of which is a case of a type.
    ///
    /// - Parameters:
    ///   - name: The name by which the command asks for it.
    ///   - type: The type with a case for each word.
    ///   - choices: The possible choices here; all by default.
    ///   - summary: One line on its meaning.
    public static func choice(
        _ name: String, _ type: Value.Type, among choices: [Value] = Array(Value.allCases),
        summary: LocalizedText? = nil
    ) -> Parameter {
        var words: [String] = []
        var terms: [ParameterSpec.Term] = []
        // Not by compactMap, which would ask at run time what each of the types conforms to, at every start.
        for choice in choices {
            words.append(choice.rawValue)
            if let meaning = choice.meaning { terms.append(ParameterSpec.Term(choice.rawValue, meaning)) }
        }
        return Parameter(name, .word, values: .choices(words), summary: summary, terms: terms) {
            [words] (word) throws(CommandFault) in
            guard let choice = choices.first(where: { $0.rawValue == word.text }) else {
                throw .notAChoice(name: name, value: word.text, choices: words)
            }
            return choice
        } writing: {
            $0.rawValue
        }
    }
}

/// The rest of the line.
extension Parameter where Value == String {
    /// The rest of the line, as it was typed: of `add "Milk" > a` it is `"Milk" > a`.
    public static func text(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil,
        terms: [ParameterSpec.Term] = []
    ) -> Parameter {
        Parameter(name, .text, values: values, summary: summary, terms: terms)
    }

    /// The rest of the line, without quotation marks around all of it: of `add "Milk & tea"` it is `Milk & tea`.
    public static func title(_ name: String, summary: LocalizedText? = nil) -> Parameter {
        Parameter(name, .text, values: .free, summary: summary) {
            (word) throws(CommandFault) in
            WordScanner.unquoted(word.text)
        } writing: {
            $0
        }
    }

    /// The rest of the line, without quotation marks around it; of `show Milk > a` it is `Milk`, and `a` a file.
    public static func name(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil
    ) -> Parameter {
        Parameter(name, .name, values: values, summary: summary)
    }

    /// The rest of the line with its quotes: of `find "a b" > a` it is `"a b"`, and `a` a file; `values` are of its terms.
    public static func query(
        _ name: String, values: ParameterSpec.Values = .free, summary: LocalizedText? = nil,
        terms: [ParameterSpec.Term] = []
    ) -> Parameter {
        Parameter(name, .query, values: values, summary: summary, terms: terms)
    }
}
