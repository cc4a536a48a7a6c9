// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// What messages that are one and the same have in common; texts as their bytes are.
struct MessageIdentity: Hashable {
    private let address: Address
    private let date: Timestamp
    private let direction: MessageDirection
    private let kind: MessageKind
    private let sender: Address?
    private let content: [UInt8]
    private let attachments: [UInt8]

    /// What a message has in common with its like.
    init(_ draft: MessageDraft) {
        address = draft.address
        date = draft.date
        direction = draft.direction
        kind = draft.kind
        sender = draft.sender
        content = Array(draft.content.utf8)
        attachments = Array((AttachmentText.encode(draft.attachments) ?? "").utf8)
    }
}
