// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// A value of a record or a fact.
public enum Value: Equatable, Sendable, Codable {
    /// Nothing: an empty cell, `null` in JSON.
    case none
    /// A whole number.
    case number(Int)
    /// Text from outside; the output gate makes it safe.
    case text(String)
    /// A point in time: the short form in lists, ISO 8601 in UTC in JSON.
    case timestamp(Timestamp)
    /// Yes or no.
    case flag(Bool)
    /// Whether this row is the one: a star for people, `true` or `false` in JSON.
    case mark(Bool)
    /// A word of Atrium’s own: `key` in JSON, the text for people.
    ///
    /// It lies elsewhere, so that the many values of a list that are none are small.
    indirect case word(key: String, LocalizedText)
    /// A number that people read in other words, such as a length of time or the day of a week; the number in JSON.
    indirect case amount(Int, LocalizedText)
    /// Several values, such as tags.
    case list([Value])
}

extension Value {
    /// A word that programs know by its English.
    package static func word(_ text: LocalizedText) -> Value { .word(key: text.string(in: .english), text) }
}
