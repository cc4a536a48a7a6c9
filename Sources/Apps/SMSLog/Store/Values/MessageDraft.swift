import Session

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

    /// A message of these facts.
    package init(
        address: Address, rawAddress: String? = nil, content: String, date: Timestamp, direction: MessageDirection,
        status: SendStatus, isRead: Bool = true, kind: MessageKind = .sms, importedName: String? = nil,
        attachments: [Attachment] = []
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
    }

    /// Whether the message waits for the user’s eye.
    var isUnread: Bool { direction == .incoming && !isRead }
}
