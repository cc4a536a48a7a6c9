// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A message that is not stored yet: all that the store does not find out by itself.
package struct MessageDraft: Hashable, Sendable {
    /// The other end.
    package var address: Address
    /// The other end as it was written.
    package var rawAddress: String
    /// The text.
    package var content: String
    /// When it was sent or received; from 1970 to 2100.
    package var date: Timestamp
    /// Which way it went.
    package var direction: MessageDirection
    /// How far it has come.
    package var status: SendStatus
    /// Whether the user has seen it; true for outgoing ones.
    package var isRead: Bool
    /// By which service it travelled.
    package var kind: MessageKind
    /// The name that the imported file gives the other end.
    package var importedName: String?
    /// The parts that are not text.
    package var attachments: [Attachment]
    /// Who of several people wrote it; nil where there is but one, or where it is not known.
    package var sender: Address?
    /// How far handing it to the gateway has come.
    package var handover = Handover.foreign
    /// What earlier versions made of it; nil where that is the same, but for sender and digests.
    package var former: FormerReading?

    /// A message of these facts.
    package init(
        address: Address, rawAddress: String? = nil, content: String, date: Timestamp, direction: MessageDirection,
        status: SendStatus, isRead: Bool = true, kind: MessageKind = .sms, importedName: String? = nil,
        attachments: [Attachment] = [], sender: Address? = nil
    ) {
        self.address = address
        self.rawAddress = rawAddress ?? address.text
        self.content = content
        self.date = date
        self.direction = direction
        self.status = status
        self.isRead = isRead || direction == .outgoing
        self.kind = kind
        self.importedName = importedName
        self.attachments = attachments
        self.sender = sender
    }

    /// Whether the message waits for the user’s eye.
    package var isUnread: Bool { direction == .incoming && !isRead }

    /// The poorer forms in which a store may have the message: from a file that does not name the sender, or from an
    /// earlier version, which kept neither sender nor digests.
    package var poorerReadings: [MessageDraft] {
        guard sender != nil || former != nil || attachments.contains(where: { $0.digest != nil }) else { return [] }
        var anonymous = self
        anonymous.sender = nil
        anonymous.former = nil
        var earlier = anonymous
        earlier.attachments = former?.attachments ?? attachments.map(\.undigested)
        earlier.content = former?.content ?? content
        earlier.address = former?.address ?? address
        return sender == nil || anonymous == earlier ? [earlier] : [anonymous, earlier]
    }
}
