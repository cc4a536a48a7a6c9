// SPDX-License-Identifier: GPL-3.0-or-later

/// A point in time as a calendar and a clock on a wall show it, in the proleptic Gregorian calendar.
///
/// Own arithmetic, since Foundation’s calendars cost milliseconds at start and microseconds a date.
/// Source of the day arithmetic: H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
public struct CivilTime: Hashable, Sendable {
    /// The year; 0 is 1 BC.
    public var year: Int
    /// The month, from 1.
    public var month: Int
    /// The day of the month, from 1.
    public var day: Int
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The second, 0 to 59; leap seconds do not occur.
    public var second: Int

    /// The time that a wall clock in `zone` shows at `timestamp`.
    public init(_ timestamp: Timestamp, in zone: Zone) {
        let seconds = timestamp.seconds
        self.init(secondsSince1970: seconds + Int64(zone.secondsFromGMT(at: seconds)))
    }

    private init(secondsSince1970 seconds: Int64) {
        let days = Self.floorDivide(seconds, 86_400)
        let rest = Int(seconds - days * 86_400)
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    /// `2026-01-31`.
    public var date: String {
        guard (1000...9999).contains(year) else {
            return "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
        }
        return String(unsafeUninitializedCapacity: 10) { bytes in
            putDate(in: bytes)
            return 10
        }
    }

    /// `14:02`.
    public var time: String {
        String(unsafeUninitializedCapacity: 5) { bytes in
            putTime(in: bytes, from: 0)
            return 5
        }
    }

    /// `2026-01-31 14:02`.
    public var dateAndTime: String {
        guard (1000...9999).contains(year) else { return "\(date) \(time)" }
        return String(unsafeUninitializedCapacity: 16) { bytes in
            putDate(in: bytes)
            bytes[10] = UInt8(ascii: " ")
            putTime(in: bytes, from: 11)
            return 16
        }
    }

    /// `2026-01-31 14:02:09`.
    public var full: String {
        guard (1000...9999).contains(year) else { return "\(date) \(time):\(second.digits(2))" }
        return String(unsafeUninitializedCapacity: 19) { bytes in
            putDate(in: bytes)
            bytes[10] = UInt8(ascii: " ")
            putTime(in: bytes, from: 11)
            bytes[16] = UInt8(ascii: ":")
            Self.put(second, 2, in: bytes, from: 17)
            return 19
        }
    }

    // A list has times in each row: digits are written into their places, without a string for each part.

    private func putDate(in bytes: UnsafeMutableBufferPointer<UInt8>) {
        Self.put(year, 4, in: bytes, from: 0)
        bytes[4] = UInt8(ascii: "-")
        Self.put(month, 2, in: bytes, from: 5)
        bytes[7] = UInt8(ascii: "-")
        Self.put(day, 2, in: bytes, from: 8)
    }

    private func putTime(in bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
        Self.put(hour, 2, in: bytes, from: start)
        bytes[start + 2] = UInt8(ascii: ":")
        Self.put(minute, 2, in: bytes, from: start + 3)
    }

    private static func put(
        _ number: Int, _ digits: Int, in bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int
    ) {
        var rest = number
        for place in (start..<start + digits).reversed() {
            bytes[place] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
            rest /= 10
        }
    }
}

extension CivilTime {
    /// The point in time at which a wall clock in `zone` shows this; `nil` for what no calendar has, such as 31 April.
    public func timestamp(in zone: Zone) -> Timestamp? {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let era = Self.floorDivide(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let local = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        guard CivilTime(secondsSince1970: local) == self else { return nil }
        // The offset that holds at the result, which near a change of clocks is not the one at the local reading.
        let first = local - Int64(zone.secondsFromGMT(at: local))
        let offset = zone.secondsFromGMT(at: first)
        return Timestamp(seconds: local - Int64(offset))
    }

    /// Reads `2026-01-31`, `2026-01-31T14:02`, `2026-01-31T14:02:09` (a blank may stand for the `T`), and a final `Z`.
    public init?(_ text: String) {
        let body = text.hasSuffix("Z") ? text.dropLast() : text[...]
        let halves = body.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        let time =
            halves.count == 1
            ? [0, 0] : halves[1].split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (2...3).contains(time.count), let hour = time[0], let minute = time[1],
            let second = time.count == 3 ? time[2] : 0,
            (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// Digits alone: `Int` would take a sign too.
    private static func number(_ digits: Substring) -> Int? {
        digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits) : nil
    }

    /// The time with these parts, which are not checked; `timestamp(in:)` checks them.
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}

/// A day of the calendar, wherever one is: a due date does not move with the time zone.
public struct Day: Codable, Hashable, Comparable, Sendable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The day of these numbers; `nil` for one that no calendar has, such as 31 April.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year),
            CivilTime(year: year, month: month, day: day).timestamp(in: .gmt) != nil
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that a calendar in `zone` shows at `timestamp`.
    public init(_ timestamp: Timestamp, in zone: Zone) { self.init(CivilTime(timestamp, in: zone)) }

    /// The day of a time that a calendar and a clock show.
    public init(_ time: CivilTime) { self.init(unchecked: time.year, time.month, time.day) }

    /// Reads `2026-01-31`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `2026-01-31`.
    public var text: String { CivilTime(year: year, month: month, day: day).date }

    /// The beginning of the day in `zone`; if a change of clocks skips midnight, the first moment after it.
    public func start(in zone: Zone) -> Timestamp {
        CivilTime(year: year, month: month, day: day).timestamp(in: zone) ?? Timestamp(milliseconds: 0)
    }

    /// The day this many days later.
    public func adding(days: Int) -> Day {
        Day(start(in: .gmt) + .seconds(days * 86_400), in: .gmt)
    }

    /// Monday is 0.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = start(in: .gmt).milliseconds / 86_400_000 + 3
        return Int((days % 7 + 7) % 7)
    }

    /// The earlier comes first.
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
