// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// How much was written, when, and how soon it was answered.
///
/// Calls, drafts, and what waits or has failed, are not counted unless they are asked for.
package struct MessageStatistics: Sendable {
    /// Into which periods time is parted.
    package enum Period: String, CaseIterable, Sendable {
        case day, week, month, year
        /// The hours of a day, all days together.
        case hour
        /// The days of a week, all weeks together.
        case weekday
    }

    /// How much was written in one period, or in all.
    package struct Sum: Hashable, Sendable {
        /// How many messages the user has sent, and their characters.
        package var sent = 0
        package var sentCharacters = 0
        /// How many the user has got, and their characters.
        package var received = 0
        package var receivedCharacters = 0

        package init() {}

        /// All messages.
        package var count: Int { sent + received }

        mutating func add(_ slot: MessageSlot) {
            switch slot.direction {
            case .outgoing:
                sent += slot.count
                sentCharacters += slot.characters
            case .incoming:
                received += slot.count
                receivedCharacters += slot.characters
            }
        }
    }

    /// What was counted.
    package let slots: [MessageSlot]
    /// How soon messages were answered; nil where not all messages of conversations were asked for.
    package let responses: ResponseTimes?

    /// What is counted.
    package enum Subject: Sendable {
        /// What was written.
        case messages
        /// What was not sent: of that nobody says that it was sent or received.
        case unsent
        /// Calls, which are made and received.
        case calls
    }

    /// What is counted.
    package let subject: Subject

    package init(slots: [MessageSlot], responses: ResponseTimes?, subject: Subject = .messages) {
        self.subject = subject
        self.slots = slots
        self.responses = responses
    }

    /// All messages together.
    package var total: Sum {
        slots.reduce(into: Sum()) { $0.add($1) }
    }

    /// So many periods without messages are listed between two others; a date of a broken clock would make thousands.
    private static let longestGap = 60

    /// The sums of periods, in order, as the calendar of a zone has them, with those without messages between them, unless
    /// these are more than sixty.
    ///
    /// A period is named by its first day; an hour or a day of the week by its number, of which Monday’s is 0.
    package func sums(by period: Period, in zone: Zone) -> [(name: String, sum: Sum)] {
        switch period {
        case .hour:
            let sums = numbered(24) { CivilTime($0, in: zone).hour }
            return sums.enumerated().map { (String($0.offset), $0.element) }
        case .weekday:
            let sums = numbered(7) { Day($0, in: zone).weekday }
            return sums.enumerated().map { (String($0.offset), $0.element) }
        case .day, .week, .month, .year:
            var sums: [Day: Sum] = [:]
            for slot in slots { sums[period.first(of: Day(slot.start, in: zone)), default: Sum()].add(slot) }
            var found: [(name: String, sum: Sum)] = []
            var end: Day?
            for day in sums.keys.sorted() {
                let between = end.flatMap { period.days(from: $0, to: day, atMost: Self.longestGap) } ?? []
                found += between.map { (period.name(of: $0), Sum()) }
                found.append((period.name(of: day), sums[day] ?? Sum()))
                end = period.next(after: day)
            }
            return found
        }
    }

    private func numbered(_ count: Int, _ number: (Timestamp) -> Int) -> [Sum] {
        var sums = Array(repeating: Sum(), count: count)
        for slot in slots { sums[number(slot.start)].add(slot) }
        return sums
    }

    /// The hour in which most was written, and the day of the week; nil without messages.
    package func busiest(_ period: Period, in zone: Zone) -> Int? {
        let sums = sums(by: period, in: zone).map(\.sum.count)
        guard let most = sums.max(), most > 0 else { return nil }
        return sums.firstIndex(of: most)
    }
}

extension MessageStatistics.Period {
    /// The first days of the periods from one on and before another; nil where they are more than `limit`.
    fileprivate func days(from start: Day, to end: Day, atMost limit: Int) -> [Day]? {
        var days: [Day] = []
        var next: Day? = start
        while let day = next, day < end {
            guard days.count < limit else { return nil }
            days.append(day)
            next = self.next(after: day)
        }
        return days
    }

    fileprivate func first(of day: Day) -> Day {
        switch self {
        case .week: day.adding(days: -day.weekday)
        case .month: Day(year: day.year, month: day.month, day: 1) ?? day
        case .year: Day(year: day.year, month: 1, day: 1) ?? day
        case .day, .hour, .weekday: day
        }
    }

    fileprivate func next(after day: Day) -> Day? {
        switch self {
        case .week: day.adding(days: 7)
        case .month:
            day.month == 12
                ? Day(year: day.year + 1, month: 1, day: 1) : Day(year: day.year, month: day.month + 1, day: 1)
        case .year: Day(year: day.year + 1, month: 1, day: 1)
        case .day, .hour, .weekday: day.adding(days: 1)
        }
    }

    fileprivate func name(of day: Day) -> String {
        switch self {
        case .month: String(day.text.prefix(7))
        case .year: String(day.text.prefix(4))
        case .day, .week, .hour, .weekday: day.text
        }
    }
}
