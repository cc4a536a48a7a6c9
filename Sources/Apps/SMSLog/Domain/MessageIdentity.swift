// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What messages that are one and the same have in common.
package struct MessageIdentity: Hashable, Sendable {
    package let address: Address
    /// Nil where no file says when it was.
    package let date: Timestamp?
    package let direction: MessageDirection
    package let kind: MessageKind
    package let sender: Address?
    package let content: String
    /// What is not text, by its bytes; without them by name, type and size.
    package let attachments: [MessagePart]

    package init(
        address: Address, date: Timestamp?, direction: MessageDirection, kind: MessageKind, sender: Address?,
        content: String, attachments: [MessagePart]
    ) {
        self.address = address
        self.date = date
        self.direction = direction
        self.kind = kind
        self.sender = sender
        self.content = content
        self.attachments = attachments
    }
}
