// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumGateways
import AtriumPhoneNumbers
package import AtriumSession
import AtriumStores

/// Does the due work of one user’s gateways: hands over due messages, asks for the status of sent ones, and stores
/// incoming ones.
///
/// Each step is recorded before and after, so that after an interruption the next process knows what the gateway
/// may have. Only one process at a time may do this for a store.
package struct Dispatcher: Sendable {
    /// Makes the connection to a gateway.
    package typealias Connector = @Sendable (Gateway, UserID) throws(GatewayFault) -> any MessageGateway

    /// The time after which a gateway is no longer asked about a message.
    private static let patience = Duration.seconds(3 * 86_400)

    private let store: any MessageStore
    private let owner: UserID
    private let clock: any WallClock
    private let timeZone: Zone
    private let connect: Connector

    /// The work of `owner`.
    ///
    /// - Parameter timeZone: The time zone of the days for daily limits.
    package init(
        store: any MessageStore, owner: UserID, clock: any WallClock, timeZone: Zone, connect: @escaping Connector
    ) {
        self.store = store
        self.owner = owner
        self.clock = clock
        self.timeZone = timeZone
        self.connect = connect
    }

    /// Does all that is due now.
    ///
    /// - Returns: The date of the next work; `nil`: after a change.
    /// - Throws: `StoreFault`, `CancellationError`; finished steps are recorded.
    package func work() async throws -> Timestamp? {
        let gateways = try await store.read { try $0.gateways() }
        for (index, gateway) in gateways.enumerated() {
            if let retry = gateway.retry, retry > clock.now { continue }
            do {
                let connection = try connect(gateway, owner)
                try await recover(gateway, connection)
                try await follow(gateway, connection)
                try await receive(gateway, connection)
                if index == 0 { try await send(gateway, connection) }
                if gateway.trouble != nil { try await change(gateway) { $0.reached } }
            } catch let fault as GatewayFault {
                try await change(gateway) { $0.failed(at: clock.now, fault.reason.stored) }
            }
        }
        let now = clock.now
        let (queue, later) = try await store.read { (try $0.queue(), try $0.gateways()) }
        guard let first = later.first else { return nil }
        // A gateway that has reached its limit for today is given waiting messages tomorrow.
        let message = QueuedMessage.next(after: now, notBefore: first.limit.opens(after: now), among: queue)
            .map { max($0, first.retry ?? $0) }
        return (later.compactMap(\.retry) + (message.map { [$0] } ?? [])).filter { $0 > now }.min()
    }

    /// Notes how a gateway does, which may have been removed or changed meanwhile.
    private func change(_ gateway: Gateway, _ change: @escaping @Sendable (Gateway) -> Gateway) async throws {
        try await store.write { messages in
            guard let current = try messages.gateway(gateway.name) else { return }
            try messages.put(change(current))
        }
    }
}

// MARK: - Sending
extension Dispatcher {
    /// Hands over due messages, one after another, as long as the gateway takes them.
    private func send(_ gateway: Gateway, _ connection: any MessageGateway) async throws {
        var tried: Set<Int> = []
        while true {
            let now = clock.now
            let (queue, current, numbering) = try await store.read { messages in
                (try messages.queue(), try messages.gateway(gateway.name), try messages.numbering())
            }
            guard let current else { return }
            let due = QueuedMessage.due(at: now, among: queue).filter { !tried.contains($0.id) }
                .prefix(current.limit.rest(at: now) ?? .max)
            if due.isEmpty { return }
            tried.formUnion(due.map(\.id))
            for message in due {
                try Task.checkCancellation()
                // Once it has begun, its result is recorded, even if the caller stops waiting for it.
                try await Task { try await handOver(message.id, numbering, gateway, connection) }.value
            }
        }
    }

    private func handOver(
        _ id: Int, _ numbering: PhoneNumbering?, _ gateway: Gateway, _ connection: any MessageGateway
    ) async throws {
        let now = clock.now
        let dayEnd = Day(now, in: timeZone).adding(days: 1).start(in: timeZone)
        guard let claim = try await store.write({ try $0.claim(id, for: gateway.name, at: now, dayEnd: dayEnd) })
        else {
            return
        }
        let outgoing = Self.outgoing(claim.message, claim.entry, numbering)
        // Another process may have taken over if this one was stopped for long: it finds out whether the gateway has it.
        try WritePermit.current?.check()
        let receipt: SubmissionReceipt
        do throws(GatewayFault) {
            receipt = try await connection.submit(outgoing)
        } catch {
            try await note(error, of: id, claim.entry)
            if error.isOfGateway { throw error }
            return
        }
        try await accept(id, receipt)
    }

    /// A message in the form for a gateway: its number has the country code, as far as the region shows it.
    ///
    /// The log keeps the typed number.
    private static func outgoing(
        _ message: Message, _ entry: QueueEntry, _ numbering: PhoneNumbering?
    ) -> OutgoingMessage {
        let number = numbering?.spelling(message.address) ?? message.address
        let length = MessageLength(message.content)
        return OutgoingMessage(
            key: entry.key, number: number.text, text: message.content, date: entry.date, order: message.id,
            parts: length.parts, isOfSevenBits: length.coding == .gsm7)
    }

    private func accept(_ id: Int, _ receipt: SubmissionReceipt) async throws {
        try await WritePermit.recording { try await store.write { try $0.accept(id, as: receipt.reference) } }
    }

    /// Notes why a gateway has not taken a message.
    private func note(_ fault: GatewayFault, of id: Int, _ entry: QueueEntry) async throws {
        let retry = clock.now + BackOff.pause(after: entry.failures + 1)
        try await WritePermit.recording {
            try await store.write { messages in
                switch fault {
                case .refused(let reason): try messages.refuse(id, reason: reason.stored)
                case .busy(let reason): try messages.putBack(id, retry: retry, reason: reason.stored)
                case .unreachable(let reason): try messages.putBack(id, retry: nil, reason: reason.stored)
                // Stays as it is until the gateway can be asked.
                case .lost: break
                }
            }
        }
    }

    /// Finds the status of messages whose handing over was interrupted.
    private func recover(_ gateway: Gateway, _ connection: any MessageGateway) async throws {
        let (queue, numbering) = try await store.read { (try $0.queue(), try $0.numbering()) }
        for queued in queue where queued.handover == .begun && queued.entry.gateway == gateway.name {
            guard let message = try await store.read({ try $0.namedMessage(queued.id) }) else { continue }
            switch try await connection.recover(Self.outgoing(message, queued.entry, numbering)) {
            case .taken(let receipt): try await accept(message.id, receipt)
            case .notTaken:
                try await store.write { try $0.putBack(queued.id, retry: nil, reason: gateway.name) }
            case .unknown: try await store.write { try $0.doubt(queued.id, reason: gateway.name) }
            }
        }
    }
}

// MARK: - Receiving
extension Dispatcher {
    /// Asks for the status of messages that a gateway has.
    private func follow(_ gateway: Gateway, _ connection: any MessageGateway) async throws {
        let queue = try await store.read { try $0.queue() }
        let mine = queue.filter { $0.handover == .taken && $0.entry.gateway == gateway.name }
        let taken = mine.compactMap { message in
            message.reference.map { TakenMessage(reference: $0, key: message.entry.key) }
        }
        if !taken.isEmpty { try await apply(try await connection.reports(on: taken), to: mine) }
        let old = mine.filter { $0.entry.date + Self.patience < clock.now }
        if !old.isEmpty {
            try await store.write { for message in old { try $0.setQueueEntry(nil, of: message.id) } }
        }
    }

    private func apply(_ reports: [DeliveryReport], to queue: [QueuedMessage]) async throws {
        for report in reports {
            guard let message = queue.first(where: { $0.reference == report.reference }) else { continue }
            // It says so until there is more to say.
            if report.outcome == .sent, message.status != .pending { continue }
            let date = report.date ?? clock.now
            try await store.write { messages in
                let (status, reason) = report.outcome.status
                _ = try messages.report(message.id, status, reason: reason, at: date)
            }
        }
    }

    /// Stores incoming messages, each in a transaction of its own, and none twice.
    private func receive(_ gateway: Gateway, _ connection: any MessageGateway) async throws {
        await connection.settle()
        let arrivals = try await connection.arrivals()
        guard !arrivals.isEmpty else { return }
        let new = try await store.read { messages in
            try arrivals.filter { try messages.messages(.reference("\(gateway.name):\($0)"), limit: 1).isEmpty }
        }
        var known = Set(arrivals).subtracting(new)
        for key in new {
            try Task.checkCancellation()
            guard let received = try await connection.message(arrived: key) else { continue }
            let message = MessageDraft(received)
            let earlier = received.earlierKeys.map { "\(gateway.name):\($0)" }
            let prefix = "\(gateway.name):"
            let isThere = try await store.write { messages in
                // The user may have removed the gateway meanwhile, or deleted the account with all that it kept.
                guard try messages.gateway(gateway.name) != nil else { return false }
                if let span = received.restWithin {
                    let near = try messages.references(near: message, within: span)
                    let whole = near.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
                    // Its beginning is gone from the gateway, and the message is here.
                    if whole.contains(where: { connection.isRest(key, of: $0) }) { return true }
                }
                _ = try messages.receive(message, as: prefix + key, completing: earlier)
                return true
            }
            guard isThere else { return }
            known.insert(key)
        }
        if !known.isEmpty { try await connection.take(arrived: known.sorted()) }
    }
}

extension DeliveryReport.Outcome {
    /// The status of the message, and the reason of a failure.
    var status: (SendStatus, reason: String?) {
        switch self {
        case .sent: (.sent, nil)
        case .delivered: (.delivered, nil)
        case .failed(let reason): (.failed, reason)
        }
    }
}
