// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
public import AtriumSession
import Foundation

/// The calls of a telephone with SMS Gateway for Android.
///
/// Each event may arrive several times and in any order. Its own name for a message that came in is a hash of 32 bits, so
/// that here its sender, time and text identify it.
///
/// Source: the app’s sources (capcom6/android-sms-gateway), modules “webhooks” and “receiver”.
public enum AndroidCallback {
    /// An event that it is asked to report.
    package enum Event: String, CaseIterable, Sendable {
        case received = "sms:received"
        case sent = "sms:sent"
        case delivered = "sms:delivered"
        case failed = "sms:failed"

        /// The event’s name without the common prefix.
        var word: String { String(rawValue.dropFirst("sms:".count)) }
    }

    /// Reads a call.
    ///
    /// - Parameters:
    ///   - key: The key that it signs with; `nil`: no signature is required.
    ///   - now: The time of the call.
    /// - Throws: `CallbackFault`.
    public static func read(
        _ call: IncomingCall, signedWith key: Secret?, at now: Timestamp
    ) throws(CallbackFault) -> Callback {
        if let key, !isSigned(call, key) { throw .notSigned }
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(call.body)) else { throw .notUnderstood }
        guard let event = Event(rawValue: report.event) else { return .nothing }
        guard let payload = report.payload, let id = payload.messageId, !id.isEmpty else { throw .notUnderstood }
        switch event {
        case .sent: return .report(DeliveryReport(reference: id, outcome: .sent))
        case .delivered:
            let date = payload.deliveredAt.flatMap { ISOTime.timestamp($0, in: .gmt) }
            return .report(DeliveryReport(reference: id, outcome: .delivered, at: date))
        case .failed:
            return .report(DeliveryReport(reference: id, outcome: .failed(reason: payload.reason ?? event.rawValue)))
        case .received:
            guard let sender = payload.sender ?? payload.phoneNumber, let text = payload.message else {
                throw .notUnderstood
            }
            return .message(
                ReceivedMessage(
                    from: sender, text, receivedAt: payload.receivedAt, named: id, sim: payload.simNumber,
                    otherwise: now))
        }
    }

    /// Whether the body and the time of signing are signed with a key; an old call sent again changes nothing.
    private static func isSigned(_ call: IncomingCall, _ key: Secret) -> Bool {
        guard let signature = call.fields["x-signature"], let time = call.fields["x-timestamp"] else { return false }
        let code = HMACSHA256.code(of: call.body + Array(time.utf8), key: key.bytes)
        return Array(signature.lowercased().utf8).isSame(as: Array(code.hexadecimal.utf8))
    }
}

/// A call.
private struct Report: Decodable {
    struct Payload: Decodable {
        let messageId: String?
        let sender: String?
        /// The sender, in older versions.
        let phoneNumber: String?
        let simNumber: Int?
        let message: String?
        let receivedAt: String?
        let deliveredAt: String?
        let reason: String?
    }
    let event: String
    let payload: Payload?
}

extension ReceivedMessage {
    /// A message that a telephone with SMS Gateway for Android has, however it reports it.
    ///
    /// - Parameters:
    ///   - id: Its own name for it, which counts if it does not say when the message came.
    ///   - now: Counts as the date then.
    init(
        from sender: String, _ text: String, receivedAt time: String?, named id: String, sim: Int?,
        otherwise now: Timestamp
    ) {
        let date = time.flatMap { ISOTime.timestamp($0, in: .gmt) }
        let facts = [sender, time.map { date.map { "\($0.milliseconds)" } ?? $0 } ?? id, text]
        self.init(
            key: SHA256.hash(Array(facts.joined(separator: "\0").utf8)).prefix(16).hexadecimal, sender: sender,
            text: text, date: date ?? now, sim: sim.map(String.init))
    }
}

// Having the telephone call when there is something to tell.
extension AndroidGateway {
    /// Registers an address for each event, under names by which they are found again and are not there twice.
    public func subscribe(to address: CallbackAddress, since time: Timestamp, until now: Timestamp)
        async throws(GatewayFault)
    {
        let listed = try await checked(answer(at: "/webhooks"))
        let hooks = listed.decoded([Hook].self) ?? []
        for event in AndroidCallback.Event.allCases {
            let hook = Hook(id: name(of: event, address), url: address.text(.event), event: event.rawValue)
            guard !hooks.contains(hook), let json = try? JSONEncoder().encode(hook) else { continue }
            try await checked(answer(at: "/webhooks", json: Array(json)))
        }
        // The messages that came while nothing listened; versions that do not know this have nothing to hand out.
        guard let since = ISOTime.text(time), let until = ISOTime.text(now),
            let json = try? JSONEncoder().encode(["since": since, "until": until])
        else { return }
        _ = try await answer(at: "/messages/inbox/export", json: Array(json))
    }

    /// Ends the callbacks to `address`.
    public func unsubscribe(from address: CallbackAddress) async throws(GatewayFault) {
        for event in AndroidCallback.Event.allCases {
            let answer = try await answer(at: "/webhooks/" + name(of: event, address), isRemoval: true)
            // One that is not there need not be removed.
            if answer.status != 404 { try checked(answer) }
        }
    }

    /// The telephone takes 36 signs at most.
    private func name(of event: AndroidCallback.Event, _ address: CallbackAddress) -> String {
        "atrium-\(address.token.prefix(16))-\(event.word)"
    }

    @discardableResult
    private func checked(_ answer: HTTPAnswer) throws(GatewayFault) -> HTTPAnswer {
        switch answer.status {
        case 200..<300: return answer
        case 403: throw .unreachable(reason: .fact(.unauthorized, answer.excerpt))
        case 429, 500...: throw .unreachable(reason: .fact(.serverFault, answer.excerpt))
        default:
            throw GatewayFault(ofServer: answer, at: address.text)
                ?? .unreachable(reason: .said(answer.decoded(ErrorText.self)?.message ?? answer.excerpt))
        }
    }
}

/// The telephone’s record of an address that it calls.
private struct Hook: Codable, Hashable {
    let id: String
    let url: String
    let event: String
}
