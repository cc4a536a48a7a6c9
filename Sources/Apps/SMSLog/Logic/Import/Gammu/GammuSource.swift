// SPDX-License-Identifier: GPL-3.0-or-later

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
    private let timeZone: TimeZone

    init(_ bytes: [UInt8], into rows: ImportedRows, in timeZone: TimeZone) {
        self.bytes = bytes
        self.rows = rows
        self.timeZone = timeZone
    }

    func step() throws -> Bool {
        guard bytesRead < bytes.count else { return false }
        let input = ByteLines(bytes)
        var sections: [GammuSection] = []
        while let text = try input.next() {
            line += 1
            let text = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("[") {
                sections.append(GammuSection(line: line))
                // What is no message, such as the head of the file, has nothing to be told.
                if !text.hasPrefix("[SMSBackup") { sections.removeLast() }
            } else if !sections.isEmpty {
                sections[sections.count - 1].add(text)
            }
        }
        let messages = sections.joined(part: \.part) { "\($0["number"] ?? "") \($0.isIncoming)" }
        for message in messages { add(message) }
        bytesRead = bytes.count
        return true
    }

    private func add(_ pieces: [GammuSection]) {
        guard let first = pieces.first else { return }
        guard !first.isReport else {
            rows.report.refuse(RefusedRow(line: first.line, reason: .unknownElement("Status_Report")))
            return
        }
        do throws(RefusedRow) { rows.append(try draft(pieces, first)) } catch { rows.report.refuse(error) }
    }

    private func draft(_ pieces: [GammuSection], _ first: GammuSection) throws(RefusedRow) -> MessageDraft {
        let date: Timestamp
        if !first.isIncoming, !first.hasDate {
            // What was never sent has no time, and none that is made up would be the same in every import.
            date = Timestamp(milliseconds: 0)
            rows.report.remark(RowRemark(line: first.line, reason: .missingDate))
        } else {
            date = try first.date(in: timeZone)
        }
        let state = first["state"]?.lowercased()
        let raw = first["number"] ?? ""
        let isDraft = !first.isIncoming && state == "unsent"
        guard !Address(raw).isEmpty || isDraft else { throw RefusedRow(line: first.line, reason: .missingAddress) }
        var draft = MessageDraft(
            address: raw.isEmpty ? .unknown : Address(raw), rawAddress: raw, content: "", date: date,
            direction: first.isIncoming ? .incoming : .outgoing,
            status: first.isIncoming ? .received : isDraft ? .draft : .sent, isRead: state != "unread")
        draft.details.centre = first["smsc"]
        if first.isBinary {
            let bytes = pieces.flatMap(\.bytes)
            let digest = Digest(bytes: SHA256.hash(bytes))
            draft.parts = [
                MessagePart(name: nil, contentType: "application/octet-stream", size: bytes.count, digest: digest)
            ]
            draft.data = [digest: bytes]
        } else {
            draft.content = pieces.map(\.text).joined()
        }
        if let total = first.part?.total, pieces.count < total {
            rows.report.remark(RowRemark(line: first.line, reason: .missingPieces(total - pieces.count)))
        }
        return draft
    }
}
