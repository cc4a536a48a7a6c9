// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogLogic

/// The header of a message in a chat that WhatsApp has exported: `[12/31/20, 11:59:58 PM] ` on iOS,
/// `31/12/2020, 23:59 - ` on Android, as the phone’s language writes numbers and halves of the day.
///
/// No document describes it. Source: the samples of github.com/starkdmi/whats_json.
struct ChatHeader {
    /// The style of headers; a chat has one.
    enum Style {
        /// In brackets, as on iOS.
        case brackets
        /// By a dash, as on Android.
        case dash
        /// By a colon behind the seconds, as on iOS before.
        case colon
        /// By a dash behind a date with the name of a month, as on Android before.
        case month
    }

    /// The date and the time.
    let moment: WrittenDate
    /// The style of the header.
    let style: Style
    /// The date and the time, as they are written.
    let written: String
    /// The text after the header.
    let rest: Substring

    /// A header is not longer, in scalars.
    static let longest = 48

    /// The header of a line; `nil` for a line that continues a message.
    init?(_ line: String) {
        if case let plain?? = line.utf8.withContiguousStorageIfAvailable({ Self.plain($0) }) {
            let bytes = line.utf8
            let start = bytes.index(bytes.startIndex, offsetBy: plain.start)
            let end = bytes.index(bytes.startIndex, offsetBy: plain.date.end)
            moment = WrittenDate(plain.date)
            style = plain.isBracketed ? .brackets : .dash
            written = String(line[start..<end])
            let behind = bytes.index(end, offsetBy: plain.isBracketed ? 1 : 2)
            rest = Substring(line.unicodeScalars[behind...].drop { Self.isBlank($0) })
            return
        }
        var scalars = line.unicodeScalars[...].drop { ChatMarks.isMark($0) }
        guard let first = scalars.first else { return nil }
        let isBracketed = first == "["
        if isBracketed {
            scalars.removeFirst()
        } else if Self.digit(first) == nil, !WrittenDate.beginsWithMonth(scalars) {
            return nil
        }
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
        } else if let dash = Self.dash(in: head, scalars),
            let moment = WrittenDate(Array(head[..<dash]), naming: true), moment.isPlain
        {
            (end, self.moment, style) = (dash, moment, .month)
        } else {
            return nil
        }
        written = String(head[..<end]).trimmingCharacters(in: .whitespaces)
        rest = Substring(scalars[scalars.index(after: end)...].drop { Self.isBlank($0) })
    }

    /// The date at the start of a line in brackets or before a dash, behind an optional mark of direction, and its
    /// place; `nil` for a header that is written in another way.
    private static func plain(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (start: Int, date: PlainDate, isBracketed: Bool)? {
        var start = bytes.starts(with: [0xE2, 0x80, 0x8E]) ? 3 : 0
        let isBracketed = start < bytes.count && bytes[start] == UInt8(ascii: "[")
        if isBracketed { start += 1 }
        guard let date = PlainDate(bytes, from: start) else { return nil }
        let behind = isBracketed ? "]".utf8 : " - ".utf8
        return bytes[date.end...].starts(with: behind) ? (start, date, isBracketed) : nil
    }

    /// Whether a text begins as a chat does.
    static func begins(_ text: some StringProtocol) -> Bool {
        guard let first = text.split(maxSplits: 1, whereSeparator: \.isNewline).first else { return false }
        return ChatHeader(String(first)).map { !$0.rest.isEmpty } ?? false
    }

    /// The date and the time with one digit in place of each number and one letter in place of each word: all headers of a
    /// chat have few such forms.
    var form: String {
        var form = String.UnicodeScalarView()
        for scalar in written.unicodeScalars where !ChatMarks.isMark(scalar) {
            let sign: Unicode.Scalar =
                Self.digit(scalar) != nil
                ? "0" : Self.isLetter(scalar) ? "a" : Self.isBlank(scalar) ? " " : scalar
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

    /// The first colon with a blank behind it, if no dash comes before.
    private static func colon(in head: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        let end = dash(in: head, head) ?? head.endIndex
        return head.indices.prefix { $0 < end }.first { index in
            let next = head.index(after: index)
            return head[index] == ":" && next < head.endIndex && isBlank(head[next])
        }
    }

    /// The value of a digit of any script.
    static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Whether it is a blank, also the narrow one that does not break, before a half of the day.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || scalar.value &- 0x09 < 5 : scalar.properties.isWhitespace
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value | 0x20 &- 0x61 < 26 : scalar.properties.isAlphabetic
    }
}

/// Marks of direction, which WhatsApp puts before its own texts and around numbers.
enum ChatMarks {
    /// The mark before notices of iOS itself.
    static let own: Unicode.Scalar = "\u{200E}"

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": true
        default: false
        }
    }

    /// A text without them.
    static func plain(_ text: some StringProtocol) -> String {
        // All of them begin with one of these bytes.
        guard text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xEF }) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isMark($0) }))
    }

    /// The first line of a text, most of which have one.
    static func firstLine<Text: StringProtocol>(of text: Text) -> Text.SubSequence {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 } ? text[...] : text.prefix { !$0.isNewline }
    }

    /// A name as it is meant: without marks, the tilde before names that are not of the phone’s book, and blanks around.
    static func name(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < UInt8(ascii: "~") }) {
            let scalars = text.unicodeScalars
            guard let first = scalars.firstIndex(where: { $0 != " " }),
                let last = scalars.lastIndex(where: { $0 != " " })
            else { return "" }
            return String(text[first...last])
        }
        var name = plain(text).replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")[...]
        name = name.drop { $0 == "~" || $0.isWhitespace }
        // The sign that joins the members of a group is in no name.
        return name.trimmingCharacters(in: .whitespaces).replacing("~", with: "∼")
    }
}
