// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// A date in a form that somebody chooses, by the letters of Moment.js, as Obsidian’s templates have them.
///
///     DatePattern("dddd D MMMM YYYY", in: .english).text(of: time)  // Thursday 1 January 2026
///
/// What stands in brackets, and every other sign, stays as it is.
struct DatePattern {
    private let pattern: String
    private let language: Language

    init(_ pattern: String, in language: Language) {
        self.pattern = pattern
        self.language = language
    }

    /// The letters that mean something, the longest of a kind first.
    private static let tokens = [
        "YYYY", "YY", "GGGG", "MMMM", "MMM", "MM", "M", "DDDD", "DDD", "DD", "Do", "D", "dddd", "ddd", "dd", "d", "E",
        "WW", "W", "ww", "w", "HH", "H", "hh", "h", "mm", "m", "ss", "s", "A", "a", "Q", "X", "x",
    ]

    /// The date and time at a point in time, as calendar and clock in `zone` show them.
    func text(of timestamp: Timestamp, in zone: Zone) -> String {
        let day = Day(timestamp, in: zone)
        let time = CivilTime(timestamp, in: zone)
        var result = ""
        var rest = pattern[...]
        while let first = rest.first {
            if first == "[", let close = rest.firstIndex(of: "]") {
                result += rest[rest.index(after: rest.startIndex)..<close]
                rest = rest[rest.index(after: close)...]
            } else if let token = Self.tokens.first(where: rest.hasPrefix) {
                result += text(token, day, time, timestamp)
                rest = rest.dropFirst(token.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private func text(_ token: String, _ day: Day, _ time: CivilTime, _ timestamp: Timestamp) -> String {
        let half = time.hour % 12 == 0 ? 12 : time.hour % 12
        return switch token {
        case "YYYY": Self.padded(day.year, 4)
        case "YY": Self.padded(day.year % 100, 2)
        case "GGGG": Self.padded(Self.week(of: day).year, 4)
        case "MMMM": language.months[day.month - 1]
        case "MMM": language.shortMonths[day.month - 1]
        case "MM": Self.padded(day.month, 2)
        case "M": String(day.month)
        case "DDDD": Self.padded(Self.place(of: day), 3)
        case "DDD": String(Self.place(of: day))
        case "DD": Self.padded(day.day, 2)
        case "Do": ordinal(day.day)
        case "D": String(day.day)
        case "dddd": language.weekdays[day.weekday]
        case "ddd": language.shortWeekdays[day.weekday]
        case "dd": language.narrowWeekdays[day.weekday]
        case "d": String((day.weekday + 1) % 7)
        case "E": String(day.weekday + 1)
        case "WW", "ww": Self.padded(Self.week(of: day).week, 2)
        case "W", "w": String(Self.week(of: day).week)
        case "HH": Self.padded(time.hour, 2)
        case "H": String(time.hour)
        case "hh": Self.padded(half, 2)
        case "h": String(half)
        case "mm": Self.padded(time.minute, 2)
        case "m": String(time.minute)
        case "ss": Self.padded(time.second, 2)
        case "s": String(time.second)
        case "A": time.hour < 12 ? "AM" : "PM"
        case "a": time.hour < 12 ? "am" : "pm"
        case "Q": String((day.month + 2) / 3)
        case "X": String(timestamp.milliseconds / 1000)
        case "x": String(timestamp.milliseconds)
        default: token
        }
    }

    private func ordinal(_ number: Int) -> String {
        switch language {
        case .simplifiedChinese: return "\(number)日"
        case .french: return number == 1 ? "1er" : "\(number)"
        case .english:
            let ending = [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
            return "\(number)\((11...13).contains(number) ? "th" : ending)"
        }
    }

    /// The place of a day in its year, from 1.
    private static func place(of day: Day) -> Int {
        days(since: Day(year: day.year, month: 1, day: 1) ?? day, to: day) + 1
    }

    /// The week of a day, and the year that the week belongs to (ISO 8601): that of its Thursday.
    private static func week(of day: Day) -> (year: Int, week: Int) {
        let thursday = day.adding(days: 3 - day.weekday)
        return (thursday.year, (place(of: thursday) - 1) / 7 + 1)
    }

    private static func days(since first: Day, to last: Day) -> Int {
        Int((last.start(in: .gmt).milliseconds - first.start(in: .gmt).milliseconds) / 86_400_000)
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
