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
    case word(key: String, LocalizedText)
    /// Several values, such as tags.
    case list([Value])
}
