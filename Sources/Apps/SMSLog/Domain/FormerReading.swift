// SPDX-License-Identifier: GPL-3.0-or-later

/// What earlier versions made of a row that is read in another way by now.
///
/// They took some texts for attachments and some placeholders for people. A message that was stored so is still known
/// by it, and then gets what it lacks.
package struct FormerReading: Hashable, Sendable {
    /// The other end.
    package let address: Address
    /// The text.
    package let content: String
    /// The parts that were not taken for text.
    package let attachments: [Attachment]

    /// A message read so.
    package init(address: Address, content: String, attachments: [Attachment]) {
        self.address = address
        self.content = content
        self.attachments = attachments.map(\.undigested)
    }
}
