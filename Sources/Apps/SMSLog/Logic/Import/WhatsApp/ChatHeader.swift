// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// What stands before a message in a chat that WhatsApp has exported: `[12/31/20, 11:59:58 PM] ` on iOS,
/// `31/12/2020, 23:59 - ` on Android, as the phone’s language writes numbers and halves of the day.
///
/// No document describes it. Source: the samples of github.com/starkdmi/whats_json.
struct ChatHeader {
    /// The date and the time.
    let moment: WrittenDate
    /// Whether it stands in brackets, as on iOS.
    let isBracketed: Bool
    /// The date and the time, as they are written.
    let written: String
    /// What follows.
    let rest: Substring

    /// A header is not longer, in scalars.
    private static let longest = 48

    /// The header of a line; nil for a line that goes on with what was said before.
    init?(_ line: String) {
        var scalars = line.unicodeScalars[...].drop { ChatMarks.isMark($0) }
        guard let first = scalars.first else { return nil }
        isBracketed = first == "["
        if isBracketed { scalars.removeFirst() } else if Self.digit(first) == nil { return nil }
        let head = scalars.prefix(Self.longest)
        var end: Substring.UnicodeScalarView.Index?
        if isBracketed {
            end = head.firstIndex(of: "]")
        } else {
            end = head.indices.first { index in
                guard head[index] == "-" || head[index] == "–", index > head.startIndex else { return false }
                let next = scalars.index(after: index)
                return next < scalars.endIndex && Self.isBlank(scalars[next])
                    && Self.isBlank(head[head.index(before: index)])
            }
        }
        guard let end else { return nil }
        guard let moment = WrittenDate(Array(head[..<end])) else { return nil }
        self.moment = moment
        written = String(head[..<end]).trimmingCharacters(in: .whitespaces)
        rest = Substring(scalars[scalars.index(after: end)...].drop { Self.isBlank($0) })
    }

    /// The value of a digit, of whatever script.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Whether it is a blank, also the narrow one that does not break, before a half of the day.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar.properties.isWhitespace }
}
