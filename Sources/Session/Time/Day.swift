// SPDX-License-Identifier: GPL-3.0-or-later

/// A day of the calendar, wherever one is: a due date does not move with the time zone.
public struct Day: Hashable, Comparable, Sendable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The day of these numbers; nil for one that no calendar has, such as 31 April.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year),
            CivilTime(year: year, month: month, day: day).timestamp(in: .gmt) != nil
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that a calendar in `zone` shows at `timestamp`.
    public init(_ timestamp: Timestamp, in zone: Zone) { self.init(CivilTime(timestamp, in: zone)) }

    /// The day of a time that a calendar and a clock show.
    public init(_ time: CivilTime) { self.init(unchecked: time.year, time.month, time.day) }

    /// Reads `2026-01-31`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `2026-01-31`.
    public var text: String { CivilTime(year: year, month: month, day: day).date }

    /// When the day begins in `zone`; where a change of clocks takes midnight away, the first moment after it.
    public func start(in zone: Zone) -> Timestamp {
        CivilTime(year: year, month: month, day: day).timestamp(in: zone) ?? Timestamp(milliseconds: 0)
    }

    /// The day so many days later.
    public func adding(days: Int) -> Day {
        Day(start(in: .gmt) + .seconds(days * 86_400), in: .gmt)
    }

    /// Monday is 0.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = start(in: .gmt).milliseconds / 86_400_000 + 3
        return Int((days % 7 + 7) % 7)
    }

    /// The earlier comes first.
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
