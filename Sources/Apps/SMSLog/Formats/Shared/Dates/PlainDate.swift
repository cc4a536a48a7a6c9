// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

/// A date and a time of day in the digits and signs of ASCII, `31/12/2020, 23:59` or `12.31.20 11:59:58 PM`.
///
/// Nearly all files write times so, and some of them a hundred thousand. `WrittenDate` reads the same from characters,
/// and all other forms.
struct PlainDate {
    /// The three numbers of the date.
    let numbers: [Int]
    /// The sign between them.
    let sign: UInt8
    /// The hour of the whole day, the minute, and the second if it is there.
    let clock: [Int]
    /// The place behind it.
    let end: Int

    /// The date and the time from a place on; `nil` if something else stands there.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
        var place = start
        func byte(_ distance: Int = 0) -> UInt8 { place + distance < bytes.count ? bytes[place + distance] : 0 }
        func number(most: Int) -> Int? {
            var (number, count) = (0, 0)
            while byte() &- 0x30 < 10, count < most {
                (number, count) = (number * 10 + Int(byte() &- 0x30), count + 1)
                place += 1
            }
            return count > 0 && byte() &- 0x30 >= 10 ? number : nil
        }
        func take(_ wanted: UInt8) -> Bool {
            guard byte() == wanted else { return false }
            place += 1
            return true
        }
        let colon = UInt8(ascii: ":")
        guard let first = number(most: 4) else { return nil }
        let sign = byte()
        guard "/.-".utf8.contains(sign), take(sign), let second = number(most: 4), take(sign),
            let third = number(most: 4), byte() == UInt8(ascii: ",") || byte() == 0x20
        else { return nil }
        _ = take(UInt8(ascii: ","))
        _ = take(0x20)
        guard var hour = number(most: 2), take(colon), let minute = number(most: 2) else { return nil }
        var clock = [0, minute]
        if take(colon) {
            guard let second = number(most: 2) else { return nil }
            clock.append(second)
        }
        // A blank before the half of the day may be the narrow one that does not break, U+202F.
        let blank = byte() == 0x20 ? 1 : byte() == 0xE2 && byte(1) == 0x80 && byte(2) == 0xAF ? 3 : 0
        let half = byte(blank) | 0x20
        if half == UInt8(ascii: "a") || half == UInt8(ascii: "p"), byte(blank + 1) | 0x20 == UInt8(ascii: "m") {
            place += blank + 2
            if half == UInt8(ascii: "p"), hour < 12 {
                hour += 12
            } else if half == UInt8(ascii: "a"), hour == 12 {
                hour = 0
            }
        }
        clock[0] = hour
        numbers = [first, second, third]
        self.sign = sign
        self.clock = clock
        end = place
    }

    /// The date and the time that a text is; `nil` if it is anything else.
    init?(_ text: String) {
        let read = text.utf8.withContiguousStorageIfAvailable { bytes in
            PlainDate(bytes).flatMap { $0.end == bytes.count ? $0 : nil }
        }
        guard case let date?? = read else { return nil }
        self = date
    }
}
