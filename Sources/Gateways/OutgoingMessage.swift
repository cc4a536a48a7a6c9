// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A message that a gateway is to send.
package struct OutgoingMessage: Hashable, Sendable {
    /// Names the message among all of all logs, in 32 hexadecimal digits.
    ///
    /// A gateway that knows it takes the message for the same.
    package let key: String
    /// Where it goes: a normalised number or a short code.
    package let number: String
    /// The text.
    package let text: String
    /// From when on it may be sent; the same each time it is handed over.
    package let date: Timestamp
    /// Its place among the messages of one user: of two for one number the lower goes first.
    package let order: Int
    /// How many short messages it takes.
    package let parts: Int
    /// Whether all of it is in the alphabet of 7 bits.
    package let isOfSevenBits: Bool

    /// A message of this key, place and text.
    package init(
        key: String, number: String, text: String, date: Timestamp, order: Int, parts: Int, isOfSevenBits: Bool
    ) {
        self.key = key
        self.number = number
        self.text = text
        self.date = date
        self.order = order
        self.parts = parts
        self.isOfSevenBits = isOfSevenBits
    }
}

extension OutgoingMessage {
    /// The order in so many digits that names of files come in it.
    package var orderInNames: String {
        let digits = String(order)
        return String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    }
}

/// What a gateway says when it has taken a message.
package struct SubmissionReceipt: Hashable, Sendable {
    /// The gateway’s name for the message, unique among its messages, by which reports speak of it.
    package let reference: String

    /// The receipt for the message of this reference.
    package init(reference: String) { self.reference = reference }
}

/// A message that a gateway has taken, and of which more is to be heard.
package struct TakenMessage: Hashable, Sendable {
    /// The gateway’s name for it.
    package let reference: String
    /// The key with which it was handed over.
    package let key: String

    /// The message of this reference.
    package init(reference: String, key: String) {
        self.reference = reference
        self.key = key
    }
}
