// SPDX-License-Identifier: GPL-3.0-or-later

/// Sends messages, and tells what becomes of them.
///
/// Calls may come from any isolation and at once. A message is submitted once; whoever cancels the submitting task must
/// count on its being sent all the same.
package protocol MessageGateway: Sendable {
    /// The gateway’s name, as `gateway` shows it.
    var name: String { get }

    /// Hands a message over; returns once the gateway has taken it, which is before it arrives.
    ///
    /// - Throws: `GatewayRefusal` when the gateway does not take it.
    func submit(_ message: OutgoingMessage) async throws(GatewayRefusal) -> SubmissionReceipt

    /// What becomes of submitted messages, from now on; a gateway that never knows ends the stream at once.
    func deliveryReports() -> AsyncStream<DeliveryReport>
}
