// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// How often something is to be done again.
///
///     Recurrence("every 2 weeks")?.next(after: day)
///     Recurrence("chaque mois")?.text  // every month
///
/// It is written as Obsidian’s Tasks and people write it, in English; typed, it is read in each language of the shell.
package struct Recurrence: Hashable, Sendable {
    /// What is counted.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        case day
        /// A day from Monday to Friday.
        case weekday
        case week
        case month
        case year
    }

    /// How many units lie between two times.
    package let count: Int
    /// What is counted.
    package let unit: Unit
    /// The day of the month, where not each month has it: after a shorter one it comes back.
    package private(set) var day: Int?
    /// Whether it is counted from the day on which it was done, and not from that on which it was due.
    package private(set) var isAfterDone: Bool

    /// So many units are more than anybody waits for.
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

    /// The first day, where none is said.
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
