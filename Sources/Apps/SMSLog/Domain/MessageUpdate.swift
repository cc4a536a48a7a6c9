// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What of a message becomes otherwise while it stays the same one.
package struct MessageUpdate: Hashable, Sendable {
    /// How far it has come.
    package let status: SendStatus
    /// How far handing it over has come.
    package let handover: Handover
    /// The gateway’s name for it; nil leaves that as it is.
    package let reference: String?
    /// Why it failed.
    package let failure: String?
    /// Whether the user has seen it.
    package let isRead: Bool
    /// What it is about.
    package let subject: String?
    /// What else is known of it; nil leaves that as it is.
    package let details: MessageDetails?

    /// What a message becomes by a change.
    package init(of message: Message, _ change: StatusChange) {
        (status, failure) = (change.status, change.failure)
        handover = change.handover ?? message.handover
        reference = change.reference
        (isRead, subject, details) = (message.isRead, message.subject, nil)
    }

    /// What the `draft` of a later file says that the message does not; nil where there is nothing of that kind.
    ///
    /// Nothing that came further goes back, and nothing that is known is forgotten; how far a message of one’s own has
    /// come is for its gateway to say.
    package init?(of message: Message, _ details: MessageDetails, by draft: MessageDraft) {
        let isFurther = message.handover == .foreign && message.status.mayBecome(draft.status)
        status = isFurther ? draft.status : message.status
        isRead = message.isRead || draft.isRead
        subject = message.subject ?? draft.subject
        self.details = details.filled(from: draft.details)
        (handover, reference, failure) = (message.handover, nil, message.failure)
        guard
            status != message.status || isRead != message.isRead || subject != message.subject
                || self.details != details
        else { return nil }
    }

    /// When the message arrived at the other end; nil where that is known.
    package init?(of message: Message, _ details: MessageDetails, arrivedAt date: Timestamp) {
        guard details.delivered == nil else { return nil }
        (status, isRead, subject) = (message.status, message.isRead, message.subject)
        (handover, reference, failure) = (message.handover, nil, message.failure)
        var arrived = details
        arrived.delivered = date
        self.details = arrived
    }
}

extension SendStatus {
    /// Whether a later file may say this of a message that stands here.
    package func mayBecome(_ other: SendStatus) -> Bool { self != other && rank <= other.rank }

    private var rank: Int {
        switch self {
        case .received, .draft: 0
        case .pending: 1
        case .sent, .failed: 2
        case .delivered: 3
        }
    }
}
