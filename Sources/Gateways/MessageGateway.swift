// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// Hands messages to a network, tells what becomes of them, and hands out those that came in.
///
/// One process asks a gateway at a time, and one thing after another. Whoever cancels the submitting task must count on
/// the message’s being sent all the same.
package protocol MessageGateway: Sendable {
    /// Hands a message over; returns once the gateway has taken it, which is before it is sent.
    ///
    /// - Throws: `GatewayFault`; with `lost` alone the gateway may have taken it.
    func submit(_ message: OutgoingMessage) async throws(GatewayFault) -> SubmissionReceipt

    /// What became of handing a message over that was interrupted.
    func recover(_ message: OutgoingMessage) async throws(GatewayFault) -> Recovery

    /// What has become of messages that it has taken; of those that nothing is new of it says nothing.
    func reports(on messages: [TakenMessage]) async throws(GatewayFault) -> [DeliveryReport]

    /// The gateway’s names for the messages that it has for the log, the oldest first; those that the log has may be among
    /// them.
    func arrivals() async throws(GatewayFault) -> [String]

    /// A message that came in; nil where it is not whole yet, or no message.
    func message(arrived key: String) async throws(GatewayFault) -> ReceivedMessage?

    /// Whether the message of one name has all that the one of another name has, and more before it.
    func isRest(_ key: String, of whole: String) -> Bool

    /// Hears which of those that came in the log has by now, whenever that was; it need not name them again.
    func take(arrived keys: [String]) async throws(GatewayFault)

    /// Has it call this address from now on, where it can be told to; asks anew for what came in meanwhile.
    ///
    /// - Parameters:
    ///   - time: Since when nobody may have listened.
    ///   - now: The present.
    func subscribe(to address: CallbackAddress, since time: Timestamp, until now: Timestamp)
        async throws(GatewayFault)

    /// Has it call the address no more.
    func unsubscribe(from address: CallbackAddress) async throws(GatewayFault)

    /// Tries whether messages can be handed over and taken in; nothing is sent.
    func test() async throws(GatewayFault)
}

extension MessageGateway {
    package func isRest(_ key: String, of whole: String) -> Bool { false }

    package func take(arrived keys: [String]) async throws(GatewayFault) {}

    package func subscribe(
        to address: CallbackAddress, since time: Timestamp, until now: Timestamp
    ) async throws(GatewayFault) {}

    package func unsubscribe(from address: CallbackAddress) async throws(GatewayFault) {}
}

/// What is known of a message whose handing over was interrupted.
package enum Recovery: Hashable, Sendable {
    /// The gateway has it.
    case taken(SubmissionReceipt)
    /// The gateway does not have it, and never had.
    case notTaken
    /// Nobody can tell: it is for the user to say whether it is sent again.
    case unknown
}
