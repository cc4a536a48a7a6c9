// SPDX-License-Identifier: GPL-3.0-or-later

/// Something about a message in a file that was stored all the same.
package struct RowRemark: Hashable, Sendable {
    /// What it is.
    package enum Reason: Hashable, Sendable {
        /// There is no text.
        case missingBody
        /// There is no date; the message stands at the beginning of all dates.
        case missingDate
        /// The date is missing, or none that can be; that of its sending is taken.
        case sendingDate
        /// The date is missing, or none that can be; what the row says in words is taken.
        case writtenDate
        /// The date is missing, or none that can be; that of the row before is taken.
        case dateBefore
        /// Another date, such as that of its arrival, is none, or lies before 1970 or after 2100; it is left out.
        case badDate(String)
        /// There is nobody at the other end.
        case missingAddress
        /// The type is none that Android has; the message counts as received.
        case unknownType(Int)
        /// The text of a part of this type cannot be read; it is kept as an attachment’s name and size.
        case unreadablePart(String)
        /// Some bytes of a part of this type are lost; the others are kept.
        case damagedPart(String)
        /// So many pieces of a long message are not there.
        case missingPieces(Int)
        /// There is text within, where a message has none; it is left out.
        case strayText
        /// An element of this name is left out.
        case unknownElement(String)
        /// Nobody is known at the other end of a message of a database.
        case unaddressedMessage
        /// A message of a database has no date, or none that can be; that of the message before is taken.
        case undatedMessage
        /// The same, and there is none before; the message stands at the beginning of all dates.
        case undatedFirstMessage
        /// A message of a database has neither text nor files.
        case emptyMessage
        /// What stands in columns of these names is left out.
        case unknownColumns([String])
        /// The file of this name, which a chat’s message has, is not there.
        case absentFile(String)
        /// The file of this name, which is a message’s, is not there.
        case missingFile(String)
    }

    /// The line on which it is, from 1; in a database the message’s number there.
    package let line: Int
    /// What it is.
    package let reason: Reason
}
