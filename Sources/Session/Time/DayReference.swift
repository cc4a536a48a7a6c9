// SPDX-License-Identifier: GPL-3.0-or-later

/// A day as somebody types it: `2026-01-31`, `today`, `tomorrow`, `yesterday`, `friday` for the next one, or `+3` for in
/// three days.
///
/// The words are known in every language that the shell speaks, whichever it speaks now: the hand types what it is used
/// to.
public enum DayReference: Hashable, Sendable {
    /// A day of the calendar.
    case day(Day)
    /// A day so many days from today, before it if negative.
    case fromToday(Int)
    /// The first day of this weekday after today; Monday is 0.
    case weekday(Int)

    /// Nil for what names no day.
    public init?(_ text: some StringProtocol) {
        if let days = Self.days[text.lowercased().replacing("’", with: "'")] {
            self = .fromToday(days)
        } else if let weekday = Self.weekdays[text.lowercased()] {
            self = .weekday(weekday)
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
        case .weekday(let weekday): today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
        }
    }

    /// As it can be typed.
    public var text: String {
        switch self {
        case .day(let day): day.text
        case .fromToday(let days): days < 0 ? "\(days)" : "+\(days)"
        case .weekday(let weekday): Self.names[weekday % 7][0]
        }
    }

    private static let days = [
        "today": 0, "aujourd'hui": 0, "今天": 0,
        "tomorrow": 1, "demain": 1, "明天": 1,
        "yesterday": -1, "hier": -1, "昨天": -1,
        "après-demain": 2, "apres-demain": 2, "后天": 2, "大后天": 3,
        "avant-hier": -2, "前天": -2, "大前天": -3,
    ]

    private static let names = [
        ["monday", "mon", "lundi", "lun", "星期一", "周一", "礼拜一"],
        ["tuesday", "tue", "mardi", "mar", "星期二", "周二", "礼拜二"],
        ["wednesday", "wed", "mercredi", "mer", "星期三", "周三", "礼拜三"],
        ["thursday", "thu", "jeudi", "jeu", "星期四", "周四", "礼拜四"],
        ["friday", "fri", "vendredi", "ven", "星期五", "周五", "礼拜五"],
        ["saturday", "sat", "samedi", "sam", "星期六", "周六", "礼拜六"],
        ["sunday", "sun", "dimanche", "dim", "星期日", "周日", "星期天", "礼拜天"],
    ]

    private static let weekdays: [String: Int] = {
        var weekdays: [String: Int] = [:]
        for (weekday, names) in names.enumerated() {
            for name in names { weekdays[name] = weekday }
        }
        return weekdays
    }()
}
