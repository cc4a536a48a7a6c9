// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Session

/// When something is due: a day, or a time on that day.
///
/// It is what the calendar and the clock on the wall show, wherever one is: neither moves with the time zone.
package struct DueTime: Hashable, Comparable, Sendable {
    /// The day.
    package var day: Day
    /// The minutes since midnight on the clock; nil for any time of the day.
    package var minutes: Int?

    package init(_ day: Day, minutes: Int? = nil) {
        self.day = day
        self.minutes = minutes
    }

    /// What a calendar and a clock in `zone` show at a point in time, to the minute.
    package init(_ timestamp: Timestamp, in zone: Zone) {
        let time = CivilTime(timestamp, in: zone)
        self.init(Day(timestamp, in: zone), minutes: time.hour * 60 + time.minute)
    }

    /// Reads `2026-01-31` and `2026-01-31T15:00`.
    package init?(_ text: String) { self.init(text, in: nil) }

    /// Reads a day or a time as files write it; one that says its offset is told by the clock in `zone`.
    ///
    /// Behind a day, what is no time is passed over.
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

    /// When it is in a zone; a day, when it begins.
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
