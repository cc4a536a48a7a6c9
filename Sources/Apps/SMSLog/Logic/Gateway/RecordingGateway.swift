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
        record.withLock { $0.append(message) }
        // The message’s own number: a count would start again with each process.
        return SubmissionReceipt(reference: "recorded-\(message.id)")
    }

    package func deliveryReports() -> AsyncStream<DeliveryReport> {
        AsyncStream { $0.finish() }
    }
}
