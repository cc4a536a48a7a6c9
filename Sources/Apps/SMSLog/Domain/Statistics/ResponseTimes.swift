// SPDX-License-Identifier: GPL-3.0-or-later

/// How long answers took: from a message to the next one of its conversation, where that goes the other way.
package struct ResponseTimes: Hashable, Sendable {
    /// Of those of one side.
    package struct Side: Hashable, Sendable {
        /// How many there are.
        package let count: Int
        /// The one in the middle, in milliseconds; nil where there is none.
        ///
        /// Of two in the middle it is the first.
        package let median: Int64?

        package init(count: Int, median: Int64?) {
            self.count = count
            self.median = median
        }

        /// Of times in order.
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

    /// Of how long each answer took, by the direction in which it went.
    package init(_ times: [MessageDirection: [Int64]]) {
        func side(_ direction: MessageDirection) -> Side { Side(sorted: (times[direction] ?? []).sorted()) }
        self.init(own: side(.outgoing), others: side(.incoming))
    }
}
