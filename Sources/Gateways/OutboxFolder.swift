// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Session

/// Messages as files in a folder that another program empties, in the form of SMS Server Tools 3: lines `Name: value`, an
/// empty one, and the text in UTF-8.
///
/// The program moves a file to `sent`, to `failed`, or removes it; what it has in `incoming` came in. The file’s name has
/// the key, so that a message that is there, or was moved, is not written again.
package struct OutboxFolder: MessageGateway {
    private let folder: SpoolFolder
    private let timeZone: Zone

    private static let (sent, failed, incoming) = ("sent", "failed", "incoming")

    /// The folder of this path; `timeZone` is that of the times in files.
    package init(path: String, timeZone: Zone) {
        folder = SpoolFolder(path: path)
        self.timeZone = timeZone
    }

    private func name(of message: OutgoingMessage) -> String { "atrium-\(message.orderInNames)-\(message.key)" }

    package func submit(_ message: OutgoingMessage) throws(GatewayFault) -> SubmissionReceipt {
        let text = "To: \(message.number)\nAlphabet: UTF-8\nX-Atrium-Key: \(message.key)\n\n\(message.text)"
        try folder.write(Array(text.utf8), to: name(of: message))
        return SubmissionReceipt(reference: name(of: message))
    }

    package func recover(_ message: OutgoingMessage) throws(GatewayFault) -> Recovery {
        let name = name(of: message)
        guard folder.isThere else { throw .unreachable(reason: .said(folder.path)) }
        let places = [folder, folder.folder(Self.sent), folder.folder(Self.failed)]
        if places.contains(where: { $0.has(name) }) { return .taken(SubmissionReceipt(reference: name)) }
        // Where files are moved, one that is nowhere was never there.
        return folder.folder(Self.sent).isThere ? .notTaken : .unknown
    }

    package func reports(on messages: [TakenMessage]) -> [DeliveryReport] {
        messages.compactMap { message in
            if folder.folder(Self.sent).has(message.reference) {
                return DeliveryReport(reference: message.reference, outcome: .sent)
            }
            let failed = folder.folder(Self.failed)
            guard failed.has(message.reference) else { return nil }
            let reason = failed.bytes(of: message.reference).flatMap { SpoolText($0).fields["fail_reason"] }
            return DeliveryReport(reference: message.reference, outcome: .failed(reason: reason ?? Self.failed))
        }
    }

    package func arrivals() throws(GatewayFault) -> [String] {
        let incoming = folder.folder(Self.incoming)
        return incoming.isThere ? try incoming.names() : []
    }

    package func message(arrived key: String) -> ReceivedMessage? {
        let incoming = folder.folder(Self.incoming)
        guard let bytes = incoming.bytes(of: key) else { return nil }
        let file = SpoolText(bytes)
        guard let number = file.fields["from"], let text = file.text, let written = incoming.date(of: key) else {
            return nil
        }
        let date = file.fields["received"].flatMap(time) ?? Timestamp(seconds: Int64(written.timeIntervalSince1970))
        // The type of an international number (3GPP TS 23.040, 9.1.2.5), which is written without its sign.
        let isInternational = file.fields["from_toa"]?.hasPrefix("91") ?? false
        return ReceivedMessage(
            key: key, sender: isInternational && !number.hasPrefix("+") ? "+" + number : number, text: text, date: date,
            sent: file.fields["sent"].flatMap(time),
            centre: file.fields["from_smsc"], sim: file.fields["modem"])
    }

    /// `26-01-31 14:02:09`, or with the whole year.
    private func time(_ text: String) -> Timestamp? {
        let isShort = text.split(separator: "-").first?.count == 2
        return CivilTime(isShort ? "20" + text : text)?.timestamp(in: timeZone)
    }

    package func test() throws(GatewayFault) { try folder.test() }
}
