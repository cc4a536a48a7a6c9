// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import SMSLogLogic

/// A date in a table, in one of the ways in which programs write it.
enum TableDate {
    /// A point in time.
    case moment(Timestamp)
    /// The time on a local clock.
    case written(WrittenDate)

    /// No date is longer, in bytes.
    static let longest = 80

    /// - Parameter zone: The zone of times without one.
    init?(_ text: String, in zone: Zone) {
        let text = TableText.trimmed(text)
        guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        // Between dashes it may be a time of ISO 8601.
        if let plain = PlainDate(text), plain.sign != UInt8(ascii: "-") {
            self = .written(WrittenDate(plain))
            return
        }
        let moment =
            text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: ".") }
            ? Self.moment(ofNumber: text, in: zone) : ISOTime.timestamp(text, in: zone)
        if let moment {
            guard let moment = MessageTime.possible(moment) else { return nil }
            self = .moment(moment)
            return
        }
        let (body, offset) = Self.split(text)
        guard let written = WrittenDate(Array(body.unicodeScalars), isWhole: true) else { return nil }
        if let offset {
            // An offset stands beside a month’s name, or with the year in front.
            guard let order = written.order, let moment = written.date(order, in: offset) else { return nil }
            self = .moment(moment)
        } else {
            self = .written(written)
        }
    }

    /// The date; `nil` for one that no calendar and no clock has.
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
        return milliseconds <= MessageTime.latest ? Timestamp(milliseconds: Int64(milliseconds.rounded())) : nil
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

    /// The text before an offset from UTC, `+0200`, `GMT`, and that offset.
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

/// The date of a message of a file.
struct RowDate {
    /// The time.
    let timestamp: Timestamp
    /// The remark on it; `nil` if the row has the date itself.
    let remark: RowRemark.Reason?
    /// Whether nothing in the row says it.
    let isUndated: Bool

    /// The date of a row; for one with none, or an impossible one, by its other dates, else that of the row
    /// before it, else the beginning of all dates.
    ///
    /// A derived date gives only the place in the file: a later file would not have it as well.
    ///
    /// - Parameters:
    ///   - said: The date in the row, if it is possible.
    ///   - sent: The date of sending, if the row has it.
    ///   - written: The date in words, if the row has one that can be read in one way only.
    ///   - before: The date of the row before; `nil` for the first.
    init(_ said: Timestamp?, sent: Timestamp? = nil, written: Timestamp? = nil, before: Timestamp?) {
        if let said {
            (timestamp, remark, isUndated) = (said, nil, false)
        } else if let sent {
            (timestamp, remark, isUndated) = (sent, .sendingDate, false)
        } else if let written {
            (timestamp, remark, isUndated) = (written, .writtenDate, false)
        } else if let before {
            (timestamp, remark, isUndated) = (before, .dateBefore, true)
        } else {
            (timestamp, remark, isUndated) = (Timestamp(milliseconds: 0), .missingDate, true)
        }
    }
}

/// The order of the numbers of a date in a file.
package enum DateOrder: String, CaseIterable, Sendable {
    /// 31/12/2020.
    case dmy
    /// 12/31/2020.
    case mdy
    /// 2020/12/31.
    case ymd

    /// Year, month and day of three numbers: a year of two digits is one of this century, one of Thailand’s calendar is
    /// 543 years ahead.
    func parts(_ numbers: [Int]) -> (year: Int, month: Int, day: Int) {
        let (year, month, day) =
            switch self {
            case .dmy: (numbers[2], numbers[1], numbers[0])
            case .mdy: (numbers[2], numbers[0], numbers[1])
            case .ymd: (numbers[0], numbers[1], numbers[2])
            }
        return (year < 100 ? year + 2000 : year >= 2400 ? year - 543 : year, month, day)
    }
}

/// The evidence of a file’s dates for their order: all of them have to be days, and none lies before the one above it.
struct DateEvidence {
    private struct Count {
        var impossible = 0
        var backward = 0
        var forward = 0
        var last = 0
        /// Whether the last one is no day.
        var isLastImpossible = false
    }

    /// Whether the newest may come first.
    var isEitherWay = false
    private var counts: [DateOrder: Count] = [:]
    private var isYearFirst = false
    private var isAlike = true
    private var hasSlashes = false
    private var last: [Int] = []

    mutating func add(_ date: WrittenDate) {
        let numbers = date.numbers
        let isSameDay = numbers == last
        last = numbers
        guard numbers[0] < 1000 else {
            isYearFirst = true
            return
        }
        isAlike = isAlike && numbers[0] == numbers[1]
        hasSlashes = hasSlashes || date.hasSlashes
        for order in DateOrder.allCases {
            var count = counts[order] ?? Count()
            if isSameDay {
                if count.isLastImpossible { counts[order]?.impossible += 1 }
                continue
            }
            let (year, month, day) = order.parts(numbers)
            count.isLastImpossible = CivilTime(year: year, month: month, day: day).timestamp(in: .gmt) == nil
            if count.isLastImpossible { count.impossible += 1 }
            let key = (year * 100 + month) * 100 + day
            if key < count.last { count.backward += 1 }
            if key > count.last, count.last > 0 { count.forward += 1 }
            count.last = key
            counts[order] = count
        }
    }

    /// The order; `nil` if it does not show.
    var order: DateOrder? {
        guard !isYearFirst, let days = counts[.dmy], let months = counts[.mdy] else { return .ymd }
        if let years = counts[.ymd], years.impossible < min(days.impossible, months.impossible) { return .ymd }
        let (first, second) = ((days.impossible, turns(days)), (months.impossible, turns(months)))
        // With dots or dashes the day comes before the month.
        if first == second { return isAlike || !hasSlashes ? .dmy : nil }
        return first < second ? .dmy : .mdy
    }

    /// The number of dates that run against the others.
    private func turns(_ count: Count) -> Int {
        isEitherWay ? min(count.backward, count.forward) : count.backward
    }
}

/// Reads the dates that a phone has written in words beside those in numbers, in its language and by its clock.
struct ReadableDates {
    /// The zone of the phone if its file does not show it.
    let zone: Zone
    /// A date that was given in both forms.
    private var known: (date: Timestamp, text: String)?

    init(in zone: Zone) { self.zone = zone }

    /// Learns from a row with both forms: they show the order of the numbers, and the phone’s zone.
    mutating func learn(_ text: String, is date: Timestamp) { known = (date, text) }

    /// The date; `nil` if it is not certain.
    func date(of text: String) -> Timestamp? {
        guard let written = Self.written(text) else { return nil }
        let dates: Set<Timestamp>
        if let ways, !ways.isEmpty {
            dates = Set(ways.compactMap { written.date($0.order, in: $0.zone) })
        } else {
            let orders = !written.hasFullYear ? [] : written.hasDots ? [.dmy] : DateOrder.allCases
            dates = Set(orders.compactMap { written.date($0, in: zone) })
        }
        return dates.count == 1 ? dates.first : nil
    }

    private static func written(_ text: String) -> WrittenDate? {
        guard text.utf8.count <= TableDate.longest else { return nil }
        let written = WrittenDate(Array(text.unicodeScalars), isWhole: true)
        return written?.isPlain == true ? written : nil
    }

    /// The orders and zones in which the written text is the known date; `nil` if the text cannot be read.
    private var ways: [(order: DateOrder, zone: Zone)]? {
        guard let known, let written = Self.written(known.text) else { return nil }
        let seconds = Int(known.date.milliseconds / 1000)
        return DateOrder.allCases.compactMap { order in
            guard let wall = written.date(order, in: .gmt) else { return nil }
            // A text without seconds may be up to one minute before.
            let ahead = Int(wall.milliseconds / 1000) - (written.hasSeconds ? seconds : seconds / 60 * 60)
            guard abs(ahead) <= 14 * 3600, ahead % 900 == 0 else { return nil }
            // The zone of here knows about summer, too.
            let isHere = zone.secondsFromGMT(at: Int64(seconds)) == ahead
            return (isHere ? zone : Zone(secondsFromGMT: ahead)).map { (order, $0) }
        }
    }
}
