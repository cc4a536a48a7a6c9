// SPDX-License-Identifier: GPL-3.0-or-later

/// A message that a gateway is to send.
package struct OutgoingMessage: Hashable, Sendable {
    /// The message’s number in the log.
    package let id: Int
    /// Where it goes: a normalised number or a short code.
    package let number: String
    /// The text.
    package let text: String

    /// A message of this number, place and text.
    package init(id: Int, number: String, text: String) {
        self.id = id
        self.number = number
        self.text = text
    }
}
