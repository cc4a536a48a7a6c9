// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// A message to send, or one that was handed over and whose delivery is not settled.
package struct QueuedMessage: Hashable, Sendable {
    /// The message’s number.
    package let id: Int
    /// The recipient: the address that leads all of theirs.
    package let person: Address
    package let status: SendStatus
    /// The state of the handover.
    package let handover: Handover
    /// The gateway’s name for it.
    package let reference: String?
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

/// The entry of a message in the queue.
package struct QueueEntry: Codable, Hashable, Sendable {
    /// Names it to gateways: of two messages of one key a gateway sends one.
    package let key: String
    /// The earliest date of sending: messages for one recipient go in this order.
    package let date: Timestamp
    /// The date of the next try, after the gateway did not take it.
    package var retry: Timestamp?
    /// The number of failed handovers.
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

    /// Returns the waiting messages that may be handed over now: the first one of each person, if it is due, by
    /// any of their numbers.
    ///
    /// One that is tried again later holds back those behind it for the same person only.
    package static func due(at now: Timestamp, among queue: [QueuedMessage]) -> [QueuedMessage] {
        var busy: Set<Address> = []
        let waiting = queue.filter { ($0.isWaiting || $0.handover == .begun) && $0.entry.date <= now }
        return waiting.sorted { ($0.entry.date, $0.id) < ($1.entry.date, $1.id) }.filter { message in
            guard busy.insert(message.person).inserted else { return false }
            return message.isWaiting && message.entry.retry ?? now <= now
        }
    }

    /// The date from which the next waiting message may be handed over; `nil` for none.
    ///
    /// - Parameter opens: The end of the day for a gateway that has reached its limit: all due messages wait
    ///   for that.
    package static func next(
        after now: Timestamp, notBefore opens: Timestamp? = nil, among queue: [QueuedMessage]
    ) -> Timestamp? {
        let times = queue.filter(\.isWaiting).map { max($0.entry.date, $0.entry.retry ?? $0.entry.date) }
        guard let opens else { return times.filter { $0 > now }.min() }
        return times.map { max($0, opens) }.min()
    }
}

/// The progress of a message on its way out, as a user sees it.
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
    /// The progress of a message written here before it is sent; `nil` for any other.
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
