// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import Foundation

/// One section of a backup of Gammu: a message, or a piece of one.
package struct GammuSection {
    /// The line on which it begins, from 1.
    package let line: Int
    private var values: [String: String] = [:]

    package init(line: Int) { self.line = line }

    /// The sections of a whole file.
    package static func all(in bytes: [UInt8]) -> [GammuSection] {
        var sections: [GammuSection] = []
        var isMessage = false
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if text.hasPrefix("[") {
                // A section that is no message, such as the head of the file, is not reported.
                isMessage = text.hasPrefix("[SMSBackup")
                if isMessage { sections.append(GammuSection(line: index + 1)) }
            } else if isMessage {
                sections[sections.count - 1].add(text)
            }
        }
        return sections
    }

    /// Adds a line, `Key = Value` with or without quotation marks; other lines are left out.
    package mutating func add(_ line: String) {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return }
        var value = parts[1].trimmingCharacters(in: .whitespaces)
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
            value = String(value.dropFirst().dropLast())
        }
        values[parts[0].trimmingCharacters(in: .whitespaces).lowercased()] = value
    }

    package subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether it came in; without a kind a section with a time of sending did.
    package var isIncoming: Bool { self["pdu"].map { $0.lowercased() == "deliver" } ?? (self["sent"] != nil) }

    /// Whether it is the network’s report on a message, and no message.
    package var isReport: Bool { self["pdu"]?.lowercased() == "status_report" }

    /// Whether its bytes are not text.
    package var isBinary: Bool {
        let coding = self["coding"]?.lowercased() ?? "8bit"
        return coding.hasPrefix("8bit")
    }

    /// The bytes of its text, in pieces `Text00`, `Text01` and so on.
    package var bytes: [UInt8] { [UInt8](hexadecimalDigits: digits) }

    private var digits: String {
        var digits = ""
        var index = 0
        while let piece = values["text" + (index < 10 ? "0\(index)" : "\(index)")] {
            digits += piece
            index += 1
        }
        return digits
    }

    /// The text, in UTF-16 with the higher byte first, whatever its coding was on the way.
    package var text: String { GammuText.text(of: GammuText.units(of: digits)) }

    /// The number of characters of the text that stand for digits that are none.
    package var replacedCharacters: Int {
        let units = GammuText.units(of: digits)
        return GammuText.text(of: units).utf16.count { $0 == GammuText.unknown }
            - GammuText.units(of: digits, else: 0).count { $0 == GammuText.unknown }
    }

    /// A value that may stand beside in digits too, if a name has letters that the file’s own encoding lacks.
    package func exact(_ key: String) -> String? {
        let wide = self[key + "unicode"].map { GammuText.text(of: GammuText.units(of: $0)) } ?? ""
        return wide.isEmpty ? self[key] : wide
    }

    /// The header before its text.
    package var header: UserDataHeader? { self["udh"].map { UserDataHeader($0) } }

    /// The number of this piece, of all pieces, and of the message; `nil` for a whole one.
    package var piece: ConcatenatedPart? { header?.piece }

    /// The status that a report gives of its message; `nil` for an unknown word.
    package var reported: SendStatus? {
        if let number = self["deliverystatus"].flatMap({ Int($0) }) {
            switch number {
            case 0: return .delivered
            case 32: return .sent
            case 64: return .failed
            default: return nil
            }
        }
        switch text.lowercased() {
        case "delivered": return .delivered
        case "failed": return .failed
        case "pending": return .sent
        default: return nil
        }
    }

    /// Whether it says when it was sent or came.
    package var hasDate: Bool { self["datetime"] ?? self["sent"] != nil }

    /// The date of sending or arrival, such as `20260821T101500Z`; `nil` for no date, or an impossible one.
    ///
    /// Without the letter it is in the local time.
    package func date(in zone: Zone) -> Timestamp? {
        guard let text = self["datetime"] ?? self["sent"] else { return nil }
        let digits = text.prefix { $0 != "Z" && $0 != "+" && $0 != "-" }.filter { $0.isASCII && $0.isNumber }
        guard digits.count == 14, let number = Int(digits) else { return nil }
        var time = CivilTime(Timestamp(milliseconds: 0), in: .gmt)
        time.second = number % 100
        time.minute = number / 100 % 100
        time.hour = number / 10_000 % 100
        time.day = number / 1_000_000 % 100
        time.month = number / 100_000_000 % 100
        time.year = number / 10_000_000_000
        let place = text.hasSuffix("Z") ? .gmt : Self.zone(text) ?? zone
        return time.timestamp(in: place).flatMap(MessageTime.possible)
    }

    /// The hours behind a time, such as `+0200` or `+02`.
    private static func zone(_ text: String) -> Zone? {
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let digits = text[text.index(after: sign)...].filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)) else { return nil }
        let seconds = hours * 3600 + (Int(digits.dropFirst(2).prefix(2)) ?? 0) * 60
        return Zone(secondsFromGMT: text[sign] == "-" ? -seconds : seconds)
    }
}

/// The header before the text of a short message: its piece of a longer one, and the program on the phone it is for
/// (3GPP TS 23.040, 9.2.3.24).
package struct UserDataHeader {
    /// The piece as it is written, even an impossible one; `nil` for a whole message.
    package private(set) var piece: ConcatenatedPart?
    /// The number of the program; `nil` for a text to read.
    package private(set) var port: Int?

    /// Reads hexadecimal digits; the first two give the number of bytes that follow.
    package init(_ digits: String) {
        let bytes = [UInt8](hexadecimalDigits: digits)
        var index = 1
        while index + 1 < bytes.count {
            let (kind, length) = (bytes[index], Int(bytes[index + 1]))
            let start = index + 2
            guard start + length <= bytes.count else { return }
            let value = Array(bytes[start..<start + length])
            switch (kind, length) {
            case (0x00, 3), (0x08, 4): piece = ConcatenatedPart(element: value)
            case (0x04, 2): port = Int(value[0])
            case (0x05, 4): port = Int(value[0]) << 8 | Int(value[1])
            default: break
            }
            index = start + length
        }
    }
}

/// The times that messages can have.
package enum MessageTime {
    /// The end of the year 2100, in milliseconds: later dates are mistakes.
    package static let latest = 4_133_980_799_999.0

    /// A date that messages can have; `nil` for another one.
    package static func possible(_ date: Timestamp) -> Timestamp? {
        (0...latest).contains(Double(date.milliseconds)) ? date : nil
    }
}
