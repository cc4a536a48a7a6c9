// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// A type whose values can be typed after a command.
///
/// An app’s own types are read in the one place that parses lines:
///
/// ```swift
/// extension NoteReference: CommandValue { … }
/// static let reference = Parameter.word("id", as: NoteReference.self)
/// ```
public protocol CommandValue: Sendable {
    /// Reads the value of the parameter called `name`.
    ///
    /// - Throws: The fault in the word; the shell adds the usage of the command.
    init(_ word: CommandWord, of name: String) throws(CommandFault)

    /// The value as the user would type it, without quotation marks around it.
    var word: String { get }
}

/// A type with a few values to choose from, each by a word: the list of words and the value come from one place.
public protocol CommandChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// One line on its meaning, for help and completion; `nil` if the word is clear.
    var meaning: LocalizedText? { get }
}

extension CommandChoice {
    /// Nothing: the word says it all.
    public var meaning: LocalizedText? { nil }
}

extension String: CommandValue {
    /// The word as it is.
    public init(_ word: CommandWord, of name: String) { self = word.text }

    /// The word as it is.
    public var word: String { self }
}

extension Int: CommandValue {
    /// Reads a whole number above 0.
    ///
    /// - Throws: `CommandFault.notANumber`.
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        guard let number = Int(word.text), number > 0 else { throw .notANumber(name: name, value: word.text) }
        self = number
    }

    /// Its decimal digits.
    public var word: String { String(self) }
}

extension DayReference: CommandValue {
    /// Reads a day: `2026-01-31`, `today`, `+3`, `next friday`.
    ///
    /// - Throws: `CommandFault.notADay`.
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        guard let reference = DayReference(word.text) else { throw .notADay(name: name, value: word.text) }
        self = reference
    }

    /// The value as it can be typed.
    public var word: String { text }
}

/// A word of a command line.
public struct CommandWord: Hashable, Sendable {
    /// The word without its quotes.
    public let text: String
    /// Whether it was in quotation marks, which say that it is whole as it stands.
    public let isQuoted: Bool

    /// A word of these facts.
    public init(_ text: String, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted
    }

    /// The word as it must be typed: in quotation marks if it has a character with a special meaning on a command
    /// line.
    public static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+-_./:@~".utf8.contains(byte)
        }
        if isPlain, !word.isEmpty { return word }
        return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension CommandWord: CommandValue {
    /// The word, with whether it was in quotation marks.
    public init(_ word: CommandWord, of name: String) { self = word }

    /// The word as it is.
    public var word: String { text }
}

/// The values of a command’s parameters, as words: a `Parameter` makes values of its type of them.
public struct Arguments: Hashable, Sendable, Codable {
    private var texts: [String: String] = [:]
    private var flags: Set<String> = []
    private var quoted: Set<String> = []

    /// The values of some parameters.
    public init(_ arguments: [CommandArgument] = []) {
        for argument in arguments {
            switch argument.content {
            case .words(let words): texts[argument.name] = words
            case .flag: flags.insert(argument.name)
            case nil: break
            }
        }
    }

    /// Words by the names of their parameters.
    init(words: [String: String]) { texts = words }

    /// The parameters that have a value.
    var names: Set<String> { flags.union(texts.keys) }

    package mutating func set(_ parameter: ParameterSpec, _ words: String) { texts[parameter.name] = words }
    /// The values with selected items for a parameter: once for each of them, or once with all for a parameter
    /// of several items.
    package func filled(_ parameter: ParameterSpec, with words: [String]) -> [Arguments] {
        let isOne = words.count == 1 || !parameter.takesSeveral
        let values = isOne ? words : words.isEmpty ? [] : [words.map(CommandWord.quoted).joined(separator: " ")]
        return values.map { value in
            var other = self
            other.set(parameter, value)
            // The selection has this name, whatever else the name could mean; digits in quotation marks are not a number.
            let isNumber = value.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            if isOne, !isNumber, parameter.form != .numbers { other.quote(parameter) }
            return other
        }
    }

    package mutating func append(_ parameter: ParameterSpec, _ words: String) {
        texts[parameter.name] = texts[parameter.name].map { "\($0) \(words)" } ?? words
    }
    package mutating func quote(_ parameter: ParameterSpec) { quoted.insert(parameter.name) }
    package mutating func raise(_ parameter: ParameterSpec) { flags.insert(parameter.name) }

    /// The typed word for a parameter; `nil` if it is missing.
    package subscript(parameter: ParameterSpec) -> CommandWord? {
        texts[parameter.name].map { CommandWord($0, isQuoted: quoted.contains(parameter.name)) }
    }

    /// The typed word for a required parameter.
    func word(of parameter: ParameterSpec) throws(CommandFault) -> CommandWord {
        guard let word = self[parameter] else { throw .missing(parameter) }
        return word
    }

    /// The words of parameters by their names.
    package func words(of names: [String]) -> [String: String] {
        texts.filter { names.contains($0.key) }
    }

    /// Whether a flag was given.
    package func has(_ parameter: ParameterSpec) -> Bool { flags.contains(parameter.name) }
}

/// A value for one of a command’s parameters: `Parameter.argument(_:)` makes it.
public struct CommandArgument: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case words(String)
        case flag
    }

    let name: String
    /// `nil` for the parameter is missing.
    let content: Content?

    init(name: String, content: Content?) {
        self.name = name
        self.content = content
    }

    /// Words for a parameter whose type is not known here.
    package init(_ parameter: ParameterSpec, _ words: String) {
        self.init(name: parameter.name, content: .words(words))
    }
}

extension CommandFault {
    /// A parameter that the command needs is missing.
    package static func missing(_ parameter: ParameterSpec) -> CommandFault {
        .missing(parameter.form == .option ? "--" + parameter.name : parameter.name.uppercased())
    }

    /// A parameter that the command needs, here though not everywhere, is missing.
    public static func missing<Value>(_ parameter: Parameter<Value>) -> CommandFault { .missing(parameter.spec) }
}
