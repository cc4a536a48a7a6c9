// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// Moments of Apple’s Messages, which count from 2001: in seconds, and since macOS 10.13 and iOS 11 in nanoseconds.
enum AppleTime {
    /// 2001-01-01 in UTC, in milliseconds since 1970.
    private static let start = 978_307_200_000
    /// What is more than that cannot be seconds: they would be past the year 5000.
    private static let mostSeconds = 100_000_000_000

    /// The moment; nil for none, which is stored as 0, and for one that nothing can be dated by.
    static func timestamp(_ number: Int?) -> Timestamp? {
        guard let number, number != 0, number.magnitude < Int.max.magnitude else { return nil }
        let since = number.magnitude > mostSeconds.magnitude ? number / 1_000_000 : number * 1000
        let moment = start + since
        guard (0...Int(BackupElement.latest)).contains(moment) else { return nil }
        return Timestamp(milliseconds: Int64(moment))
    }
}
