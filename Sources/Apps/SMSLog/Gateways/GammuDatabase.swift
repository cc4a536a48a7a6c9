// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumGateways
import AtriumSecrets
package import AtriumSession
import AtriumStores
import Glibc
import SMSLogLogic
import Synchronization

/// The database of gammu-smsd’s service “SQL”.
///
/// A message is in it under our key, by which it is always found again: nothing is inserted twice. Incoming messages
/// are marked as taken over once the log has them.
package final class GammuDatabase: MessageGateway {
    private let path: String
    private let clock: any WallClock
    private let timeZone: Zone
    private let arrived = Mutex<[String: [GammuArrival]]>([:])

    /// The database in the file of this path; `timeZone` is that of the times in it.
    package init(path: String, clock: any WallClock, timeZone: Zone) {
        self.path = path
        self.clock = clock
        self.timeZone = timeZone
    }

    /// Runs an operation on the tables, and closes the file.
    private func open<Result>(_ body: (GammuTables) throws -> Result) throws(GatewayFault) -> Result {
        do {
            guard let tables = try GammuTables(path: path) else {
                throw GatewayFault.unreachable(reason: .fact(.otherDatabase, path))
            }
            return try body(tables)
        } catch {
            throw GatewayFault(ofDatabase: error, at: path)
        }
    }

    package func submit(_ message: OutgoingMessage) throws(GatewayFault) -> SubmissionReceipt {
        let outgoing = try GammuMessage(message, in: timeZone)
        return SubmissionReceipt(reference: String(try open { try $0.add(outgoing) }))
    }

    package func recover(_ message: OutgoingMessage) throws(GatewayFault) -> Recovery {
        try open { tables in
            try tables.find(GammuMessage.creator(message.key)).map { .taken(SubmissionReceipt(reference: String($0))) }
                ?? .notTaken
        }
    }

    package func reports(on messages: [TakenMessage]) throws(GatewayFault) -> [DeliveryReport] {
        try open { tables in
            try messages.compactMap { message in
                guard let id = Int(message.reference) else { return nil }
                let parts = try tables.sent(id, by: GammuMessage.creator(message.key))
                return Self.outcome(parts).map { DeliveryReport(reference: message.reference, outcome: $0) }
            }
        }
    }

    /// The outcome of a message from those of its parts; `nil` as long as it waits.
    private static func outcome(_ parts: [GammuSentPart]) -> DeliveryReport.Outcome? {
        guard !parts.isEmpty else { return nil }
        if let failed = parts.first(where: { ["SendingError", "Error", "DeliveryFailed"].contains($0.status) }) {
            return .failed(reason: "gammu-smsd: \(failed.status)" + (failed.code.map { " \($0)" } ?? ""))
        }
        return parts.allSatisfy { $0.status == "DeliveryOK" } ? .delivered : .sent
    }

    package func arrivals() throws(GatewayFault) -> [String] {
        let (now, zone) = (clock.now, timeZone)
        let found = try open { GammuArrival.all(in: try $0.received(), at: now, zone) }
        let byKey = Dictionary(grouping: found, by: \.message.key)
        arrived.withLock { $0 = byKey }
        var named: Set<String> = []
        return found.map(\.message.key).filter { named.insert($0).inserted }
    }

    package func message(arrived key: String) -> ReceivedMessage? { arrived.withLock { $0[key]?.first?.message } }

    package func take(arrived keys: [String]) throws(GatewayFault) {
        let ids = arrived.withLock { arrived in keys.flatMap { arrived[$0] ?? [] }.flatMap(\.parts) }
        if !ids.isEmpty { try open { try $0.take(ids) } }
    }

    package func test() throws(GatewayFault) {
        let message = try GammuMessage(
            OutgoingMessage(key: "", number: "", text: "", date: clock.now, order: 0, parts: 1, isOfSevenBits: true),
            in: timeZone)
        try open { try $0.test(message) }
    }
}

extension GammuMessage {
    /// A message of more parts is cut off by the daemon.
    private static let mostParts = 50

    static func creator(_ key: String) -> String { "atrium-" + key }

    /// A message as gammu-smsd is given it.
    ///
    /// - Throws: `GatewayFault.refused` for one of too many parts.
    init(_ message: OutgoingMessage, in zone: Zone) throws(GatewayFault) {
        guard message.parts <= Self.mostParts else {
            throw .refused(reason: .fact(.tooManyParts, String(Self.mostParts)))
        }
        let texts = MessageLength.split(message.text)
        // Messages in a row have different numbers, so that their parts are not taken for those of one.
        let reference = UInt8(truncatingIfNeeded: message.order)
        let parts = zip(texts, 1...).map { text, number in
            GammuMessage.Part(
                text: text, units: GammuText.digits(of: text),
                header: texts.count == 1
                    ? "" : ConcatenatedPart(reference: reference, total: texts.count, number: number).header)
        }
        self.init(
            creator: Self.creator(message.key), number: message.number,
            coding: message.isOfSevenBits ? "Default_No_Compression" : "Unicode_No_Compression",
            time: CivilTime(message.date, in: zone).full, parts: parts)
    }
}

/// A message that came in by gammu-smsd, and the rows that its parts are.
struct GammuArrival: Sendable {
    let message: ReceivedMessage
    let parts: [Int]

    /// Parts that have not come after so long do not come any more.
    private static let patience = Duration.seconds(3600)

    /// The messages of which all parts have come, or no more will.
    static func all(in parts: [GammuReceivedPart], at now: Timestamp, _ zone: Zone) -> [GammuArrival] {
        parts.joined(part: { ConcatenatedPart($0.header) }, origin: { "\($0.sender) \($0.phone)" })
            .compactMap { GammuArrival($0, at: now, zone) }
    }

    /// `nil` for a message that is incomplete, or no text.
    private init?(_ rows: [GammuReceivedPart], at now: Timestamp, _ zone: Zone) {
        guard let first = rows.first, rows.allSatisfy(\.isText) else { return nil }
        let total = ConcatenatedPart(first.header)?.total ?? 1
        let dates = rows.compactMap { CivilTime($0.time)?.timestamp(in: zone) }.filter { $0.milliseconds >= 0 }
        if rows.count < total, let last = dates.max(), last + Self.patience > now { return nil }
        let texts = rows.map { row in
            (
                number: ConcatenatedPart(row.header)?.number ?? 1,
                units: row.hasUnits ? GammuText.units(of: row.units) : Array(row.text.utf16)
            )
        }
        // A daemon that was ended before it could empty the telephone writes the same again, in other rows.
        let facts = rows.flatMap { [$0.sender, $0.time, $0.header, $0.units, $0.text] }
        let hash = SHA256.hash(Array(facts.joined(separator: "\0").utf8)).prefix(16)
        message = ReceivedMessage(
            key: hash.hexadecimal, sender: first.sender, text: GammuText.text(of: texts, total: total),
            date: dates.first ?? now, centre: first.centre.isEmpty ? nil : first.centre,
            sim: first.phone.isEmpty ? nil : first.phone)
        parts = rows.map(\.id)
    }
}

extension GammuReceivedPart {
    private var isBinary: Bool { coding.hasPrefix("8bit") }

    /// Whether the digits stand for a text.
    fileprivate var hasUnits: Bool { !isBinary && !units.isEmpty }

    /// Whether it is a text; bytes are one only if a text is written beside them.
    fileprivate var isText: Bool { !isBinary || !text.isEmpty }
}

extension GatewayFault {
    /// The fault of a gateway whose database cannot be used: it may come back.
    init(ofDatabase error: any Error, at path: String) {
        self =
            switch error {
            case let fault as GatewayFault: fault
            // It may have been written all the same.
            case StoreFault.unsure(let path, let code): .lost(reason: .said("\(path): SQLite \(code)"))
            case StoreFault.busy(let path): .unreachable(reason: .fact(.locked, path))
            case StoreFault.readOnly(let path): .unreachable(reason: .fact(.readOnly, path))
            case StoreFault.damaged(let path), StoreFault.foreign(let path), StoreFault.empty(let path):
                .unreachable(reason: .fact(.otherDatabase, path))
            case StoreFault.unreachable(let path, let number): .unreachable(reason: .said(Self.said(path, number)))
            case StoreFault.full(let path): .unreachable(reason: .said(Self.said(path, ENOSPC)))
            case StoreFault.outOfMemory(let path): .unreachable(reason: .said(Self.said(path, ENOMEM)))
            case StoreFault.device(let path, let code), StoreFault.other(let path, let code):
                .unreachable(reason: .said("\(path): SQLite \(code)"))
            default: .unreachable(reason: .said(path))
            }
    }

    private static func said(_ path: String, _ number: Int32) -> String {
        "\(path): \(String(cString: strerror(number)))"
    }
}
