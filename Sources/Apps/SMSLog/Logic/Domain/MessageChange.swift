// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// One change of a user’s data, without the user’s identity.
package enum MessageChange: Hashable, Sendable {
    /// The change of a message.
    package enum Kind: Hashable, Sendable {
        /// It was not there before.
        case added
        /// This of it is another one now.
        case changed(Part)
        /// It is gone for good.
        case removed
    }

    /// The part of a message that changes.
    package enum Part: Hashable, Sendable {
        /// The text, or the other end.
        case text
        case status
        /// Whether the user has seen it.
        case seen
    }

    /// The message of this number.
    case message(Int, Kind)
    /// Whether the user has seen the messages of a conversation.
    case seen(Address)
    /// The marks of the conversation with this address, or its draft.
    case conversation(Address)
    case contact(Address)
    /// The user’s gateways, or the facts about one.
    case gateways
}

/// The changeable fields of a message that stays the same one.
package struct MessageUpdate: Hashable, Sendable {
    package let status: SendStatus
    /// The state of the handover.
    package let handover: Handover
    /// The gateway’s name for it; `nil` leaves that as it is.
    package let reference: String?
    /// Why it failed.
    package let failure: String?
    /// Whether the user has seen it.
    package let isRead: Bool
    package let subject: String?
    /// The details; `nil` leaves them as they are.
    package let details: MessageDetails?
}

extension MessageUpdate {
    /// The fields of a message after a change.
    package init(of message: Message, _ change: StatusChange) {
        (status, failure) = (change.status, change.failure)
        handover = change.handover ?? message.handover
        reference = change.reference
        (isRead, subject, details) = (message.isRead, message.subject, nil)
    }

    /// The additions of the `draft` of a later file to the message; `nil` if there are none.
    ///
    /// No status goes back, and no known detail is forgotten; the status of an own message is for its gateway to
    /// report.
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

    /// The date at which the message arrived at the other end; `nil` if that is known.
    package init?(of message: Message, _ details: MessageDetails, arrivedAt date: Timestamp) {
        guard details.delivered == nil else { return nil }
        (status, isRead, subject) = (message.status, message.isRead, message.subject)
        (handover, reference, failure) = (message.handover, nil, message.failure)
        var arrived = details
        arrived.delivered = date
        self.details = arrived
    }
}

/// A change of messages that stay the same ones.
package enum MessageEdit: Sendable {
    /// The address, text, parts, sender and subject of a draft replace the identity of a message, and its date does if
    /// no file has one.
    case text(Int, from: MessageIdentity, to: MessageDraft)
    /// The changed fields of a message, as it was read.
    case state(Message, MessageUpdate)
    /// The date of a message; one without a date in any file is known by both from then on.
    case date(Timestamp, of: Int)
    /// Messages are seen, or not; a sent message is seen as a draft already (`MessageDraft`).
    case seen(Bool, MessageSelection)
    /// A message enters the queue, or leaves it; it leaves with the message.
    case queued(QueueEntry?, of: Int)
    /// A message is going to be removed, or will be of another date: no file brings it back, and nothing that it says is
    /// kept.
    case remembered(Message)
    /// A message of this number was removed, and the same one has come back.
    case forgotten(Int, removedAs: MessageDraft)
    /// All messages of one address, and the records of removed ones, move to another address.
    ///
    /// The sender among several people is dropped if it is that other address.
    case moved(Address, to: Address)
}

/// The messages to remove.
package enum MessageRemoval: Sendable {
    /// These messages.
    case messages([Message])
    /// These messages, of which nothing is left once the transaction is done: neither in a file nor in its log.
    case erased([Message])
    /// The owner’s data other than messages, including the numbers that were given; of it, too, nothing is left.
    case rest
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

/// A change of a message that is on its way.
package struct StatusChange: Hashable, Sendable {
    /// The new status.
    package let status: SendStatus
    /// The statuses from which it may come there; from any other it stays as it is.
    package let sources: Set<SendStatus>
    /// The new state of the handover; `nil` leaves it as it is.
    package let handover: Handover?
    /// The states of the handover to change from; from any other state the message stays as it is.
    package let handovers: Set<Handover>
    /// The gateway’s name for it; `nil` leaves the one it has.
    package let reference: String?
    /// The reason of a failure; `nil` forgets an earlier one.
    package let failure: String?

    /// A change to `status` from one of `sources`.
    package init(
        to status: SendStatus, from sources: Set<SendStatus>, handover: Handover? = nil,
        after handovers: Set<Handover> = Set(Handover.allCases), reference: String? = nil, failure: String? = nil
    ) {
        self.status = status
        self.sources = sources
        self.handover = handover
        self.handovers = handovers
        self.reference = reference
        self.failure = failure
    }

    /// Whether a message that stands there may change so.
    package func applies(_ status: SendStatus, _ handover: Handover) -> Bool {
        sources.contains(status) && handovers.contains(handover)
    }
}

/// The state of the handover of a message to the gateway.
package enum Handover: Int, Codable, Hashable, Sendable, CaseIterable {
    /// It came in, or from a file: it is never sent from here.
    case foreign = 0
    /// It was written here, and no gateway has it.
    case waiting = 1
    /// It is being handed over, or was when the program ended: the gateway may have it.
    case begun = 2
    /// The gateway has taken it.
    case taken = 3
    /// Handing it over was interrupted, and the gateway cannot say whether it has it: the user has to.
    case doubtful = 4
    /// It was written here, and waits for its time: no gateway has it before that.
    case scheduled = 5
}
