// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What messages that are one and the same have in common.
package struct MessageIdentity: Hashable, Sendable {
    package let address: Address
    /// Nil where the file does not say when it was.
    package let date: Timestamp?
    /// Of a message whose file does not say when it was: whether another file has said it since.
    package let wasUndated: Bool
    package let direction: MessageDirection
    package let kind: MessageKind
    package let sender: Address?
    package let content: String
    /// What is not text, by its bytes; without them by name, type and size.
    package let attachments: [MessagePart]

    package init(
        address: Address, date: Timestamp?, direction: MessageDirection, kind: MessageKind, sender: Address?,
        content: String, attachments: [MessagePart], wasUndated: Bool = false
    ) {
        self.address = address
        self.date = date
        self.direction = direction
        self.kind = kind
        self.sender = sender
        self.content = content
        self.attachments = attachments
        self.wasUndated = wasUndated
    }

    /// The same at another time.
    package func at(_ date: Timestamp?) -> MessageIdentity {
        MessageIdentity(
            address: address, date: date, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments)
    }

    /// The same of a file whose times are whole seconds.
    package var inSeconds: MessageIdentity { at(date?.wholeSecond) }

    /// The same of a file that does not say when it was.
    ///
    /// - Parameter wasUndated: Whether another file has said it since.
    package func undated(wasUndated: Bool = false) -> MessageIdentity {
        MessageIdentity(
            address: address, date: nil, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments, wasUndated: wasUndated)
    }
}
