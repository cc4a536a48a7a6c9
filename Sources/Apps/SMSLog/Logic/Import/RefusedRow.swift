// SPDX-License-Identifier: GPL-3.0-or-later

/// A message in a file that cannot be stored, and why.
package struct RefusedRow: Hashable, Sendable {
    /// Why.
    package enum Reason: Hashable, Sendable {
        /// There is no name.
        case missingName
        /// There is no address.
        case missingAddress
        /// There is no date.
        case missingDate
        /// There is no type.
        case missingType
        /// The file is broken here.
        case broken
        /// It is a card without an end.
        case brokenCard
        /// It is no row of the table: quotation marks are not closed, or there are too many fields.
        case brokenRow
        /// It is no object of JSON.
        case brokenJSON
        /// There is text where there should be a message.
        case strayText
        /// It is an element of this name, which is neither a message nor a call.
        case unknownElement(String)
        /// The type is none that is known.
        case unknownType(String)
        /// The database is damaged there.
        case damagedMessage
    }

    /// The line on which the message begins, from 1; in a database its number there.
    package let line: Int
    /// Why it cannot be stored.
    package let reason: Reason
}
