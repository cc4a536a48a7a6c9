// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// Points in time as Evernote’s exports write them.
enum ENEXTime {
    /// `20230709T080219Z`, the basic form of ISO 8601, with half a day’s hours as some programs write them
    /// (`20180306T91108 AMZ`), or any other form of it.
    static func timestamp(_ text: String) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 8, parts[0].allSatisfy(\.isNumber), text.hasSuffix("Z") else {
            return ISOTime.timestamp(text, in: .gmt)
        }
        var clock = parts[1].dropLast()
        var half: Int?
        if clock.hasSuffix(" AM") { half = 0 }
        if clock.hasSuffix(" PM") { half = 12 }
        if half != nil { clock = clock.dropLast(3) }
        let digits = Array(clock.count == 5 ? "0" + clock : clock)
        guard digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }), var hour = Int(String(digits[..<2]))
        else { return nil }
        // 12 AM is midnight, 12 PM noon; a clock of 24 hours may have the half beside it.
        if let half, hour <= 12 { hour = hour % 12 + half }
        let day = Array(parts[0])
        let date = [day[..<4], day[4..<6], day[6...]].map { String($0) }.joined(separator: "-")
        let time = [hour < 10 ? "0\(hour)" : "\(hour)", String(digits[2..<4]), String(digits[4...])]
        return ISOTime.timestamp("\(date)T\(time.joined(separator: ":"))Z", in: .gmt)
    }
}
