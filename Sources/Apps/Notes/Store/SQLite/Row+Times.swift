// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import Session
import Systems

/// Points in time of a row, whatever stands there.
extension Row {
    /// A time in nanoseconds since 1970, far from where a difference of two would end.
    func nanoseconds(_ index: Int) -> Int64 { number(index, within: -(1 << 62)...1 << 62) }

    /// A point in time, within the years from 1 to 9999.
    func time(_ index: Int) -> Timestamp {
        Timestamp(milliseconds: number(index, within: -62_135_596_800_000...253_402_300_799_999))
    }

    /// A point in time; nil for NULL.
    func optionalTime(_ index: Int) -> Timestamp? { (self[index] as DatabaseValue).isNull ? nil : time(index) }
}
