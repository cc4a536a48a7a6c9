// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// How many messages a gateway is given in a day at most, and how many it was given today.
package struct DailyLimit: Hashable, Sendable {
    /// Where clocks are changed a day may have so long.
    private static let longestDay = Duration.seconds(26 * 3600)

    /// So many messages at most; nil: as many as there are.
    package var most: Int?
    /// How many it was given on the day that ends at `end`.
    package private(set) var count: Int
    /// When that day ends; nil: it was given none yet.
    package private(set) var end: Timestamp?

    package init(most: Int? = nil, count: Int = 0, end: Timestamp? = nil) {
        self.most = most
        self.count = count
        self.end = end
    }

    /// How many messages it was given today.
    package func count(at now: Timestamp) -> Int { isDay(of: now) ? count : 0 }

    /// How many more it may be given today; nil: as many as there are.
    package func rest(at now: Timestamp) -> Int? { most.map { max(0, $0 - count(at: now)) } }

    /// When it may be given the next message; nil: now.
    package func opens(after now: Timestamp) -> Timestamp? { rest(at: now) == 0 ? end : nil }

    /// Counts a message.
    ///
    /// - Parameter end: When today ends.
    package mutating func add(at now: Timestamp, dayEnds end: Timestamp) {
        count = count(at: now) + 1
        self.end = end
    }

    /// Counts a message no more: the gateway has not taken it.
    package mutating func takeBack() { count = max(0, count - 1) }

    /// Whether the day that was counted is today; it is not where the clock was far ahead.
    private func isDay(of now: Timestamp) -> Bool { end.map { now < $0 && $0 <= now + Self.longestDay } ?? false }
}
