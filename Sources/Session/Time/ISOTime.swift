// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Points in time as files write them (ISO 8601).
package enum ISOTime {
    /// `2026-01-31T14:02:09.123Z`, without the fraction where it is 0; nil beyond the years that four digits write.
    package static func text(_ timestamp: Timestamp) -> String? {
        let time = CivilTime(timestamp, in: .gmt)
        guard (0...9999).contains(time.year) else { return nil }
        let milliseconds = Int((timestamp.milliseconds % 1000 + 1000) % 1000)
        let fraction = milliseconds == 0 ? "" : "." + String(String(milliseconds + 1000).dropFirst())
        return time.full.replacing(" ", with: "T") + fraction + "Z"
    }

    /// Reads a date, with or without a time, a fraction, and a `Z` or an offset; without one it is in `zone`.
    package static func timestamp(_ text: some StringProtocol, in zone: Zone) -> Timestamp? {
        var body = text.trimmingCharacters(in: .whitespaces)
        var zone = zone
        if body.hasSuffix("Z") {
            body.removeLast()
            zone = .gmt
        } else if body.count > 16, let sign = body.dropFirst(11).lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let digits = body[body.index(after: sign)...].filter(\.isNumber)
            guard digits.count == 4, let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)),
                let offset = Zone(secondsFromGMT: (body[sign] == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
            else { return nil }
            zone = offset
            body = String(body[..<sign]).trimmingCharacters(in: .whitespaces)
        }
        var milliseconds = 0
        if let point = body.lastIndex(of: "."), let fraction = Int((body[body.index(after: point)...] + "00").prefix(3))
        {
            milliseconds = fraction
            body = String(body[..<point])
        }
        guard let start = CivilTime(body)?.timestamp(in: zone) else { return nil }
        return Timestamp(milliseconds: start.milliseconds + Int64(milliseconds))
    }
}
