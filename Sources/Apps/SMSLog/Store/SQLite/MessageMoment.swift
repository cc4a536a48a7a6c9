// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Systems

/// A message’s own millisecond, unique among its owner’s messages: its date, or the next free one after it.
///
/// The full-text index answers in the order of its row numbers only. With moments for row numbers its newest answers
/// are the newest messages, whatever the order in which they came.
struct MessageMoment {
    /// 22 bits of owner and 42 of milliseconds, which last until the year 2109.
    private static let bits: Int64 = 42
    /// The bits of the milliseconds.
    static let mask: Int64 = 1 << bits - 1
    /// Dates beyond 2100 count as the end of it, so that what is displaced from there still has room.
    static let latest: Int64 = 4_102_444_800_000

    let owner: Int64

    /// The first choice for a date.
    func key(of date: Timestamp) -> Int64 {
        owner << Self.bits | min(max(date.milliseconds, 0), Self.latest)
    }

    /// All of the owner’s moments.
    var range: ClosedRange<Int64> {
        let first = owner << Self.bits
        return first...(first | Self.mask)
    }
}
