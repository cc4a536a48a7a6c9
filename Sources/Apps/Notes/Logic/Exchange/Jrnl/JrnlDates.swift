// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// Reads the dates of one journal.
struct JrnlDates {
    /// Which number is the day where both may be.
    private let order: DayMonthOrder?
    private let zone: Zone
    /// The day that all entries are of, which then say a time alone.
    private let day: Day?

    /// - Parameters:
    ///   - texts: All that stands where dates do: one that cannot be read in one order tells the order of all.
    ///   - order: What the user is used to; in dates with points, the day is first everywhere.
    init(_ texts: some Sequence<Substring>, order: DayMonthOrder, in zone: Zone, on day: Day?) {
        var sure: DayMonthOrder?
        for text in texts where sure == nil {
            guard let (first, second, _, _) = Self.numbers(text), max(first, second) <= 31 else { continue }
            if first > 12 { sure = .dayFirst } else if second > 12 { sure = .monthFirst }
        }
        self.order = sure
        self.zone = zone
        self.day = day
        usual = order
    }

    private let usual: DayMonthOrder

    /// The point in time of a text; nil for what is no date.
    func timestamp(_ text: Substring) -> Timestamp? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard var date = words.first else { return nil }
        var rest = words.dropFirst()
        var iso = String(date)
        if let day, date.contains(":") {
            iso = day.text
            rest = words[...]
        } else if let (first, second, year, separator) = Self.numbers(date) {
            let isDayFirst = (order ?? (separator == "." ? .dayFirst : usual)) == .dayFirst
            iso = Self.iso(year, isDayFirst ? second : first, isDayFirst ? first : second)
        } else if date.contains(where: { $0 == "/" || $0 == "." }), date.prefix(4).allSatisfy(\.isNumber) {
            date = date.last == "." ? date.dropLast() : date
            let parts = date.split { "/.".contains($0) }.compactMap { Int($0) }
            if parts.count == 3 { iso = Self.iso(parts[0], parts[1], parts[2]) }
        }
        if rest.isEmpty { return ISOTime.timestamp(iso, in: zone) }
        var clock = rest.removeFirst()
        var half = rest.popFirst()?.uppercased().filter { $0 != "." }
        if half == nil, clock.count > 2, clock.last?.lowercased() == "m" {
            half = clock.suffix(2).uppercased()
            clock = clock.dropLast(2)
        }
        guard rest.isEmpty, clock.contains(":") || half != nil else {
            return ISOTime.timestamp(text, in: zone)
        }
        guard let half else {
            return ISOTime.timestamp("\(iso) \(clock)", in: zone) ?? ISOTime.timestamp(text, in: zone)
        }
        var parts = clock.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        // 12 AM is midnight, 12 PM noon.
        guard let offset = ["AM": 0, "PM": 12][half], let hour = Int(parts[0]), (1...12).contains(hour) else {
            return ISOTime.timestamp(text, in: zone)
        }
        parts[0] = "\(hour % 12 + offset)"
        if parts.count == 1 { parts.append("00") }
        return ISOTime.timestamp("\(iso) \(parts.joined(separator: ":"))", in: zone)
    }

    /// Two numbers and a year of four digits, and what stands between them.
    private static func numbers(_ text: Substring) -> (Int, Int, year: Int, separator: Character)? {
        let date = text.prefix { !$0.isWhitespace }
        guard let separator = date.first(where: { !$0.isNumber }), "./-".contains(separator) else { return nil }
        let parts = date.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
            parts[2].count == 4, let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2])
        else { return nil }
        return (first, second, year, separator)
    }

    private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
