// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What Kannel tells by calling: what became of messages, and those that came in.
///
/// The addresses that it is given have its escape codes in them, of which it puts values in place.
///
/// Source: Kannel 1.4 User’s Guide, “Delivery Reports” and “Parameters (Escape Codes)”, and calls of 1.4.5.
package enum KannelCallback {
    /// All that it can report: delivered, not delivered, queued, taken by the centre, refused by it.
    static let everything = "31"

    /// The address that it calls for each report on a message.
    static func reports(on key: String, at address: CallbackAddress) -> String {
        "\(address.text(.report))?id=\(key)&type=%d&answer=%A"
    }

    /// The lines of its configuration by which messages come in, and by which nothing is lost while nobody listens.
    package static func configuration(of address: CallbackAddress) -> [String] {
        [
            "group = smsbox", "http-request-retry = 1000", "http-queue-delay = 10", "",
            "group = sms-service", "keyword = default", "catch-all = true", "max-messages = 0", "omit-empty = true",
            "get-url = \"\(address.text(.message))?id=%I&from=%p&text=%b&time=%T&smsc=%i\"",
        ]
    }

    /// What a call says.
    ///
    /// - Parameter now: When it came.
    /// - Throws: `CallbackFault.notUnderstood`.
    package static func read(
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

    /// What a report means; its types are bits of a mask.
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
