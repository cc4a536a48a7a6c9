// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// A message that is to be sent, or that was handed over and of which more is to be heard.
package struct QueuedMessage: Hashable, Sendable {
    /// The message’s number.
    package let id: Int
    /// Whom it is for: the address that stands for all of theirs.
    package let person: Address
    /// How far it has come.
    package let status: SendStatus
    /// How far handing it over has come.
    package let handover: Handover
    /// The gateway’s name for it.
    package let reference: String?
    /// What else the queue knows of it.
    package var entry: QueueEntry

    package init(
        id: Int, person: Address, status: SendStatus, handover: Handover, reference: String?, entry: QueueEntry
    ) {
        self.id = id
        self.person = person
        self.status = status
        self.handover = handover
        self.reference = reference
        self.entry = entry
    }
}

/// What the queue knows of a message.
package struct QueueEntry: Codable, Hashable, Sendable {
    /// Names it to gateways: of two messages of one key a gateway sends one.
    package let key: String
    /// From when on it may be sent: messages for one recipient go in this order.
    package let date: Timestamp
    /// When it is tried again, after the gateway did not take it.
    package var retry: Timestamp?
    /// How often it was handed over in vain.
    package var failures = 0
    /// Why the gateway did not take it the last time.
    package var reason: String?
    /// The gateway that has it, or may have it.
    package var gateway: String?

    /// A message that waits.
    package init(key: String, date: Timestamp) {
        self.key = key
        self.date = date
    }
}

extension QueuedMessage {
    /// Whether no gateway has it yet.
    private var isWaiting: Bool { [.waiting, .scheduled].contains(handover) }

    /// Of messages that wait, those that may be handed over now: of each person’s the first one, if it is due, by
    /// whichever of their numbers.
    ///
    /// One that is tried again later holds back those behind it for the same person, and nobody else’s.
    package static func due(at now: Timestamp, among queue: [QueuedMessage]) -> [QueuedMessage] {
        var busy: Set<Address> = []
        let waiting = queue.filter { ($0.isWaiting || $0.handover == .begun) && $0.entry.date <= now }
        return waiting.sorted { ($0.entry.date, $0.id) < ($1.entry.date, $1.id) }.filter { message in
            guard busy.insert(message.person).inserted else { return false }
            return message.isWaiting && message.entry.retry ?? now <= now
        }
    }

    /// When the next message that waits may be handed over; nil for none.
    ///
    /// - Parameter opens: When the gateway is given messages again that has had its own for today: all that is due waits
    ///   for that.
    package static func next(
        after now: Timestamp, notBefore opens: Timestamp? = nil, among queue: [QueuedMessage]
    ) -> Timestamp? {
        let times = queue.filter(\.isWaiting).map { max($0.entry.date, $0.entry.retry ?? $0.entry.date) }
        guard let opens else { return times.filter { $0 > now }.min() }
        return times.map { max($0, opens) }.min()
    }
}

/// How far a message has come on its way out, as a user sees it.
package enum SendProgress: String, Hashable, Sendable, CaseIterable {
    /// It is kept here, and no gateway has it.
    case kept
    /// It is kept here until its time has come.
    case scheduled
    /// It is being handed over.
    case handedOver = "handed-over"
    /// Handing it over was interrupted: the gateway may have it or not, and only the user can say.
    case doubtful
    /// A gateway has taken it.
    case accepted
}

extension Message {
    /// How far a message that was written here has come before it is sent; nil for any other.
    package var progress: SendProgress? {
        guard status == .pending else { return nil }
        return switch handover {
        case .foreign: nil
        case .waiting: .kept
        case .scheduled: .scheduled
        case .begun: .handedOver
        case .doubtful: .doubtful
        case .taken: .accepted
        }
    }
}
