// SPDX-License-Identifier: GPL-3.0-or-later

/// A length of time as somebody types it: `90s`, `15m`, `1d12h`, `2 hours`, `30 分钟`, `1 heure 30 min`.
///
/// At least one whole number, each with its unit. The words are known in every language that the shell speaks, whichever
/// it speaks now. A minute, an hour and a day always have 60, 3,600 and 86,400 seconds here; what depends on a calendar
/// is no length of time.
public enum DurationText {
    /// The time that is meant; nil for what names none, and for more than 100,000 years.
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
            case .english: ["d", "h", "min", "s"]
            case .french: ["j", "h", "min", "s"]
            case .simplifiedChinese: ["天", "小时", "分钟", "秒"]
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
