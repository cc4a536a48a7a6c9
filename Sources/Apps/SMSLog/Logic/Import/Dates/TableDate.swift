// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// A date in a table, in one of the ways in which programs write it.
enum TableDate {
    /// A point in time.
    case moment(Timestamp)
    /// What a clock on a wall shows.
    case written(WrittenDate)

    /// No date is longer, in bytes.
    static let longest = 80

    /// - Parameter zone: Where times are of that do not say so.
    init?(_ text: String, in zone: Zone) {
        let text = TableText.trimmed(text)
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        let moment =
            text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
            ? Self.moment(ofNumber: text, in: zone) : ISOTime.timestamp(text, in: zone)
        if let moment {
            guard let moment = BackupElement.possible(moment) else { return nil }
            self = .moment(moment)
            return
        }
        let (body, offset) = Self.split(text)
        guard let written = WrittenDate(Array(body.unicodeScalars), isWhole: true) else { return nil }
        if let offset {
            // Whoever says the offset says it beside a month’s name, or with the year in front.
            guard let order = written.order, let moment = written.date(order, in: offset) else { return nil }
            self = .moment(moment)
        } else {
            self = .written(written)
        }
    }

    /// When it was; nil for what no calendar and no clock has.
    func date(_ order: DateOrder, in zone: Zone) -> Timestamp? {
        switch self {
        case .moment(let moment): moment
        case .written(let written): written.date(order, in: zone)
        }
    }

    /// Seconds, milliseconds, microseconds or nanoseconds since 1970; digits of a date; days as programs that calculate
    /// count them, since 30 December 1899.
    private static func moment(ofNumber text: String, in zone: Zone) -> Timestamp? {
        if let moment = moment(ofDigits: text, in: zone) { return moment }
        guard let number = Double(text) else { return nil }
        if (25_569.0..<73_050).contains(number) {
            let midnight = CivilTime(year: 1899, month: 12, day: 30).timestamp(in: .gmt)?.milliseconds ?? 0
            let clock = CivilTime(
                Timestamp(milliseconds: midnight + Int64((number * 86_400).rounded()) * 1000), in: .gmt)
            return clock.timestamp(in: zone)
        }
        let milliseconds =
            switch number {
            case ..<1e11: number * 1000
            case ..<1e14: number
            case ..<1e17: number / 1000
            default: number / 1e6
            }
        return milliseconds <= BackupElement.latest ? Timestamp(milliseconds: Int64(milliseconds.rounded())) : nil
    }

    /// `20210305`, `20210305100000`.
    private static func moment(ofDigits text: String, in zone: Zone) -> Timestamp? {
        guard text.utf8.count == 8 || text.utf8.count == 14, text.hasPrefix("19") || text.hasPrefix("20"),
            let number = Int(text)
        else { return nil }
        let (day, clock) = text.utf8.count == 8 ? (number, 0) : (number / 1_000_000, number % 1_000_000)
        return CivilTime(
            year: day / 10_000, month: day / 100 % 100, day: day % 100, hour: clock / 10_000, minute: clock / 100 % 100,
            second: clock % 100
        ).timestamp(in: zone)
    }

    /// What stands before an offset from UTC, `+0200`, `GMT`, and that offset.
    private static func split(_ text: String) -> (String, Zone?) {
        for name in [" UTC", " GMT", "Z"] where text.hasSuffix(name) {
            return (String(text.dropLast(name.count)), .gmt)
        }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }), sign > text.startIndex,
            text[text.index(before: sign)].isWhitespace || text[sign] == "+"
        else { return (text, nil) }
        let digits = text[text.index(after: sign)...].filter(\.isNumber)
        guard digits.count == 4, text[text.index(after: sign)...].count <= 5, let hours = Int(digits.prefix(2)),
            let minutes = Int(digits.suffix(2)),
            let zone = Zone(secondsFromGMT: (text[sign] == "-" ? -1 : 1) * (hours * 3600 + minutes * 60))
        else { return (text, nil) }
        return (String(text[..<sign]), zone)
    }
}
