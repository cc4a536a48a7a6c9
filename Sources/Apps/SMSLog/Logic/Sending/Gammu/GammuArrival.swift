// SPDX-License-Identifier: GPL-3.0-or-later

import Gateways
import SMSLogDomain
import Secrets
import Session

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

    /// Nil for what is not whole yet, and for what is no text.
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
        // A daemon that was ended before it could empty the telephone writes what it has written again, in other rows.
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

    /// Whether it is a text, which of bytes nobody knows but who has written one beside them.
    fileprivate var isText: Bool { !isBinary || !text.isEmpty }
}
