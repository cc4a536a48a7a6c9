// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// The amount of messages by date, and the response times.
///
/// Calls, drafts, and messages that wait or have failed, are counted only if they are requested.
package struct MessageStatistics: Sendable {
    /// Into which periods time is parted.
    package enum Period: String, CaseIterable, Sendable {
        case day, week, month, year
        /// The hours of a day, all days together.
        case hour
        /// The days of a week, all weeks together.
        case weekday
    }

    /// The sum of one period, or of all.
    package struct Sum: Hashable, Sendable {
        /// The number of messages that the user has sent, and their characters.
        package var sent = 0
        package var sentCharacters = 0
        /// The number of messages that the user has got, and their characters.
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

    /// The counted messages, in slots.
    package let slots: [MessageSlot]
    /// The response times; `nil` if not all messages of conversations were requested.
    package let responses: ResponseTimes?

    /// The subject of the count.
    package enum Subject: Sendable {
        case messages
        /// Unsent messages: they count as neither sent nor received.
        case unsent
        /// Calls, which are made and received.
        case calls
    }

    /// The subject of the count.
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

    /// The number of periods without messages listed between two others; a date of a broken clock would make thousands.
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

    /// The hour and the day of the week with the most messages; `nil` without messages.
    package func busiest(_ period: Period, in zone: Zone) -> Int? {
        let sums = sums(by: period, in: zone).map(\.sum.count)
        guard let most = sums.max(), most > 0 else { return nil }
        return sums.firstIndex(of: most)
    }
}

extension MessageStatistics.Period {
    /// The first days of the periods from one on and before another; `nil` if they are more than `limit`.
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

/// The response times: from a message to the next one of its conversation in the other direction.
package struct ResponseTimes: Hashable, Sendable {
    /// The response times of one side.
    package struct Side: Hashable, Sendable {
        /// The number of responses.
        package let count: Int
        /// The median in milliseconds; `nil` if there is none.
        ///
        /// The first of two in the middle.
        package let median: Int64?

        package init(count: Int, median: Int64?) {
            self.count = count
            self.median = median
        }

        /// The sums of times in order.
        package init(sorted times: [Int64]) {
            self.init(count: times.count, median: times.isEmpty ? nil : times[(times.count - 1) / 2])
        }
    }

    /// The user’s.
    package let own: Side
    /// The other end’s.
    package let others: Side

    package init(own: Side, others: Side) {
        self.own = own
        self.others = others
    }

    /// The response times of all answers, by their direction.
    package init(_ times: [MessageDirection: [Int64]]) {
        func side(_ direction: MessageDirection) -> Side { Side(sorted: (times[direction] ?? []).sorted()) }
        self.init(own: side(.outgoing), others: side(.incoming))
    }
}

/// Counts messages by slots.
package struct MessageSlots {
    private var slots: [Key: MessageSlot] = [:]

    private struct Key: Hashable {
        let number: Int64
        let direction: MessageDirection
    }

    package init() {}

    /// Counts a message in.
    package mutating func add(_ message: Message) {
        let number = MessageSlot.number(of: message.date)
        let key = Key(number: number, direction: message.direction)
        var slot =
            slots[key] ?? MessageSlot(number: number, direction: message.direction, count: 0, characters: 0)
        slot.count += 1
        slot.characters += message.content.unicodeScalars.count
        slots[key] = slot
    }

    /// All slots with messages, by time, those of messages that came in first.
    package var all: [MessageSlot] {
        slots.values.sorted { ($0.number, $0.direction.rawValue) < ($1.number, $1.direction.rawValue) }
    }
}

extension Message {
    /// Whether it was presumably written and read: no call, no draft, and no message that waits or has failed.
    package var isCounted: Bool { call == nil && !SendStatus.unsent.contains(status) }
}

/// The number of messages in one direction in a quarter of an hour.
///
/// Zones differ from each other by no less, so that these counts
/// can be combined to the days of any of them.
package struct MessageSlot: Hashable, Sendable {
    /// The length of a slot, in milliseconds.
    package static let length: Int64 = 900_000

    /// The number of quarters of an hour since 1970.
    package let number: Int64
    package let direction: MessageDirection
    /// The number of messages.
    package var count: Int
    /// The characters of their texts, as Unicode counts them.
    package var characters: Int

    package init(number: Int64, direction: MessageDirection, count: Int, characters: Int) {
        self.number = number
        self.direction = direction
        self.count = count
        self.characters = characters
    }

    /// The slot of a time.
    package static func number(of time: Timestamp) -> Int64 {
        // Rounded down also before 1970.
        let (quotient, remainder) = time.milliseconds.quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The start of the slot.
    package var start: Timestamp { Timestamp(milliseconds: number * Self.length) }
}

/// Messages that a store can count without looking at each.
package struct MessageScope: Hashable, Sendable {
    /// The conversations; `nil`: all.
    package let conversations: Set<Address>?
    /// The direction; `nil`: either.
    package let direction: MessageDirection?
    /// The dates of sending or receiving; `nil`: all.
    package let dates: Range<Timestamp>?

    /// The same as a filter says it.
    package var filter: MessageFilter {
        var filter = MessageFilter()
        filter.conversations = conversations
        filter.direction = direction
        filter.dates = dates
        return filter
    }
}
