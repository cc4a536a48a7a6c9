// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Session

/// What stands before a message in a chat that WhatsApp has exported: `[12/31/20, 11:59:58 PM] ` on iOS,
/// `31/12/2020, 23:59 - ` on Android, as the phone’s language writes numbers and halves of the day.
///
/// No document describes it. Source: the samples of github.com/starkdmi/whats_json.
struct ChatHeader {
    /// How headers are told from what follows; a chat has one way.
    enum Style {
        /// In brackets, as on iOS.
        case brackets
        /// By a dash, as on Android.
        case dash
        /// By a colon behind the seconds, as on iOS before.
        case colon
    }

    /// The date and the time.
    let moment: WrittenDate
    /// How it is told from what follows.
    let style: Style
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
        let isBracketed = first == "["
        if isBracketed { scalars.removeFirst() } else if Self.digit(first) == nil { return nil }
        let head = scalars.prefix(Self.longest)
        let end: Substring.UnicodeScalarView.Index
        if isBracketed {
            guard let bracket = head.firstIndex(of: "]"), let moment = WrittenDate(Array(head[..<bracket])) else {
                return nil
            }
            (end, self.moment, style) = (bracket, moment, .brackets)
        } else if let colon = Self.colon(in: head), let moment = WrittenDate(Array(head[..<colon])), moment.hasSeconds {
            (end, self.moment, style) = (colon, moment, .colon)
        } else if let dash = Self.dash(in: head, scalars), let moment = WrittenDate(Array(head[..<dash])) {
            (end, self.moment, style) = (dash, moment, .dash)
        } else {
            return nil
        }
        written = String(head[..<end]).trimmingCharacters(in: .whitespaces)
        rest = Substring(scalars[scalars.index(after: end)...].drop { Self.isBlank($0) })
    }

    /// The date and the time with one digit in place of each number and one letter in place of each word: all headers of a
    /// chat have few such forms.
    var form: String {
        var form = String.UnicodeScalarView()
        for scalar in written.unicodeScalars where !ChatMarks.isMark(scalar) {
            let sign: Unicode.Scalar =
                Self.digit(scalar) != nil
                ? "0" : scalar.properties.isAlphabetic ? "a" : Self.isBlank(scalar) ? " " : scalar
            if form.last != sign || !"0a ".unicodeScalars.contains(sign) { form.append(sign) }
        }
        return String(form)
    }

    /// The first dash with blanks around it.
    private static func dash(
        in head: Substring.UnicodeScalarView, _ scalars: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView.Index? {
        head.indices.first { index in
            guard head[index] == "-" || head[index] == "–", index > head.startIndex else { return false }
            let next = scalars.index(after: index)
            return next < scalars.endIndex && isBlank(scalars[next]) && isBlank(head[head.index(before: index)])
        }
    }

    /// The first colon with a blank behind it, where no dash comes before.
    private static func colon(in head: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        let end = dash(in: head, head) ?? head.endIndex
        return head.indices.prefix { $0 < end }.first { index in
            let next = head.index(after: index)
            return head[index] == ":" && next < head.endIndex && isBlank(head[next])
        }
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
