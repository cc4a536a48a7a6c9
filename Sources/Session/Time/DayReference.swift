// SPDX-License-Identifier: GPL-3.0-or-later

/// A day as somebody types it: `2026-01-31`, `today`, `tomorrow`, `yesterday`, or `+3` for in three days.
///
/// The words are known in every language that the shell speaks, whichever it speaks now: the hand types what it is used
/// to.
public enum DayReference: Hashable, Sendable {
    /// A day of the calendar.
    case day(Day)
    /// A day so many days from today, before it if negative.
    case fromToday(Int)

    /// Nil for what names no day.
    public init?(_ text: some StringProtocol) {
        if let days = Self.days[text.lowercased().replacing("’", with: "'")] {
            self = .fromToday(days)
        } else if let sign = text.first, sign == "+" || sign == "-" {
            // Two centuries, so that no sum is out of reach of a calendar.
            guard text.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }), let days = Int(text.dropFirst()),
                days <= 36_500
            else { return nil }
            self = .fromToday(sign == "-" ? -days : days)
        } else {
            guard let day = Day(text) else { return nil }
            self = .day(day)
        }
    }

    /// The day that is meant.
    public func day(today: Day) -> Day {
        switch self {
        case .day(let day): day
        case .fromToday(let days): today.adding(days: days)
        }
    }

    /// As it can be typed.
    public var text: String {
        switch self {
        case .day(let day): day.text
        case .fromToday(let days): days < 0 ? "\(days)" : "+\(days)"
        }
    }

    private static let days = [
        "today": 0, "aujourd'hui": 0, "今天": 0,
        "tomorrow": 1, "demain": 1, "明天": 1,
        "yesterday": -1, "hier": -1, "昨天": -1,
    ]
}
