// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// A type whose values somebody can type behind a command.
///
/// An app has its own types read in the one place where lines are understood:
///
/// ```swift
/// extension NoteReference: CommandValue { … }
/// static let reference = Parameter.word("id", as: NoteReference.self)
/// ```
public protocol CommandValue: Sendable {
    /// Reads the value of the parameter called `name`.
    ///
    /// - Throws: What is wrong with the word; the shell adds how the command is used.
    init(_ word: CommandWord, of name: String) throws(CommandFault)

    /// As somebody would type it, before quotation marks are put around it.
    var word: String { get }
}

/// A type of which a few values can be chosen from, each by a word: the list of words and the value come from one place.
public protocol CommandChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// One line on what it means, for help and completion; nil where the word says it all.
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
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        guard let number = Int(word.text), number > 0 else { throw .notANumber(name: name, value: word.text) }
        self = number
    }

    /// Its decimal digits.
    public var word: String { String(self) }
}

extension DayReference: CommandValue {
    /// Reads a day: `2026-01-31`, `today`, `+3`.
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        guard let reference = DayReference(word.text) else { throw .notADay(name: name, value: word.text) }
        self = reference
    }

    /// As it can be typed.
    public var word: String { text }
}

extension CommandWord: CommandValue {
    /// The word, with whether it was in quotation marks.
    public init(_ word: CommandWord, of name: String) { self = word }

    /// The word as it is.
    public var word: String { text }
}
