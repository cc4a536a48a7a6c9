// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// Hands messages to a network, reports their outcomes, and hands out those that came in.
///
/// One process uses a gateway at a time, one call after another. If the submitting task is cancelled, the message may
/// be sent all the same.
public protocol MessageGateway: Sendable {
    /// Hands a message over; returns once the gateway has taken it, which is before it is sent.
    ///
    /// - Throws: `GatewayFault`; with `lost` alone the gateway may have taken it.
    func submit(_ message: OutgoingMessage) async throws(GatewayFault) -> SubmissionReceipt

    /// The outcome of an interrupted handing over of a message.
    func recover(_ message: OutgoingMessage) async throws(GatewayFault) -> Recovery

    /// Reports on messages that it has taken; none on those without news.
    func reports(on messages: [TakenMessage]) async throws(GatewayFault) -> [DeliveryReport]

    /// Waits until what another program is writing for the log just now is there as a whole, a few seconds at most.
    func settle() async

    /// The gateway’s names for the messages that it has for the log, the oldest first; those that the log has may be among
    /// them.
    func arrivals() async throws(GatewayFault) -> [String]

    /// A message that came in; `nil` if it is not whole yet, or no message.
    func message(arrived key: String) async throws(GatewayFault) -> ReceivedMessage?

    /// Whether the message of one name has all that the one of another name has, and more before it.
    func isRest(_ key: String, of whole: String) -> Bool

    /// Takes the keys of incoming messages that the log has, whenever they came; it need not name them again.
    func take(arrived keys: [String]) async throws(GatewayFault)

    /// Makes it call this address from now on, if it can; requests again the messages that came in meanwhile.
    ///
    /// - Parameters:
    ///   - time: The time since which nothing may have listened.
    ///   - now: The present.
    func subscribe(to address: CallbackAddress, since time: Timestamp, until now: Timestamp)
        async throws(GatewayFault)

    /// Makes it stop calling the address.
    func unsubscribe(from address: CallbackAddress) async throws(GatewayFault)

    /// Tries whether messages can be handed over and taken in; nothing is sent.
    func test() async throws(GatewayFault)
}

extension MessageGateway {
    /// Does nothing: nothing was postponed.
    public func settle() async {}

    /// `false`: messages arrive whole.
    public func isRest(_ key: String, of whole: String) -> Bool { false }

    /// Does nothing: a taken message leaves nothing behind.
    public func take(arrived keys: [String]) async throws(GatewayFault) {}

    /// Does nothing: there are no callbacks.
    public func subscribe(
        to address: CallbackAddress, since time: Timestamp, until now: Timestamp
    ) async throws(GatewayFault) {}

    /// Does nothing: there are no callbacks.
    public func unsubscribe(from address: CallbackAddress) async throws(GatewayFault) {}
}

/// The state of a message whose handing over was interrupted.
public enum Recovery: Hashable, Sendable {
    /// The gateway has it.
    case taken(SubmissionReceipt)
    /// The gateway does not have it, and never had.
    case notTaken
    /// It is unknown: the user decides whether it is sent again.
    case unknown
}

/// A message that a gateway is to send.
public struct OutgoingMessage: Hashable, Sendable {
    /// Names the message among all of all logs, in 32 hexadecimal digits.
    ///
    /// A gateway that knows it takes the message for the same.
    public let key: String
    /// The recipient: a normalised number or a short code.
    public let number: String
    /// The text.
    public let text: String
    /// From when on it may be sent; the same each time it is handed over.
    public let date: Timestamp
    /// Its place among the messages of one user: of two for one number the lower goes first.
    public let order: Int
    /// The number of short messages it takes.
    public let parts: Int
    /// Whether all of it is in the alphabet of 7 bits.
    public let isOfSevenBits: Bool

    /// A message of this key, place and text.
    public init(
        key: String, number: String, text: String, date: Timestamp, order: Int, parts: Int, isOfSevenBits: Bool
    ) {
        self.key = key
        self.number = number
        self.text = text
        self.date = date
        self.order = order
        self.parts = parts
        self.isOfSevenBits = isOfSevenBits
    }
}

extension OutgoingMessage {
    /// The order in enough digits that names of files sort by it.
    public var orderInNames: String { order.digits(9) }
}

/// A gateway’s receipt for a message that it has taken.
public struct SubmissionReceipt: Hashable, Sendable {
    /// The gateway’s name for the message, unique among its messages, which reports use.
    public let reference: String

    /// The receipt for the message of this reference.
    public init(reference: String) { self.reference = reference }
}

/// A message that a gateway has taken, with reports still to come.
public struct TakenMessage: Hashable, Sendable {
    /// The gateway’s name for it.
    public let reference: String
    /// The key with which it was handed over.
    public let key: String

    /// The message of this reference.
    public init(reference: String, key: String) {
        self.reference = reference
        self.key = key
    }
}

/// A message that came in through a gateway.
public struct ReceivedMessage: Hashable, Sendable {
    /// The gateway’s name for it, the same each time it is handed out.
    public let key: String
    /// The sender, as the gateway writes it.
    public let sender: String
    /// The text.
    public let text: String
    /// The time when it came in.
    public let date: Timestamp
    /// The time when the other end sent it, if known.
    public let sent: Timestamp?
    /// The number of the network’s centre that passed it on.
    public let centre: String?
    /// The card that it came by.
    public let sim: String?
    /// The names under which fewer of its parts may have been handed out before the others came.
    public let earlierKeys: [String]
    /// The longest distance to the date of a message that this may be the rest of; `nil` for one with its beginning.
    public let restWithin: Duration?

    /// A message of these facts.
    public init(
        key: String, sender: String, text: String, date: Timestamp, sent: Timestamp? = nil, centre: String? = nil,
        sim: String? = nil, earlierKeys: [String] = [], restWithin: Duration? = nil
    ) {
        self.key = key
        self.sender = sender
        self.text = text
        self.date = date
        self.sent = sent
        self.centre = centre
        self.sim = sim
        self.earlierKeys = earlierKeys
        self.restWithin = restWithin
    }
}

/// A report on a submitted message.
public struct DeliveryReport: Hashable, Sendable {
    /// The outcome.
    public enum Outcome: Hashable, Sendable {
        /// The network has it.
        case sent
        /// It has arrived.
        case delivered
        /// It will not arrive, for this reason in the gateway’s words.
        case failed(reason: String)
    }

    /// The gateway’s name for the message.
    public let reference: String
    /// The outcome.
    public let outcome: Outcome
    /// The time of the outcome, if the gateway says so.
    public let date: Timestamp?

    /// A report on the message of this reference.
    public init(reference: String, outcome: Outcome, at date: Timestamp? = nil) {
        self.reference = reference
        self.outcome = outcome
        self.date = date
    }
}
