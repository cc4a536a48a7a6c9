// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Session

/// The folders of gammu-smsd’s service “files”: `outbox`, `sent`, `error` and `inbox`.
///
/// A file’s name says where the message goes and has the key, so that one that is in a folder is not written again. The
/// daemon moves it when it has sent it; it says nothing of delivery.
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
            "OUTC\(digits.prefix(8))_\(digits.dropFirst(8))_\(message.orderInNames)_\(message.number)_\(message.key).txt"
    }

    package func submit(_ message: OutgoingMessage) throws(GatewayFault) -> SubmissionReceipt {
        let name = name(of: message)
        try folder.folder(Self.outbox).write(UTF16Text.encode(message.text), to: name)
        return SubmissionReceipt(reference: name)
    }

    package func recover(_ message: OutgoingMessage) throws(GatewayFault) -> Recovery {
        let places = [Self.outbox, Self.sent, Self.failed].map(folder.folder)
        // The key alone is the same whatever its number is read as meanwhile.
        let end = "_\(message.key).txt"
        for place in places where place.isThere {
            if let name = try place.names().last(where: { $0.hasSuffix(end) }) {
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
        // The first part stands for all of them.
        return try inbox.names().filter { InboxName($0)?.part == 0 }
    }

    package func message(arrived key: String) throws(GatewayFault) -> ReceivedMessage? {
        let inbox = folder.folder(Self.inbox)
        guard let name = InboxName(key), let date = name.time.timestamp(in: timeZone) else { return nil }
        var text = ""
        for part in 0... {
            let file = name.file(part: part)
            guard let bytes = inbox.bytes(of: file), let written = inbox.date(of: file) else { break }
            // One that was written in this moment may be followed by another.
            let age = Double(clock.now.milliseconds) / 1000 - written.timeIntervalSince1970
            guard abs(age) >= Self.settling else { return nil }
            text += UTF16Text.decode(bytes)
        }
        return ReceivedMessage(key: key, sender: name.sender, text: text, date: date)
    }

    package func test() throws(GatewayFault) { try folder.folder(Self.outbox).test() }
}

/// The name of a file in the inbox: `IN20021130_021531_00_+45409000931640979_00.txt`.
private struct InboxName {
    let time: CivilTime
    let sender: String
    let part: Int
    private let start: String

    init?(_ name: String) {
        guard name.hasPrefix("IN"), name.hasSuffix(".txt") else { return nil }
        let fields = name.dropLast(4).split(separator: "_", omittingEmptySubsequences: false)
        guard fields.count >= 5, let part = Int(fields[fields.count - 1]), part >= 0,
            let day = Self.numbers(fields[0].dropFirst(2), [4, 2, 2]), let hour = Self.numbers(fields[1], [2, 2, 2])
        else { return nil }
        time = CivilTime(year: day[0], month: day[1], day: day[2], hour: hour[0], minute: hour[1], second: hour[2])
        // A name that sends may have the sign itself.
        sender = fields[3..<(fields.count - 1)].joined(separator: "_")
        self.part = part
        start = fields.dropLast().joined(separator: "_")
    }

    func file(part: Int) -> String { start + "_" + (part < 10 ? "0\(part)" : "\(part)") + ".txt" }

    /// Digits in groups of these sizes, and nothing else.
    private static func numbers(_ digits: Substring, _ sizes: [Int]) -> [Int]? {
        guard digits.utf8.count == sizes.reduce(0, +) else { return nil }
        var rest = digits
        var numbers: [Int] = []
        for size in sizes {
            guard rest.prefix(size).utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(rest.prefix(size)) else {
                return nil
            }
            numbers.append(number)
            rest = rest.dropFirst(size)
        }
        return numbers
    }
}
