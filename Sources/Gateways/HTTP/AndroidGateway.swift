// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// A telephone with the app “SMS Gateway for Android”, or the server through which several of them are reached.
///
/// It takes a message under our key, and knows it again: handing it over twice sends it once.
///
/// Source: the app’s OpenAPI description (capcom6/android-sms-gateway).
package struct AndroidGateway: MessageGateway {
    let address: GatewayAddress
    private let account: HTTPAccount
    private let sim: Int?
    private let http: any HTTPExchange
    let schedule: PollSchedule
    let inbox = AndroidInbox()

    /// A telephone at this address.
    ///
    /// - Parameters:
    ///   - sim: The number of the card that sends, from 1 on; nil: the one that the telephone prefers.
    ///   - schedule: Says when it is asked for what became of a message.
    package init(
        at address: GatewayAddress, account: HTTPAccount, sim: Int?, http: any HTTPExchange, schedule: PollSchedule
    ) {
        self.address = address
        self.account = account
        self.sim = sim
        self.http = http
        self.schedule = schedule
    }

    func answer(
        at path: String, json: [UInt8]? = nil, isRemoval: Bool = false
    ) async throws(GatewayFault) -> HTTPAnswer {
        do throws(HTTPFault) {
            return try await http.answer(
                to: HTTPRequest(address.text + path, json: json, isRemoval: isRemoval, account: account))
        } catch {
            throw GatewayFault(error)
        }
    }

    private func path(of key: String) -> String { "/messages/" + GatewayAddress.encoded(key) }

    package func submit(_ message: OutgoingMessage) async throws(GatewayFault) -> SubmissionReceipt {
        let outgoing = SentMessage(
            id: message.key, textMessage: .init(text: message.text), phoneNumbers: [message.number],
            withDeliveryReport: true, simNumber: sim)
        guard let json = try? JSONEncoder().encode(outgoing) else {
            throw .refused(reason: .fact(.notUnderstood, message.number))
        }
        // What is no whole number, such as a short code, is refused otherwise.
        let path = message.number.hasPrefix("+") ? "/messages" : "/messages?skipPhoneValidation=true"
        let answer = try await answer(at: path, json: Array(json))
        let receipt = SubmissionReceipt(reference: message.key)
        switch answer.status {
        // It has the message already.
        case 409: return receipt
        case 200..<300:
            guard answer.decoded(MessageState.self)?.id == message.key else {
                throw .lost(reason: .fact(.notUnderstood, answer.excerpt))
            }
            return receipt
        case 403: throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 429, 500...: throw .busy(reason: .fact(.serverFault, answer.excerpt))
        default:
            if let fault = GatewayFault(ofServer: answer, at: address.text) { throw fault }
            throw .refused(reason: .said(answer.decoded(ErrorText.self)?.message ?? answer.excerpt))
        }
    }

    package func recover(_ message: OutgoingMessage) async throws(GatewayFault) -> Recovery {
        try await state(of: message.key) == nil
            ? .notTaken : .taken(SubmissionReceipt(reference: message.key))
    }

    /// How far a message has come; nil for one that the telephone does not know.
    private func state(of key: String) async throws(GatewayFault) -> MessageState? {
        let answer = try await answer(at: path(of: key))
        switch answer.status {
        case 200..<300:
            guard let state = answer.decoded(MessageState.self), state.id == key else { break }
            return state
        case 404: return nil
        case 403: throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 429, 500...: throw .unreachable(reason: .fact(.serverFault, answer.excerpt))
        default: break
        }
        throw GatewayFault(ofServer: answer, at: address.text)
            ?? .unreachable(reason: .fact(.notUnderstood, answer.excerpt))
    }

    package func reports(on messages: [TakenMessage]) async throws(GatewayFault) -> [DeliveryReport] {
        schedule.keep(messages)
        var reports: [DeliveryReport] = []
        for message in schedule.due(among: messages) {
            let state = try await state(of: message.reference)
            if let outcome = state?.outcome {
                reports.append(DeliveryReport(reference: message.reference, outcome: outcome))
            }
            schedule.note(message, state: state?.state)
        }
        return reports
    }

    /// Asks how it does, and for a message that it cannot know.
    package func test() async throws(GatewayFault) {
        let health = try await answer(at: "/health")
        if let fault = GatewayFault(ofServer: health, at: address.text + "/health") { throw fault }
        guard let state = health.decoded(Health.self)?.status else {
            throw .unreachable(reason: .fact(.notUnderstood, health.excerpt))
        }
        if state == "fail" { throw .unreachable(reason: .fact(.serverFault, health.excerpt)) }
        _ = try await self.state(of: "atrium-test")
    }
}

/// A message as it is handed over.
private struct SentMessage: Encodable {
    struct Text: Encodable { let text: String }
    let id: String
    let textMessage: Text
    let phoneNumbers: [String]
    let withDeliveryReport: Bool
    let simNumber: Int?
}

/// What is said of a message.
private struct MessageState: Decodable {
    struct Recipient: Decodable { let error: String? }
    let id: String
    let state: String
    let recipients: [Recipient]?

    /// How it went; nil as long as nobody knows.
    var outcome: DeliveryReport.Outcome? {
        switch state {
        case "Sent": .sent
        case "Delivered": .delivered
        case "Failed", "Cancelled":
            .failed(reason: recipients?.compactMap(\.error).first { !$0.isEmpty } ?? state)
        default: nil
        }
    }
}

private struct Health: Decodable {
    let status: String
}

/// Why something was refused.
struct ErrorText: Decodable {
    let message: String
}

extension HTTPAnswer {
    /// The object of JSON that came; nil for anything else.
    func decoded<Object: Decodable>(_ type: Object.Type) -> Object? {
        try? JSONDecoder().decode(type, from: Data(body))
    }
}
