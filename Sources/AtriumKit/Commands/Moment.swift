// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

/// A point in time as typed: a day, a time of day, or both, `yesterday`, `14:30`, `2026-01-31T14:30`.
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
        var parts = word.text.split(separator: " ").map(String.init)
        if parts.count == 1, let sign = word.text.lastIndex(of: "T"), word.text[..<sign].last?.isNumber == true {
            parts = [String(word.text[..<sign]), String(word.text[word.text.index(after: sign)...])]
        }
        let time = parts.last.flatMap(Self.seconds)
        if time != nil { parts.removeLast() }
        guard parts.count <= 1, time != nil || !parts.isEmpty, let day = DayReference(parts.first ?? "today") else {
            throw .notAMoment(name: name, value: word.text)
        }
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

    /// `14:30` or `14:30:05` in seconds; `14h30`, `14h`, `14点30`, `14点` too.
    private static func seconds(_ text: String) -> Int? {
        var text = text.lowercased()
        for sign in ["h", "点", "时", "："] {
            if text.hasSuffix(sign) { text += "00" }
            text = text.replacing(sign, with: ":")
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count <= 2 && $0.allSatisfy(\.isASCII) }),
            case let numbers = parts.compactMap({ Int($0) }), numbers.count == parts.count,
            (0..<24).contains(numbers[0]), numbers.dropFirst().allSatisfy({ (0..<60).contains($0) })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
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
