// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// How many messages went one way in a quarter of an hour.
///
/// Zones differ from each other by no less, so that what is counted
/// so can be put together to the days of any of them.
package struct MessageSlot: Hashable, Sendable {
    /// The length of a slot, in milliseconds.
    package static let length: Int64 = 900_000

    /// Which one: the quarters of an hour since 1970.
    package let number: Int64
    /// Which way the messages went.
    package let direction: MessageDirection
    /// How many there are.
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

    /// When it begins.
    package var start: Timestamp { Timestamp(milliseconds: number * Self.length) }
}
