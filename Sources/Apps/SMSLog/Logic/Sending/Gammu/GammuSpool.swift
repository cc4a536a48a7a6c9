// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Gateways
import SMSLogDomain
package import Session

/// The folders of gammu-smsd’s service “files”: `outbox`, `sent`, `error` and `inbox`.
///
/// A message goes out as a backup of Gammu, which names the coding of each part: the daemon sends a plain text in 7 bits
/// unless its configuration says otherwise. A file’s name has the key, so that a message that is in a folder is not
/// written again. The daemon moves the file when it has sent it; it says nothing of delivery.
package struct GammuSpool: MessageGateway {
    private let folder: SpoolFolder
    private let clock: any WallClock
    private let timeZone: Zone

    private static let (outbox, sent, failed, inbox) = ("outbox", "sent", "error", "inbox")
    /// The daemon writes the parts of a message one after the other.
    private static let settling = 2.0

    /// The folders in the folder of this path; `timeZone` is that of the times in names.
    package init(path: String, clock: any WallClock, timeZone: Zone) {
        folder = SpoolFolder(path: path)
        self.clock = clock
        self.timeZone = timeZone
    }

    /// The name of a message’s file: its order is that of sending.
    private func name(of message: OutgoingMessage) -> String {
        let time = CivilTime(message.date, in: timeZone)
        let digits = time.full.filter(\.isNumber)
        return
            "OUTC\(digits.prefix(8))_\(digits.dropFirst(8))_\(message.orderInNames)_\(message.number)_\(message.key).smsbackup"
    }

    package func submit(_ message: OutgoingMessage) throws(GatewayFault) -> SubmissionReceipt {
        let name = name(of: message)
        let backup = try GammuMessage(message, in: timeZone).backup
        try folder.folder(Self.outbox).write(Array(backup.utf8), to: name)
        return SubmissionReceipt(reference: name)
    }

    package func recover(_ message: OutgoingMessage) throws(GatewayFault) -> Recovery {
        let places = [Self.outbox, Self.sent, Self.failed].map(folder.folder)
        // The key alone is the same whatever its number is read as meanwhile.
        let key = "_\(message.key)."
        for place in places where place.isThere {
            if let name = try place.names().last(where: { $0.contains(key) }) {
                return .taken(SubmissionReceipt(reference: name))
            }
        }
        guard places[0].isThere else { throw .unreachable(reason: .said(places[0].path)) }
        // The daemon moves every file, so that one that is nowhere was never there, unless it may be moving it just now.
        return places[1].isThere && places[2].isThere ? .notTaken : .unknown
    }

    package func reports(on messages: [TakenMessage]) -> [DeliveryReport] {
        messages.compactMap { message in
            if folder.folder(Self.sent).has(message.reference) {
                return DeliveryReport(reference: message.reference, outcome: .sent)
            }
            guard folder.folder(Self.failed).has(message.reference) else { return nil }
            return DeliveryReport(reference: message.reference, outcome: .failed(reason: "gammu-smsd: \(Self.failed)"))
        }
    }

    package func arrivals() throws(GatewayFault) -> [String] {
        let inbox = folder.folder(Self.inbox)
        guard inbox.isThere else { return [] }
        let names = try inbox.names().compactMap(GammuInboxName.init)
        return GammuInboxName.joined(names, in: timeZone) { inbox.date(of: $0.file)?.timeIntervalSince1970 }
            .map(GammuInboxName.key)
    }

    package func message(arrived key: String) throws(GatewayFault) -> ReceivedMessage? {
        let inbox = folder.folder(Self.inbox)
        let names = GammuInboxName.names(of: key)
        guard let first = names.first, let date = first.time.timestamp(in: timeZone) else { return nil }
        var contents: [[UInt8]] = []
        for name in names {
            guard let bytes = inbox.bytes(of: name.file), let written = inbox.date(of: name.file) else { return nil }
            // One that was written in this moment may be followed by another.
            let age = Double(clock.now.milliseconds) / 1000 - written.timeIntervalSince1970
            guard abs(age) >= Self.settling else { return nil }
            contents.append(bytes)
        }
        guard let text = GammuText.text(ofFiles: contents) else { return nil }
        return ReceivedMessage(
            key: key, sender: first.sender, text: text, date: date, earlierKeys: GammuInboxName.partsOf(names),
            restWithin: first.part == 0 ? nil : GammuInboxName.farthest * first.part)
    }

    package func isRest(_ key: String, of whole: String) -> Bool {
        let (rest, all) = (GammuInboxName.names(of: key).map(\.file), GammuInboxName.names(of: whole).map(\.file))
        return !rest.isEmpty && rest.count < all.count && Set(all).isSuperset(of: rest)
    }

    package func test() throws(GatewayFault) { try folder.folder(Self.outbox).test() }
}
