// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import SMSLogDomain
import Secrets
import Session
import Stores

/// A backup of Gammu: sections of short messages, of which long ones have several.
final class GammuSource: ImportSource {
    /// A file of more bytes is none of messages.
    static let limit = 256 << 20

    let rows: ImportedRows
    private(set) var bytesRead = 0
    private(set) var line = 0
    private let bytes: [UInt8]
    private let timeZone: Zone
    /// Reports of the network that no message has taken yet.
    private var reports: [GammuSection] = []

    init(_ bytes: [UInt8], into rows: ImportedRows, in timeZone: Zone) {
        self.bytes = bytes
        self.rows = rows
        self.timeZone = timeZone
    }

    func step() throws -> Bool {
        guard bytesRead < bytes.count else { return false }
        let sections = GammuSection.all(in: bytes)
        line = bytes.count { $0 == UInt8(ascii: "\n") }
        reports = sections.filter(\.isReport)
        let messages = sections.filter { !$0.isReport }.joined(part: \.piece) {
            "\($0.exact("number") ?? "") \($0.isIncoming)"
        }
        for message in messages { add(message) }
        for report in reports { add(report: report) }
        bytesRead = bytes.count
        return true
    }

    private func add(_ pieces: [GammuSection]) {
        guard let first = pieces.first else { return }
        do throws(RefusedRow) {
            var draft = try draft(pieces, first)
            take(reports: pieces, &draft)
            rows.append(draft)
        } catch {
            rows.report.refuse(error)
        }
    }

    /// Gives a message that was sent what the network has reported of its pieces: it has arrived once all have.
    private func take(reports pieces: [GammuSection], _ draft: inout MessageDraft) {
        guard draft.direction == .outgoing, draft.status == .sent else { return }
        var states: [SendStatus] = []
        for piece in pieces {
            guard let reference = piece["messagereference"], reference != "0" else { continue }
            let found = reports.indices.last { index in
                reports[index]["messagereference"] == reference && reports[index].reported != nil
                    && Address(reports[index].exact("number") ?? "") == draft.address
            }
            guard let found, let state = reports[found].reported else { continue }
            states.append(state)
            if state == .delivered {
                draft.details.delivered = reports[found].date(in: timeZone) ?? draft.details.delivered
            }
            reports.remove(at: found)
        }
        if states.contains(.failed) {
            draft.status = .failed
        } else if states.count == pieces.count, states.allSatisfy({ $0 == .delivered }) {
            draft.status = .delivered
        }
    }

    /// Keeps a report of a message that is not in the file.
    private func add(report: GammuSection) {
        let number = report.exact("number") ?? ""
        do throws(RefusedRow) {
            let address = Address(number)
            guard !address.isEmpty else { throw RefusedRow(line: report.line, reason: .missingAddress) }
            let date = date(of: report)
            let words = report.text.trimmingCharacters(in: CharacterSet(charactersIn: " \u{FFFD}"))
            var draft = MessageDraft(
                address: address, rawAddress: number, content: "(report: \(words))", date: date.timestamp,
                direction: .incoming, status: .received)
            draft.details.isUndated = date.isUndated
            draft.details.centre = report.exact("smsc")
            rows.append(draft)
        } catch {
            rows.report.refuse(error)
        }
    }

    /// When a message was, and what is to be said of that.
    private func date(of section: GammuSection) -> RowDate {
        // What was never sent has no time, and stands beside nothing.
        let isOfAny = section.hasDate || section.isIncoming && !section.isReport
        let date = RowDate(section.date(in: timeZone), before: isOfAny ? rows.lastDate : nil)
        if let reason = date.remark { rows.report.remark(RowRemark(line: section.line, reason: reason)) }
        return date
    }

    private func draft(_ pieces: [GammuSection], _ first: GammuSection) throws(RefusedRow) -> MessageDraft {
        let state = first["state"]?.lowercased()
        let raw = first.exact("number") ?? ""
        let isDraft = !first.isIncoming && state == "unsent"
        guard !Address(raw).isEmpty || isDraft else { throw RefusedRow(line: first.line, reason: .missingAddress) }
        let date = date(of: first)
        var draft = MessageDraft(
            address: raw.isEmpty ? .unknown : Address(raw), rawAddress: raw, content: "", date: date.timestamp,
            direction: first.isIncoming ? .incoming : .outgoing,
            status: first.isIncoming ? .received : isDraft ? .draft : .sent, isRead: state != "unread")
        draft.details.centre = first.exact("smsc")
        draft.details.isUndated = date.isUndated
        if first.isBinary {
            addBytes(pieces.flatMap(\.bytes), port: first.header?.port, to: &draft)
        } else {
            draft.content = pieces.map(\.text).joined()
        }
        if let total = first.piece?.total, pieces.count < total {
            rows.report.remark(RowRemark(line: first.line, reason: .missingPieces(total - pieces.count)))
        }
        return draft
    }

    /// Gives a message what it brings to a program of the phone, and what that says.
    private func addBytes(_ bytes: [UInt8], port: Int?, to draft: inout MessageDraft) {
        var type = MediaType.unknown
        switch port {
        case 2948:
            guard let push = WAPPush(bytes) else { break }
            type = push.contentType
            draft.content = push.text ?? ""
        case 9204: type = "text/vcard"
        case 9205: type = "text/calendar"
        default: break
        }
        let digest = Digest(bytes: SHA256.hash(bytes))
        draft.parts = [MessagePart(name: nil, contentType: type, size: bytes.count, digest: digest)]
        draft.data = [digest: bytes]
        let said = draft.content
        guard !said.isEmpty else { return }
        draft.parts.append(MessagePart(name: nil, contentType: "text/plain", size: said.utf8.count, text: said))
    }
}

/// One section of a backup of Gammu: a message, or a piece of one.
struct GammuSection {
    /// The line on which it begins, from 1.
    let line: Int
    private var values: [String: String] = [:]

    init(line: Int) { self.line = line }

    /// The sections of a whole file.
    static func all(in bytes: [UInt8]) -> [GammuSection] {
        var sections: [GammuSection] = []
        var isMessage = false
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if text.hasPrefix("[") {
                // What is no message, such as the head of the file, has nothing to be told.
                isMessage = text.hasPrefix("[SMSBackup")
                if isMessage { sections.append(GammuSection(line: index + 1)) }
            } else if isMessage {
                sections[sections.count - 1].add(text)
            }
        }
        return sections
    }

    /// Takes a line, `Key = Value` with or without quotation marks; what is none is left.
    mutating func add(_ line: String) {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return }
        var value = parts[1].trimmingCharacters(in: .whitespaces)
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
            value = String(value.dropFirst().dropLast())
        }
        values[parts[0].trimmingCharacters(in: .whitespaces).lowercased()] = value
    }

    subscript(key: String) -> String? { values[key].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether it came in; without a kind what has a time of sending did.
    var isIncoming: Bool { self["pdu"].map { $0.lowercased() == "deliver" } ?? (self["sent"] != nil) }

    /// Whether it is what the network says of a message, and none.
    var isReport: Bool { self["pdu"]?.lowercased() == "status_report" }

    /// Whether its bytes are no text.
    var isBinary: Bool {
        let coding = self["coding"]?.lowercased() ?? "8bit"
        return coding.hasPrefix("8bit")
    }

    /// The bytes of its text, in pieces `Text00`, `Text01` and so on.
    var bytes: [UInt8] {
        var digits = ""
        var index = 0
        while let piece = values["text" + (index < 10 ? "0\(index)" : "\(index)")] {
            digits += piece
            index += 1
        }
        return [UInt8](hexadecimalDigits: digits)
    }

    /// The text, in UTF-16 with the higher byte first, whatever its coding was on the way.
    var text: String { GammuText.text(of: GammuText.units(of: bytes)) }

    /// A value that may stand beside in digits too, where a name has letters that the file’s own encoding lacks.
    func exact(_ key: String) -> String? {
        let wide = self[key + "unicode"].map { GammuText.text(of: GammuText.units(of: $0)) } ?? ""
        return wide.isEmpty ? self[key] : wide
    }

    /// What stands before its text.
    var header: UserDataHeader? { self["udh"].map { UserDataHeader($0) } }

    /// Which piece it is of how many, and of which message; nil for a whole one.
    var piece: ConcatenatedPart? { header?.piece }

    /// What a report says of the message that it is about; nil for what is no word of that kind.
    var reported: SendStatus? {
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
    var hasDate: Bool { self["datetime"] ?? self["sent"] != nil }

    /// When it was sent or came, such as `20260821T101500Z`; nil for no date, or none that can be.
    ///
    /// Without the letter it is in the time of the place.
    func date(in zone: Zone) -> Timestamp? {
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
        return time.timestamp(in: place).flatMap(BackupElement.possible)
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

/// What stands before the text of a short message: which piece of a longer one it is, and for which program on the phone
/// (3GPP TS 23.040, 9.2.3.24).
struct UserDataHeader {
    /// Which piece it is, as it is written, be it none that there can be; nil for a whole one.
    private(set) var piece: ConcatenatedPart?
    /// The number of the program; nil for what is to be read.
    private(set) var port: Int?

    /// Of hexadecimal digits; the first two say how many bytes follow.
    init(_ digits: String) {
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
