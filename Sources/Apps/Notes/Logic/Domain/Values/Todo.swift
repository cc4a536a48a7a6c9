// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import Foundation

/// The task of a note.
package struct Todo: Codable, Hashable, Sendable {
    /// By when it should be done; `nil` for any time.
    package var due: DueTime?
    /// The time of its completion; `nil` while it is open.
    package var doneAt: Timestamp?
    /// The repetition; `nil` for once.
    package var recurrence: Recurrence?
    /// The earlier completions, the first one first.
    package var completions: [Timestamp]

    package init(
        due: DueTime? = nil, doneAt: Timestamp? = nil, recurrence: Recurrence? = nil, completions: [Timestamp] = []
    ) {
        self.due = due
        self.doneAt = doneAt
        self.recurrence = recurrence
        self.completions = completions
    }

    /// The last time at which it was done.
    package var lastDone: Timestamp? { doneAt ?? completions.last }

    /// The task after its completion: a repeated one gets its next due time.
    package func finished(at now: Timestamp, in zone: Zone) -> Todo {
        var todo = self
        guard doneAt == nil, let recurrence, let due else {
            todo.doneAt = doneAt ?? now
            return todo
        }
        let next = recurrence.next(after: recurrence.isAfterDone ? Day(now, in: zone) : due.day)
        // At the end of the calendar there is no other day.
        guard next != due.day || recurrence.isAfterDone else {
            todo.doneAt = now
            return todo
        }
        todo.due?.day = next
        // A shorter month comes between: the day is remembered.
        if next.day < due.day.day, recurrence.day == nil { todo.recurrence = recurrence.anchored(at: due.day) }
        todo.completions.append(now)
        return todo
    }

    /// Whether it is open and its due time is over.
    package func isOverdue(at now: DueTime) -> Bool { doneAt == nil && due.map { $0.isOver(at: now) } ?? false }
}

/// The due time of a task: a day, or a time on that day.
///
/// It is local time wherever the user is: it does not move with the time zone.
package struct DueTime: Codable, Hashable, Comparable, Sendable {
    /// The day.
    package var day: Day
    /// The minutes since midnight on the clock; `nil` for any time of the day.
    package var minutes: Int?

    package init(_ day: Day, minutes: Int? = nil) {
        self.day = day
        self.minutes = minutes
    }

    /// The local time in `zone` at a point in time, to the minute.
    package init(_ timestamp: Timestamp, in zone: Zone) {
        let time = CivilTime(timestamp, in: zone)
        self.init(Day(timestamp, in: zone), minutes: time.hour * 60 + time.minute)
    }

    /// Reads `2026-01-31` and `2026-01-31T15:00`.
    package init?(_ text: String) { self.init(text, in: nil) }

    /// Reads a day or a time as files write it; one with an offset is converted to local time in `zone`.
    ///
    /// After a day, any text that is no time is ignored.
    package init?(_ text: String, in zone: Zone?) {
        guard let day = Day(text.prefix(10)) else { return nil }
        let rest = text.dropFirst(10)
        guard let sign = rest.first, "Tt ".contains(sign) else {
            self.init(day)
            return
        }
        let body = rest.dropFirst().trimmingCharacters(in: .whitespaces)
        if let zone, body.hasSuffix("Z") || body.contains(where: { "+-".contains($0) }),
            let timestamp = ISOTime.timestamp(text, in: zone)
        {
            self.init(timestamp, in: zone)
            return
        }
        let time = CivilTime("\(day.text)T\(body.prefix { $0 != "." })")
        self.init(day, minutes: time.map { $0.hour * 60 + $0.minute })
    }

    /// The point in time in a zone; for a day, its beginning.
    package func start(in zone: Zone) -> Timestamp {
        let minutes = minutes ?? 0
        return CivilTime(year: day.year, month: day.month, day: day.day, hour: minutes / 60, minute: minutes % 60)
            .timestamp(in: zone) ?? day.start(in: zone) + .seconds(minutes * 60)
    }

    /// `2026-01-31`, or `2026-01-31T15:00`; texts stand in the order of what they say.
    package var text: String { minutes.map { "\(day.text)T\(Self.clock($0))" } ?? day.text }

    /// The same for people: `2026-01-31 15:00`.
    package var shown: String { minutes.map { "\(day.text) \(Self.clock($0))" } ?? day.text }

    /// The time alone for today, otherwise all of it.
    package func short(on today: Day) -> String {
        guard day == today, let minutes else { return shown }
        return Self.clock(minutes)
    }

    /// Whether it is over at a time; a day is over when the next one begins.
    package func isOver(at now: DueTime) -> Bool {
        day < now.day || day == now.day && minutes.map { $0 < now.minutes ?? 0 } ?? false
    }

    /// The day comes before any time on it.
    package static func < (left: DueTime, right: DueTime) -> Bool {
        (left.day, left.minutes ?? -1) < (right.day, right.minutes ?? -1)
    }

    private static func clock(_ minutes: Int) -> String {
        CivilTime(year: 0, month: 1, day: 1, hour: minutes / 60, minute: minutes % 60).time
    }
}

/// The repetition of a task.
///
///     Recurrence("every 2 weeks")?.next(after: day)
///     Recurrence("chaque mois")?.text  // every month
///
/// It is written as in Obsidian’s Tasks, in English; typed, it is read in each language of the shell.
package struct Recurrence: Codable, Hashable, Sendable {
    /// The unit of repetition.
    package enum Unit: String, Codable, Hashable, Sendable, CaseIterable {
        case day
        /// A day from Monday to Friday.
        case weekday
        case week
        case month
        case year
    }

    /// The number of units between two times.
    package let count: Int
    /// The unit.
    package let unit: Unit
    /// The day of the month, if some months do not have it: after a shorter month it comes back.
    package private(set) var day: Int?
    /// Whether it is counted from the day on which it was done, and not from that on which it was due.
    package private(set) var isAfterDone: Bool

    /// The most units of a repetition.
    package static let most = 1000

    package init(_ count: Int, _ unit: Unit, day: Int? = nil, isAfterDone: Bool = false) {
        self.count = min(max(1, count), Self.most)
        self.unit = unit
        let hasDay = unit == .month || unit == .year
        self.day = hasDay ? day.flatMap { (29...31).contains($0) ? $0 : nil } : nil
        self.isAfterDone = isAfterDone
    }

    /// The same from a day on: one that not each month has is remembered.
    package func anchored(at day: Day) -> Recurrence {
        let isKept = unit == .month || unit == .year && (day.month, day.day) == (2, 29)
        return Recurrence(count, unit, day: isKept && !isAfterDone ? day.day : nil, isAfterDone: isAfterDone)
    }

    /// The first due day, if none is given.
    package func first(from today: Day) -> Day {
        unit == .weekday && today.weekday > 4 ? today.adding(days: 7 - today.weekday) : today
    }

    /// The day after one that was.
    package func next(after last: Day) -> Day {
        switch unit {
        case .day: return last.adding(days: count)
        case .week: return last.adding(days: 7 * count)
        case .weekday:
            var day = last
            for _ in 0..<count {
                day = day.adding(days: 1)
                if day.weekday > 4 { day = day.adding(days: 7 - day.weekday) }
            }
            return day
        case .month, .year:
            let months = last.year * 12 + last.month - 1 + count * (unit == .year ? 12 : 1)
            let (year, month) = (months / 12, months % 12 + 1)
            // A month has 28 days at least; beyond the year 9999 there is no other day.
            return stride(from: max(self.day ?? 0, last.day), through: 28, by: -1).lazy
                .compactMap { Day(year: year, month: month, day: $0) }.first
                ?? Day(year: year, month: month, day: last.day) ?? last
        }
    }
}

extension Recurrence {
    /// `every 2 weeks`, `every month on the 31st`, `every day when done`.
    package var text: String {
        let unit = count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
        return "every \(unit)" + (day.map { " on the \($0)\($0 == 31 ? "st" : "th")" } ?? "")
            + (isAfterDone ? " when done" : "")
    }

    /// Reads `text` as written and as typed: `week`, `weekly`, `2 weeks`, `chaque semaine`, `每两周`.
    ///
    /// `nil` if the text is no such rule.
    package init?(_ text: String) {
        var rest = text.lowercased().replacing("’", with: "'").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        func cutEnd(_ endings: [String]) -> Bool {
            guard let ending = endings.first(where: rest.hasSuffix) else { return false }
            rest = rest.dropLast(ending.count).trimmingCharacters(in: .whitespaces)
            return true
        }
        func cutStart(_ beginnings: [String]) {
            guard let start = beginnings.first(where: rest.hasPrefix) else { return }
            rest = rest.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
        }
        var isAfterDone = cutEnd([" when done", " after done", " après fait", " une fois fait"])
        if rest.hasPrefix("完成后") || rest.hasSuffix("完成后") {
            isAfterDone = true
            rest = rest.replacing("完成后", with: "").trimmingCharacters(in: .whitespaces)
        }
        var day: Int?
        if let on = rest.firstRange(of: " on the ") {
            let digits = rest[on.upperBound...].prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), (1...31).contains(number),
                ["st", "nd", "rd", "th"].contains(rest[digits.endIndex...])
            else { return nil }
            day = number
            rest = String(rest[..<on.lowerBound])
        }
        cutStart(["every ", "each ", "tous les ", "toutes les ", "chaque ", "每隔", "每"])
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        var count = 1
        if !digits.isEmpty {
            guard let number = Int(digits), (1...Self.most).contains(number) else { return nil }
            count = number
            rest = rest.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        } else if rest.hasPrefix("两") {
            (count, rest) = (2, String(rest.dropFirst()).trimmingCharacters(in: .whitespaces))
        }
        guard let unit = Self.units[rest] else { return nil }
        self.init(count, unit, day: day, isAfterDone: isAfterDone)
        // A day that not each month lacks is that of the last time; another one contradicts it.
        if day != nil, self.day == nil { return nil }
    }

    private static let units: [String: Unit] = {
        let names: [(Unit, [String])] = [
            (.day, ["day", "days", "daily", "d", "jour", "jours", "quotidien", "天", "日"]),
            (
                .weekday,
                ["weekday", "weekdays", "workday", "workdays", "jour ouvré", "jours ouvrés", "工作日", "个工作日"]
            ),
            (
                .week,
                ["week", "weeks", "weekly", "w", "semaine", "semaines", "hebdomadaire", "周", "星期", "个星期", "礼拜"]
            ),
            (.month, ["month", "months", "monthly", "m", "mois", "mensuel", "月", "个月"]),
            (
                .year,
                ["year", "years", "yearly", "annually", "y", "an", "ans", "année", "années", "annuel", "年"]
            ),
        ]
        var units: [String: Unit] = [:]
        for (unit, names) in names {
            for name in names { units[name] = unit }
        }
        return units
    }()
}
