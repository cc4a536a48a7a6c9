// SPDX-License-Identifier: GPL-3.0-or-later

/// What an earlier version made of a row that is read in another way by now.
///
/// One took some texts for attachments and some placeholders for people; each put the subject into the text and kept of
/// attachments no more than name, type and size. A message that was stored so is still known by it, and then gets what it
/// lacks.
package struct FormerReading: Hashable, Sendable {
    /// The other end.
    package let address: Address
    /// The text.
    package let content: String
    /// Who wrote it, where that was kept.
    package let sender: Address?
    /// The parts that were not taken for text.
    package let attachments: [MessagePart]

    /// A message read so.
    package init(address: Address, content: String, sender: Address? = nil, attachments: [MessagePart]) {
        self.address = address
        self.content = content
        self.sender = sender
        self.attachments = attachments.map { MessagePart(name: $0.name, contentType: $0.contentType, size: $0.size) }
    }

    /// A message read so, of whose parts the bytes were kept.
    package init(address: Address, content: String, whole attachments: [MessagePart]) {
        self.address = address
        self.content = content
        sender = nil
        self.attachments = attachments
    }
}
