// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession

/// A point in time as typed: a day, a time of day, or both, `yesterday`, `14:30`, `2026-01-31T14:30`,
/// `next friday at 9:00`, `in 3 days 3pm`.
///
/// The day is any that `DayReference` reads.
public struct Moment: CommandValue, Hashable {
    /// The typed text.
    public let word: String
    /// The meant day; today’s if none is given.
    public let day: DayReference
    /// The time of the day in seconds; `nil` for the present one.
    public let seconds: Int?

    /// Reads a word.
    ///
    /// - Throws: `CommandFault.notAMoment`.
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        self.word = word.text
        var parts = Self.parts(of: word.text)
        let time = parts.last.flatMap(Self.seconds)
        if time != nil {
            parts.removeLast()
            if parts.count > 1, ["at", "à"].contains(parts.last?.lowercased()) { parts.removeLast() }
        }
        guard time != nil || !parts.isEmpty,
            let day = DayReference(parts.isEmpty ? "today" : parts.joined(separator: " "))
        else { throw .notAMoment(name: name, value: word.text) }
        self.day = day
        seconds = time
    }

    /// The point in time that the text means now.
    ///
    /// - Returns: `nil` for a time that the day does not have.
    public func time(now: Timestamp, in zone: Zone) -> Timestamp? {
        let today = Day(now, in: zone)
        let day = day.day(today: today)
        let clock = CivilTime(now, in: zone)
        let seconds = seconds ?? clock.hour * 3600 + clock.minute * 60 + clock.second
        return CivilTime(
            year: day.year, month: day.month, day: day.day, hour: seconds / 3600, minute: seconds / 60 % 60,
            second: seconds % 60
        ).timestamp(in: zone)
    }

    /// The words of a day and of a time, between which stands a blank, a `T`, or, in Chinese, nothing: `明天下午3点`.
    private static func parts(of text: String) -> [String] {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 1 else { return parts }
        if let sign = text.lastIndex(of: "T"), text[..<sign].last?.isNumber == true {
            return [String(text[..<sign]), String(text[text.index(after: sign)...])]
        }
        guard text.count <= 20, text.contains("点") || text.contains("时"), seconds(text) == nil else { return parts }
        let start = text.indices.first { seconds(String(text[$0...])) != nil && DayReference(text[..<$0]) != nil }
        return start.map { [String(text[..<$0]), String(text[$0...])] } ?? parts
    }

    /// The words of Chinese before an hour, with the hours to add to those before noon.
    private static let halves = [("凌晨", 0), ("早上", 0), ("上午", 0), ("中午", 12), ("下午", 12), ("晚上", 12)]

    /// `14:30` or `14:30:05` in seconds; `2pm`, `2:30pm`, `14h30`, `14h`, `14点30`, `14点`, `下午2点半` too.
    private static func seconds(_ text: String) -> Int? {
        var text = text.lowercased()
        if let match = text.wholeMatch(of: /([0-9]{1,2})(?::([0-9]{2}))?(am|pm)/) {
            guard let hour = Int(match.1), (1...12).contains(hour), case let minute = match.2.flatMap({ Int($0) }) ?? 0,
                minute < 60
            else { return nil }
            return (hour % 12 + (match.3 == "pm" ? 12 : 0)) * 3600 + minute * 60
        }
        let half = halves.first { text.hasPrefix($0.0) }
        if let half { text.removeFirst(half.0.count) }
        if text.hasSuffix("点半") { text = String(text.dropLast()) + "30" }
        if text.hasSuffix("分") { text.removeLast() }
        for sign in ["h", "点", "时", "："] {
            if text.hasSuffix(sign) { text += "00" }
            text = text.replacing(sign, with: ":")
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count <= 2 && $0.allSatisfy(\.isASCII) }),
            case let numbers = parts.compactMap({ Int($0) }), numbers.count == parts.count,
            (0..<24).contains(numbers[0]), numbers.dropFirst().allSatisfy({ (0..<60).contains($0) })
        else { return nil }
        // Twelve at night may be of either day.
        guard numbers[0] < 12 || half?.0 != "晚上" && half?.0 != "凌晨" else { return nil }
        let hour = numbers[0] + (numbers[0] < 12 ? half?.1 ?? 0 : 0)
        return hour * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }
}

/// Days as typed: one, or a span such as `week`, `2026-01`, `..friday`.
///
/// The same words mean other days tomorrow: they are resolved on demand.
public struct Period: CommandValue, Hashable {
    /// The typed text.
    public let word: String
    private let name: String

    /// Reads a word.
    ///
    /// - Throws: `CommandFault.notAPeriod`.
    public init(_ word: CommandWord, of name: String) throws(CommandFault) {
        (self.word, self.name) = (word.text, name)
        guard DateSpan.hasForm(word.text) else { throw .notAPeriod(name: name, value: word.text) }
    }

    /// The days that the text means today.
    ///
    /// - Throws: `CommandFault.periodBackwards`.
    public func days(today: Day) throws(CommandFault) -> DateSpan {
        guard let span = DateSpan(word, today: today) else { throw .periodBackwards(name: name, value: word) }
        return span
    }
}
