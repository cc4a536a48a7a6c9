// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a span of time as a query writes it: `2026`, `2026-01`, `A..B`, `week`, `month`, `year`, or a day as
/// `DayReference` reads it.
public struct DateSpan: Hashable, Sendable {
    /// The days, the last one not included.
    public let days: Range<Day>

    /// The spans that have a word of their own.
    public static let words = ["today", "yesterday", "week", "month", "year"]

    /// Whether a text has the form of a span: its ends name days, whichever of them comes first.
    public static func hasForm(_ text: String) -> Bool {
        // Which days they name depends on the day; whether they do does not.
        let someDay = Day(Timestamp(milliseconds: 0), in: .gmt)
        guard let (first, last) = ends(of: text) else { return days(text, today: someDay) != nil }
        return [first, last].allSatisfy { $0.isEmpty || days($0, today: someDay) != nil }
            && !(first.isEmpty && last.isEmpty)
    }

    /// Nil for what is no span.
    public init?(_ text: String, today: Day) {
        guard let (first, last) = Self.ends(of: text) else {
            guard let days = Self.days(text, today: today) else { return nil }
            self.days = days
            return
        }
        let start = first.isEmpty ? Day(year: 0, month: 1, day: 1) : Self.days(first, today: today)?.lowerBound
        let end = last.isEmpty ? Day(year: 9999, month: 12, day: 31) : Self.days(last, today: today)?.upperBound
        guard let start, let end, start < end, !first.isEmpty || !last.isEmpty else { return nil }
        days = start..<end
    }

    /// When the span begins and ends in a zone.
    public func times(in zone: Zone) -> Range<Timestamp> {
        let start = days.lowerBound.start(in: zone)
        return start..<max(start, days.upperBound.start(in: zone))
    }

    private static func ends(of text: String) -> (first: String, last: String)? {
        text.firstRange(of: "..").map { (String(text[..<$0.lowerBound]), String(text[$0.upperBound...])) }
    }

    private static func days(_ text: String, today: Day) -> Range<Day>? {
        // No calendar that people use has a year 0.
        read(text, today: today).flatMap { $0.lowerBound.year > 0 ? $0 : nil }
    }

    private static func read(_ text: String, today: Day) -> Range<Day>? {
        switch text.lowercased() {
        case "week", "semaine", "本周":
            let monday = today.adding(days: -today.weekday)
            return monday..<monday.adding(days: 7)
        case "month", "mois", "本月": return month(today.year, today.month)
        case "year", "année", "今年": return year(today.year)
        default: break
        }
        if let day = DayReference(text)?.day(today: today) { return day..<day.adding(days: 1) }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.count <= 4 && $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        switch numbers.count {
        case 1 where parts[0].count == 4: return year(numbers[0])
        case 2: return month(numbers[0], numbers[1])
        default: return nil
        }
    }

    private static func month(_ year: Int, _ month: Int) -> Range<Day>? {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        guard let start = Day(year: year, month: month, day: 1),
            let end = Day(year: next.0, month: next.1, day: 1)
        else { return nil }
        return start..<end
    }

    private static func year(_ year: Int) -> Range<Day>? {
        guard let start = Day(year: year, month: 1, day: 1), let end = Day(year: year + 1, month: 1, day: 1)
        else { return nil }
        return start..<end
    }
}
