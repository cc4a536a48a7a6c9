import Synchronization

/// A gateway that sends nothing: it takes every message and keeps it for whoever asks.
package final class RecordingGateway: MessageGateway {
    private let record = Mutex<[OutgoingMessage]>([])

    package let name = "recording"

    /// A gateway that has taken nothing yet.
    package init() {}

    /// What was submitted, in order.
    package var submitted: [OutgoingMessage] { record.withLock { $0 } }

    package func submit(_ message: OutgoingMessage) async throws(GatewayRefusal) -> SubmissionReceipt {
        record.withLock { record in
            record.append(message)
            return SubmissionReceipt(reference: "recorded-\(record.count)")
        }
    }

    package func deliveryReports() -> AsyncStream<DeliveryReport> {
        AsyncStream { $0.finish() }
    }
}
