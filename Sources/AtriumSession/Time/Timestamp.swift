// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Exact and comparable, unlike a floating-point date: the order of messages hangs on it.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public var milliseconds: Int64

    /// Whole seconds since then, rounded down.
    public var seconds: Int64 {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest < 0 ? seconds - 1 : seconds
    }

    /// The beginning of its second; itself at the end of the range.
    public var wholeSecond: Timestamp {
        let (whole, isTooEarly) = milliseconds.subtractingReportingOverflow((milliseconds % 1000 + 1000) % 1000)
        return isTooEarly ? self : Timestamp(milliseconds: whole)
    }

    /// The point this many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The point this many whole seconds after 1970-01-01T00:00:00Z.
    public init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

    /// Earlier comes first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The point so much later; saturates at the ends of the range.
    public static func + (start: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, isTooLate) = start.milliseconds.addingReportingOverflow(whole)
        let (exact, isJustTooLate) = sum.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        guard !isTooLong, !isTooLate, !isJustTooLate else {
            return Timestamp(milliseconds: seconds < 0 ? .min : .max)
        }
        return Timestamp(milliseconds: exact)
    }

    /// The time from an earlier point to a later one; saturates at the ends of the range.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        let (passed, isTooLong) = later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        guard isTooLong else { return .milliseconds(passed) }
        return .milliseconds(later < earlier ? Int64.min : Int64.max)
    }
}

extension Timestamp {
    /// The point of a date, to the millisecond; `nil` beyond the year 9999, where broken files have their dates.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 253_402_300_800 else { return nil }
        self.init(milliseconds: Int64((seconds * 1000).rounded()))
    }
}

/// Points in time as files write them (ISO 8601).
public enum ISOTime {
    /// `2026-01-31T14:02:09.123Z`, without a fraction of 0; `nil` beyond the years that four digits write.
    public static func text(_ timestamp: Timestamp) -> String? {
        let time = CivilTime(timestamp, in: .gmt)
        guard (0...9999).contains(time.year) else { return nil }
        let milliseconds = Int((timestamp.milliseconds % 1000 + 1000) % 1000)
        let fraction = milliseconds == 0 ? "" : "." + String(String(milliseconds + 1000).dropFirst())
        return time.full.replacing(" ", with: "T") + fraction + "Z"
    }

    /// Reads a date, with or without a time, a fraction, and a `Z` or an offset; without one it is in `zone`.
    public static func timestamp(_ text: some StringProtocol, in zone: Zone) -> Timestamp? {
        if case let found?? = text.utf8.withContiguousStorageIfAvailable({ plainTime($0, in: zone) }) { return found }
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

    /// The time by its bytes, as `2026-01-31T14:02:09.123Z` or without fraction, seconds or `Z`; `nil` for another form.
    ///
    /// Files have hundreds of thousands of such times.
    private static func plainTime(_ bytes: UnsafeBufferPointer<UInt8>, in zone: Zone) -> Timestamp? {
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            return bytes[start..<start + count].reduce(Int?.some(0)) { number, byte in
                byte &- 0x30 < 10 ? number.map { $0 * 10 + Int(byte &- 0x30) } : nil
            }
        }
        func has(_ sign: Unicode.Scalar, at place: Int) -> Bool {
            place < bytes.count && bytes[place] == UInt8(ascii: sign)
        }
        guard has("-", at: 4), has("-", at: 7), has("T", at: 10) || has(" ", at: 10), has(":", at: 13),
            let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
            let minute = number(14, 2)
        else { return nil }
        var (second, milliseconds, end) = (0, 0, 16)
        if has(":", at: end) {
            guard let number = number(end + 1, 2) else { return nil }
            (second, end) = (number, end + 3)
            if has(".", at: end) {
                let digits = bytes[(end + 1)...].prefix { $0 &- 0x30 < 10 }
                guard !digits.isEmpty else { return nil }
                for place in digits.startIndex..<digits.startIndex + 3 {
                    milliseconds = milliseconds * 10 + (place < digits.endIndex ? Int(digits[place] &- 0x30) : 0)
                }
                end = digits.endIndex
            }
        }
        let isInGreenwich = has("Z", at: end)
        let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard end + (isInGreenwich ? 1 : 0) == bytes.count,
            let start = time.timestamp(in: isInGreenwich ? .gmt : zone)
        else { return nil }
        return Timestamp(milliseconds: start.milliseconds + Int64(milliseconds))
    }
}
