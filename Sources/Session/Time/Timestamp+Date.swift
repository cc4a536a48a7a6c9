// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

extension Timestamp {
    /// The point of a date, to the millisecond; nil beyond the year 9999, where broken files have their dates.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 253_402_300_800 else { return nil }
        self.init(milliseconds: Int64((seconds * 1000).rounded()))
    }
}
