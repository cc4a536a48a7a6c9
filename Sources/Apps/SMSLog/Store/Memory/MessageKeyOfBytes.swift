// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// What messages that are one and the same have in common; texts as their bytes are, for equal texts may have others.
struct MessageKeyOfBytes: Hashable {
    private let address: Address
    private let date: Timestamp?
    private let direction: MessageDirection
    private let kind: MessageKind
    private let sender: Address?
    private let content: [UInt8]
    private let parts: Int64?
    private let wasUndated: Bool

    /// What a message has in common with its like.
    init(_ identity: MessageIdentity) {
        address = identity.address
        date = identity.date
        direction = identity.direction
        kind = identity.kind
        sender = identity.sender
        content = Array(identity.content.utf8)
        parts = ContentHash.of(identity.attachments)
        wasUndated = identity.wasUndated
    }
}

/// What is remembered of a removed message.
struct RemovedMessage: Hashable {
    let address: Address
    private let date: Timestamp?
    private let direction: MessageDirection
    private let kind: MessageKind
    private let hash: Int64
    private let wasUndated: Bool

    /// What is left of a message.
    init(_ identity: MessageIdentity) {
        self.init(
            address: identity.address, date: identity.date, direction: identity.direction, kind: identity.kind,
            hash: ContentHash.of(
                identity.content, parts: ContentHash.of(identity.attachments), sender: identity.sender?.text),
            wasUndated: identity.wasUndated)
    }

    private init(
        address: Address, date: Timestamp?, direction: MessageDirection, kind: MessageKind, hash: Int64,
        wasUndated: Bool
    ) {
        self.address = address
        self.date = date
        self.direction = direction
        self.kind = kind
        self.hash = hash
        self.wasUndated = wasUndated
    }

    /// The same of another conversation.
    func moved(to address: Address) -> RemovedMessage {
        RemovedMessage(
            address: address, date: date, direction: direction, kind: kind, hash: hash, wasUndated: wasUndated)
    }
}
