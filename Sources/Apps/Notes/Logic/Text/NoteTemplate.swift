// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumSession
import Foundation

/// A text with gaps: `{{date}}`, `{{time}}`, `{{title}}`, and of the date `{{year}}`, `{{month}}`, `{{day}}`,
/// `{{yesterday}}`, `{{tomorrow}}`.
///
/// A date may be in a form of its own, as `DatePattern` reads it: `{{date:dddd D MMMM}}`, `{{time:HH.mm}}`. Any other
/// text stays as it is.
struct NoteTemplate {
    let text: String
    /// The block of front matter above it, with gaps too; empty for none.
    var head = ""

    /// The notebook whose notes are templates, by their titles.
    static let notebook = "Templates"

    /// The built-in templates.
    static let builtIn = ["daily": NoteTemplate(text: "{{date}} {{title}}")]

    /// The circumstances for which a template is filled.
    struct Values {
        /// Its title; empty for none.
        var title: String
        /// Whether the title stands elsewhere, and need not be in the text.
        var hasTitle = false
        /// The time of the note’s creation.
        var now: Timestamp
        /// The time zone of the user.
        var zone: Zone
        /// The language of the names of months and days.
        var language: Language
    }

    /// The text without gaps; a title that no gap takes comes first.
    func filled(for values: Values) -> FilledTemplate {
        let (result, unknown, hasTitle) = Self.filling(text, for: values)
        let filled =
            hasTitle || values.hasTitle || values.title.isEmpty
            ? result.trimmingCharacters(in: .whitespacesAndNewlines) : values.title + "\n" + result
        var marks = NoteMarks()
        if !head.isEmpty { marks.take(front: Self.filling(head, for: values).text) }
        return FilledTemplate(text: filled, marks: marks, unknown: unknown)
    }

    /// A text with its gaps filled, what looked like one and is none, and whether one of them takes the title.
    private static func filling(
        _ text: String, for values: Values
    ) -> (text: String, unknown: [String], hasTitle: Bool) {
        var result = ""
        var unknown: [String] = []
        var hasTitle = false
        var rest = text[...]
        // An inserted text is no template: each gap is filled once.
        while let open = rest.firstRange(of: "{{") {
            result += rest[..<open.lowerBound]
            guard let close = rest[open.upperBound...].firstRange(of: "}}"),
                case let gap = rest[open.upperBound..<close.lowerBound], !gap.contains(where: \.isNewline)
            else {
                result += "{{"
                rest = rest[open.upperBound...]
                continue
            }
            let name = gap.trimmingCharacters(in: .whitespaces)
            if let value = value(of: name, values) {
                result += value
                hasTitle = hasTitle || name == "title"
            } else {
                let whole = String(rest[open.lowerBound..<close.upperBound])
                result += whole
                if !unknown.contains(whole) { unknown.append(whole) }
            }
            rest = rest[close.upperBound...]
        }
        return (result + rest, unknown, hasTitle)
    }

    private static func value(of gap: String, _ values: Values) -> String? {
        let time = CivilTime(values.now, in: values.zone)
        let today = Day(values.now, in: values.zone)
        let parts = gap.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2 {
            let days = ["date": 0, "time": 0, "yesterday": -1, "tomorrow": 1][parts[0]]
            guard let days, !parts[1].isEmpty else { return nil }
            let then = days == 0 ? values.now : today.adding(days: days).start(in: values.zone)
            return DatePattern(parts[1], in: values.language).text(of: then, in: values.zone)
        }
        return switch gap {
        case "date": time.date
        case "time": time.time
        case "year": String(time.date.prefix(4))
        case "month": String(time.date.dropFirst(5).prefix(2))
        case "day": String(time.date.suffix(2))
        case "yesterday": today.adding(days: -1).text
        case "tomorrow": today.adding(days: 1).text
        case "title": values.title
        default: nil
        }
    }
}

/// A template whose gaps are filled.
package struct FilledTemplate: Hashable, Sendable {
    package let text: String
    /// The data of the new note beside its text: tags and properties.
    package let marks: NoteMarks
    /// The unknown gaps, each once, as they are still in the text.
    package let unknown: [String]
}

extension NoteMarks {
    /// Takes the tags and the properties for every note of a template from a block of front matter, without those that
    /// identify the template itself.
    fileprivate mutating func take(front block: String) {
        // The properties from another program may be a date or a name of theirs.
        guard let page = try? FrontMatter(reading: block, knowing: NoteFields.understood) else { return }
        tags = NoteFields(page.fields, in: .gmt).marks.tags
        others = page.others
    }
}

/// A date in a user-defined form, by the letters of Moment.js, as in Obsidian’s templates.
///
///     DatePattern("dddd D MMMM YYYY", in: .english).text(of: time)  // Thursday 1 January 2026
///
/// Text in brackets, and every other sign, stays as it is.
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
        case "YYYY": day.year.digits(4)
        case "YY": (day.year % 100).digits(2)
        case "GGGG": Self.week(of: day).year.digits(4)
        case "MMMM": language.months[day.month - 1]
        case "MMM": language.shortMonths[day.month - 1]
        case "MM": day.month.digits(2)
        case "M": String(day.month)
        case "DDDD": Self.place(of: day).digits(3)
        case "DDD": String(Self.place(of: day))
        case "DD": day.day.digits(2)
        case "Do": language.ordinal(day.day)
        case "D": String(day.day)
        case "dddd": language.weekdays[day.weekday]
        case "ddd": language.shortWeekdays[day.weekday]
        case "dd": language.narrowWeekdays[day.weekday]
        case "d": String((day.weekday + 1) % 7)
        case "E": String(day.weekday + 1)
        case "WW", "ww": Self.week(of: day).week.digits(2)
        case "W", "w": String(Self.week(of: day).week)
        case "HH": time.hour.digits(2)
        case "H": String(time.hour)
        case "hh": half.digits(2)
        case "h": String(half)
        case "mm": time.minute.digits(2)
        case "m": String(time.minute)
        case "ss": time.second.digits(2)
        case "s": String(time.second)
        case "A": time.hour < 12 ? "AM" : "PM"
        case "a": time.hour < 12 ? "am" : "pm"
        case "Q": String((day.month + 2) / 3)
        case "X": String(timestamp.milliseconds / 1000)
        case "x": String(timestamp.milliseconds)
        default: token
        }
    }

    /// The place of a day in its year, from 1.
    private static func place(of day: Day) -> Int {
        days(since: Day(year: day.year, month: 1, day: 1) ?? day, to: day) + 1
    }

    /// The week of a day, and the year of that week (ISO 8601): that of its Thursday.
    private static func week(of day: Day) -> (year: Int, week: Int) {
        let thursday = day.adding(days: 3 - day.weekday)
        return (thursday.year, (place(of: thursday) - 1) / 7 + 1)
    }

    private static func days(since first: Day, to last: Day) -> Int {
        Int((last.start(in: .gmt).milliseconds - first.start(in: .gmt).milliseconds) / 86_400_000)
    }
}
