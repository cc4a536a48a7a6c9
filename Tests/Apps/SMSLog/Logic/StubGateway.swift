// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import Synchronization

/// A gateway that answers as a test says.
final class StubGateway: MessageGateway {
    let name = "stub"
    /// Why the next messages are refused; nil: they are taken.
    let refusal = Mutex<String?>(nil)
    /// What the store says of a message at the moment it is submitted.
    let onSubmit = Mutex<(@Sendable (OutgoingMessage) async -> Void)?>(nil)
    private let calls = Mutex(0)
    private let reports: (stream: AsyncStream<DeliveryReport>, continuation: AsyncStream<DeliveryReport>.Continuation)

    init() { reports = AsyncStream.makeStream() }

    func submit(_ message: OutgoingMessage) async throws(GatewayRefusal) -> SubmissionReceipt {
        calls.withLock { $0 += 1 }
        if let onSubmit = onSubmit.withLock({ $0 }) { await onSubmit(message) }
        if let reason = refusal.withLock({ $0 }) { throw GatewayRefusal(reason: reason) }
        return SubmissionReceipt(reference: "ref-\(message.id)")
    }

    /// How often something was submitted.
    var submitted: Int { calls.withLock { $0 } }

    func deliveryReports() -> AsyncStream<DeliveryReport> { reports.stream }

    /// Sends these reports and ends.
    func report(_ outcomes: DeliveryReport...) {
        for outcome in outcomes { reports.continuation.yield(outcome) }
        reports.continuation.finish()
    }
}
