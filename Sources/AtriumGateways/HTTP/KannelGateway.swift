// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// Kannel’s sendsms service, by which messages go to a network’s centres.
///
/// Its answers name no message and it knows no key of ours: if its answer is lost, it is unknown whether it has the
/// message.
///
/// Source: Kannel 1.4 User’s Guide, “Using the SMS gateway as a HTTP service”, and answers of 1.4.5.
public struct KannelGateway: MessageGateway, Sendable {
    private let address: GatewayAddress
    private let account: HTTPAccount
    private let sender: String?
    private let callbacks: CallbackAddress?
    private let http: any HTTPExchange

    /// The path of the service if the address has none.
    private static let usualPath = "/cgi-bin/sendsms"

    /// A service at this address.
    ///
    /// - Parameters:
    ///   - sender: The sender to name; `nil`: the one that Kannel is set up with.
    ///   - callbacks: The address for its reports on messages; `nil`: none.
    public init(
        at address: GatewayAddress, account: HTTPAccount, sender: String?, callbacks: CallbackAddress? = nil,
        http: any HTTPExchange
    ) {
        self.callbacks = callbacks
        self.address = address
        self.account = account
        self.sender = sender
        self.http = http
    }

    /// The whole request with these fields.
    private func request(_ fields: [(String, String)]) -> HTTPRequest {
        let password = String(decoding: account.password.bytes, as: UTF8.self)
        let all = [("username", account.user), ("password", password)] + fields
        let query = all.map { "\($0.0)=\(GatewayAddress.encoded($0.1))" }.joined(separator: "&")
        return HTTPRequest("\(address.text)\(address.path.isEmpty ? Self.usualPath : "")?\(query)")
    }

    private func answer(to fields: [(String, String)]) async throws(GatewayFault) -> HTTPAnswer {
        do throws(HTTPFault) { return try await http.answer(to: request(fields)) } catch { throw GatewayFault(error) }
    }

    /// Gives a message to Kannel.
    public func submit(_ message: OutgoingMessage) async throws(GatewayFault) -> SubmissionReceipt {
        var fields = [
            ("to", message.number), ("text", message.text), ("charset", "UTF-8"),
            ("coding", message.isOfSevenBits ? "0" : "2"),
            // Without it the rest of a long text is dropped.
            ("max-messages", String(message.parts)),
        ]
        if let sender { fields.append(("from", sender)) }
        if let callbacks {
            let address = KannelCallback.reports(on: message.key, at: callbacks)
            fields += [("dlr-mask", KannelCallback.everything), ("dlr-url", address)]
        }
        let answer = try await answer(to: fields)
        let text = answer.text
        switch answer.status {
        case 200, 202:
            // With one recipient this says that the message has no receiver.
            if text.contains("Denied receivers are:") { throw .refused(reason: .said(text)) }
            // Older versions say nothing but that it is sent.
            guard ["0:", "3:", "Sent"].contains(where: text.hasPrefix) else {
                throw .lost(reason: .fact(.notUnderstood, answer.excerpt))
            }
            return SubmissionReceipt(reference: message.key)
        case 403 where text.hasPrefix("Authorization"):
            throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 500 where text.hasPrefix("Sending failed"), 429, 503:
            throw .busy(reason: .fact(.serverFault, answer.excerpt))
        default:
            if let fault = GatewayFault(ofServer: answer, at: address.text) { throw fault }
            // A server in between may have handed it on.
            if answer.status >= 500 { throw .lost(reason: .fact(.serverFault, answer.excerpt)) }
            guard (400..<500).contains(answer.status) else {
                throw .lost(reason: .fact(.notUnderstood, answer.excerpt))
            }
            throw .refused(reason: .said(text.isEmpty ? answer.excerpt : text))
        }
    }

    /// Always `unknown`: Kannel tells nothing about a message.
    public func recover(_ message: OutgoingMessage) -> Recovery { .unknown }

    /// None: Kannel reports by callbacks.
    public func reports(on messages: [TakenMessage]) -> [DeliveryReport] { [] }

    /// None: Kannel delivers by callbacks.
    public func arrivals() -> [String] { [] }

    /// Always `nil`: Kannel delivers by callbacks.
    public func message(arrived key: String) -> ReceivedMessage? { nil }

    /// Sends a request without a recipient: Kannel answers a user it knows that one is missing.
    public func test() async throws(GatewayFault) {
        let answer = try await answer(to: [])
        switch answer.status {
        case 400 where answer.text.contains("receiver"): return
        case 403 where answer.text.hasPrefix("Authorization"):
            throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 500...: throw .unreachable(reason: .fact(.serverFault, answer.excerpt))
        default:
            throw GatewayFault(ofServer: answer, at: address.text)
                ?? .unreachable(reason: .fact(.notUnderstood, answer.excerpt))
        }
    }
}

/// The calls of Kannel: reports on messages, and messages that came in.
///
/// The addresses given to it contain its escape codes, which it replaces by values.
///
/// Source: Kannel 1.4 User’s Guide, “Delivery Reports” and “Parameters (Escape Codes)”, and calls of 1.4.5.
public enum KannelCallback {
    /// All that it can report: delivered, not delivered, queued, taken by the centre, refused by it.
    static let everything = "31"

    /// The address that it calls for each report on a message.
    static func reports(on key: String, at address: CallbackAddress) -> String {
        "\(address.text(.report))?id=\(key)&type=%d&answer=%A"
    }

    /// The lines of its configuration by which messages come in, and by which none is lost while nothing listens.
    public static func configuration(of address: CallbackAddress) -> [String] {
        [
            "group = smsbox", "http-request-retry = 1000", "http-queue-delay = 10", "",
            "group = sms-service", "keyword = default", "catch-all = true", "max-messages = 0", "omit-empty = true",
            "get-url = \"\(address.text(.message))?id=%I&from=%p&text=%b&time=%T&smsc=%i\"",
        ]
    }

    /// Reads a call.
    ///
    /// - Parameter now: The time of the call.
    /// - Throws: `CallbackFault.notUnderstood`.
    public static func read(
        _ call: IncomingCall, for purpose: CallbackAddress.Purpose, at now: Timestamp
    ) throws(CallbackFault) -> Callback {
        guard let id = call.query["id"], !id.isEmpty else { throw .notUnderstood }
        switch purpose {
        case .report:
            guard let type = call.query["type"].flatMap(Int.init) else { throw .notUnderstood }
            guard let outcome = outcome(type, call.query["answer"] ?? "") else { return .nothing }
            return .report(DeliveryReport(reference: id, outcome: outcome))
        case .message:
            guard let sender = call.query["from"], let text = call.query["text"] else { throw .notUnderstood }
            let seconds = call.query["time"].flatMap(Int64.init) ?? 0
            // A time that no message came at is none.
            let isTime = (1...now.milliseconds / 1000 + 86_400).contains(seconds)
            return .message(
                ReceivedMessage(
                    key: id, sender: sender, text: text, date: isTime ? Timestamp(seconds: seconds) : now,
                    sim: call.query["smsc"].flatMap { $0.isEmpty ? nil : $0 }))
        case .event: throw .notUnderstood
        }
    }

    /// The meaning of a report; its types are bits of a mask.
    private static func outcome(_ type: Int, _ answer: String) -> DeliveryReport.Outcome? {
        switch type {
        case 1: .delivered
        case 2, 16: .failed(reason: answer.isEmpty ? "Kannel: \(type)" : answer)
        // The centre has it, or keeps it for a telephone that is off.
        case 4, 8: .sent
        default: nil
        }
    }
}
