// SPDX-License-Identifier: GPL-3.0-or-later

/// A day as typed: `2026-01-31`, `today`, `tomorrow`, `yesterday`, `friday` for the next one, `+3` for in three days,
/// a date in words, such as `2027年2月1日` and `1er février`, or a phrase, such as `last monday`, `in 2 weeks`,
/// `3 days ago` and `end of month`.
///
/// `next friday` is the first Friday after today, as `friday` is, and `last friday` the last one before today. A month
/// from 31 January is the last day of February. The words of every language of the shell are known, whatever its
/// present one: users type the words that they are used to.
public enum DayReference: Hashable, Sendable {
    /// A day of the calendar.
    case day(Day)
    /// A day this many days from today, before it if negative.
    case fromToday(Int)
    /// The first day of this weekday after today; Monday is 0.
    case weekday(Int)
    /// The last day of this weekday before today; Monday is 0.
    case lastWeekday(Int)
    /// The day of this weekday in a later week than today’s, or in an earlier one if the number of weeks is negative.
    case inWeek(Int, weekday: Int)
    /// The first such day of a year that is not before today.
    case yearly(month: Int, day: Int)
    /// The same day of the month this many months from today, before it if negative; the last one of a shorter month.
    case months(Int)
    /// The last day of today’s month.
    case endOfMonth

    /// `nil` for what names no day.
    public init?(_ text: some StringProtocol) {
        let typed = text.lowercased()
        if let days = Self.days[typed.replacing("’", with: "'")] {
            self = .fromToday(days)
        } else if let weekday = Self.weekdays[typed] {
            self = .weekday(weekday)
        } else if let reference = Self.inWeek(typed) ?? Self.inWords(typed) ?? Self.inPhrase(typed) {
            self = reference
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

    /// The meant day.
    public func day(today: Day) -> Day {
        switch self {
        case .day(let day): day
        case .fromToday(let days): today.adding(days: days)
        case .weekday(let weekday): today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
        case .lastWeekday(let weekday): today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
        case .inWeek(let weeks, let weekday): today.adding(days: weeks * 7 + weekday - today.weekday)
        case .yearly(let month, let day):
            // A 29 February is at most eight years away.
            (0...8).lazy.compactMap { Day(year: today.year + $0, month: month, day: day) }.first { $0 >= today }
                ?? today
        case .months(let count): Self.day(today.day, ofMonth: today.year * 12 + today.month - 1 + count) ?? today
        case .endOfMonth: Self.day(31, ofMonth: today.year * 12 + today.month - 1) ?? today
        }
    }

    /// The day of a month, or the last one before it that the month has; months are counted from January of year 0.
    private static func day(_ day: Int, ofMonth month: Int) -> Day? {
        (0...3).lazy.compactMap { Day(year: month / 12, month: month % 12 + 1, day: day - $0) }.first
    }

    /// The text as it can be typed.
    public var text: String {
        switch self {
        case .day(let day): day.text
        case .fromToday(let days): days < 0 ? "\(days)" : "+\(days)"
        case .weekday(let weekday): Self.names[weekday % 7][0]
        case .lastWeekday(let weekday): "last " + Self.names[weekday % 7][0]
        case .inWeek(let weeks, let weekday):
            (weeks == 0 ? "本" : String(repeating: weeks < 0 ? "上" : "下", count: abs(weeks)))
                + Self.names[weekday % 7][5]
        case .yearly(let month, let day): "\(month)月\(day)日"
        case .months(let count): count < 0 ? "\(-count) months ago" : "in \(count) months"
        case .endOfMonth: "end of month"
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

extension DayReference {
    /// A weekday of this week or of one near it, as Chinese names it: `本周五`, `下周一`.
    private static func inWeek(_ typed: String) -> DayReference? {
        let steps: [Character: Int] = ["本": 0, "这": 0, "下": 1, "上": -1]
        guard let first = typed.first, let step = steps[first] else { return nil }
        let count = step == 0 ? 1 : typed.prefix { $0 == first }.count
        guard count <= 9, let weekday = weekdays[String(typed.dropFirst(count))] else { return nil }
        return .inWeek(step * count, weekday: weekday)
    }

    /// A phrase about today: `next friday`, `in 3 days`, `2 weeks ago`, `end of month`, in each language.
    private static func inPhrase(_ typed: String) -> DayReference? {
        if let end = ends[typed] { return end }
        if let match = typed.wholeMatch(of: /(next|last) ([a-z]+)/), let weekday = weekdays[String(match.2)] {
            return match.1 == "next" ? .weekday(weekday) : .lastWeekday(weekday)
        }
        if let match = typed.wholeMatch(of: /([a-z]+) (prochain|dernier)/), let weekday = weekdays[String(match.1)] {
            return match.2 == "prochain" ? .weekday(weekday) : .lastWeekday(weekday)
        }
        if let match = typed.wholeMatch(of: /(?:in|dans) ([0-9]{1,5}|an?|une?) ([a-zé]+)/) {
            return away(match.1, match.2, sign: 1)
        }
        if let match = typed.wholeMatch(of: /([0-9]{1,5}|an?) ([a-z]+) ago/) { return away(match.1, match.2, sign: -1) }
        if let match = typed.wholeMatch(of: /il y a ([0-9]{1,5}|une?) ([a-zé]+)/) {
            return away(match.1, match.2, sign: -1)
        }
        guard let match = typed.wholeMatch(of: /([0-9]{1,5}) ?(天|日|周|个?星期|个月|年)(后|之后|前|之前)/) else { return nil }
        return away(match.1, match.2, sign: match.3.hasSuffix("后") ? 1 : -1)
    }

    /// The day this many units from today; `nil` for a distance of more than a century.
    private static func away(_ count: Substring, _ unit: Substring, sign: Int) -> DayReference? {
        // Any word in place of a number is an article.
        let count = Int(count) ?? 1
        if let length = days(in: unit) { return count * length <= 36_500 ? .fromToday(sign * count * length) : nil }
        guard let length = months(in: unit), count * length <= 1_200 else { return nil }
        return .months(sign * count * length)
    }

    private static func days(in unit: Substring) -> Int? {
        switch unit {
        case "day", "days", "jour", "jours", "天", "日": 1
        case "week", "weeks", "semaine", "semaines", "周", "星期", "个星期": 7
        default: nil
        }
    }

    private static func months(in unit: Substring) -> Int? {
        switch unit {
        case "month", "months", "mois", "个月": 1
        case "year", "years", "an", "ans", "année", "années", "年": 12
        default: nil
        }
    }

    /// The ends of today’s week, month and year.
    private static let ends: [String: DayReference] = [
        "end of week": .inWeek(0, weekday: 6), "end of the week": .inWeek(0, weekday: 6),
        "fin de semaine": .inWeek(0, weekday: 6), "fin de la semaine": .inWeek(0, weekday: 6),
        "end of month": .endOfMonth, "end of the month": .endOfMonth, "fin du mois": .endOfMonth,
        "月底": .endOfMonth, "月末": .endOfMonth,
        "end of year": .yearly(month: 12, day: 31), "end of the year": .yearly(month: 12, day: 31),
        "fin de l'année": .yearly(month: 12, day: 31), "fin de l’année": .yearly(month: 12, day: 31),
        "年底": .yearly(month: 12, day: 31), "年末": .yearly(month: 12, day: 31),
    ]

    /// A date in words: `2027年2月1日`, `2月1日`, `1er février 2027`, `2 mars`.
    private static func inWords(_ typed: String) -> DayReference? {
        if let match = typed.wholeMatch(of: /(?:([0-9]{4})年)?([0-9]{1,2})月([0-9]{1,2})[日号]/) {
            return dated(day: match.3, month: Int(match.2), year: match.1)
        }
        guard let match = typed.wholeMatch(of: /([0-9]{1,2})(?:er)? ([^0-9 ]+)(?: ([0-9]{4}))?/) else { return nil }
        return dated(day: match.1, month: months[plain(String(match.2))], year: match.3)
    }

    private static func dated(day: Substring, month: Int?, year: Substring?) -> DayReference? {
        guard let day = Int(day), let month else { return nil }
        guard let year else {
            // A leap year has every day that any year has.
            return Day(year: 2000, month: month, day: day).map { .yearly(month: $0.month, day: $0.day) }
        }
        return Int(year).flatMap { Day(year: $0, month: month, day: day) }.map { .day($0) }
    }

    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for language in [Language.english, .french] {
            for (index, name) in (language.months + language.shortMonths).enumerated() {
                months[plain(name)] = index % 12 + 1
            }
        }
        return months
    }()

    /// The name of a month in lower case, without accents and full stop.
    private static func plain(_ name: String) -> String {
        name.lowercased().replacing("é", with: "e").replacing("û", with: "u").replacing(".", with: "")
    }
}

/// Reads a span of time as a query writes it: `2026`, `2026-01`, `A..B`, `week`, `month`, `year`, or a day as
/// `DayReference` reads it.
public struct DateSpan: Hashable, Sendable {
    /// The days, the last one not included.
    public let days: Range<Day>

    /// The spans that have a word of their own.
    public static let words = ["today", "yesterday", "week", "month", "year"]

    /// Spans as they can be typed: a day, a month, several months, and the words.
    public static let examples = ["2026-05-31", "2026-05", "2026-01..2026-03"] + words

    /// Whether a text has the form of a span: its ends name days, whichever of them comes first.
    public static func hasForm(_ text: String) -> Bool {
        // The days that they name depend on the day, but not their validity.
        let someDay = Day(Timestamp(milliseconds: 0), in: .gmt)
        guard let (first, last) = ends(of: text) else { return days(text, today: someDay) != nil }
        return [first, last].allSatisfy { $0.isEmpty || days($0, today: someDay) != nil }
            && !(first.isEmpty && last.isEmpty)
    }

    /// `nil` if the text is no span.
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

    /// The times at which the span begins and ends in a zone.
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
        if let match = text.wholeMatch(of: /([0-9]{4})年(?:([0-9]{1,2})月)?/), let number = Int(match.1) {
            return match.2.flatMap { Int($0) }.map { month(number, $0) } ?? year(number)
        }
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

/// A length of time as typed: `90s`, `15m`, `1d12h`, `2 hours`, `30 分钟`, `1 heure 30 min`.
///
/// At least one whole number, each with its unit. The words of every language of the shell are known, whatever
/// its present one. A minute, an hour and a day always have 60, 3,600 and 86,400 seconds here; units that depend on a
/// calendar are no length of time.
public enum DurationText {
    /// The length of a text; `nil` if it has none, and for more than 100,000 years.
    public static func duration(_ text: some StringProtocol) -> Duration? {
        var rest = text.lowercased()[...]
        var seconds = 0
        repeat {
            rest = rest.drop { $0 == " " }
            let number = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(number.count).drop { $0 == " " }
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let length = units[String(unit)], number.count <= 9, let count = Int(number) else { return nil }
            seconds += count * length
        } while rest.contains { $0 != " " }
        return seconds <= longest ? .seconds(seconds) : nil
    }

    /// A length of time in its two largest units, as `duration` reads it: `1 d 1 h`, `1 j 1 h`, `1 天 1 小时`.
    public static func text(of duration: Duration, in language: Language) -> String {
        let seconds = max(0, duration.components.seconds)
        let names =
            switch language {
            case .french: ["j", "h", "min", "s"]
            case .simplifiedChinese: ["天", "小时", "分钟", "秒"]
            default: language.definition?.units ?? ["d", "h", "min", "s"]
            }
        let counts = [seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
        let first = counts.firstIndex { $0 > 0 } ?? 3
        // The next unit below says enough.
        let parts = zip(counts, names).dropFirst(first).prefix(2).enumerated().filter {
            $0.offset == 0 || $0.element.0 > 0
        }
        return parts.map { "\($0.element.0) \($0.element.1)" }.joined(separator: " ")
    }

    private static let longest = 100_000 * 366 * 86_400

    private static let units = Dictionary(
        uniqueKeysWithValues: [
            (1, ["s", "sec", "second", "seconds", "seconde", "secondes", "秒"]),
            (60, ["m", "min", "mins", "minute", "minutes", "分", "分钟"]),
            (3_600, ["h", "hour", "hours", "heure", "heures", "小时"]),
            (86_400, ["d", "day", "days", "j", "jour", "jours", "天", "日"]),
        ].flatMap { length, names in names.map { ($0, length) } })
}
