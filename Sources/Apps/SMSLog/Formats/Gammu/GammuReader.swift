// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

enum Gammu: MessageFormat {
    static let id = "gammu"

    static func claims(_ file: SniffedFile) -> Bool {
        file.text.hasPrefix("[SMSBackup") || file.text.contains("\n[SMSBackup")
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        try context.whole(path, limit: 256 << 20) { file in
            var reader = GammuReader(rows: file.rows, timeZone: context.zone)
            reader.read(file)
        }
    }

    static func mayBe(named name: String) -> Bool? { FileEnding.of(name) == "smsbackup" ? true : nil }

    static func isWhole(_ file: SniffedFile) -> Bool { true }
}

/// A backup of Gammu: sections of short messages, of which long ones have several.
struct GammuReader {
    let rows: ImportedRows
    let timeZone: Zone
    /// Reports of the network that no message has taken yet.
    var reports: [GammuSection] = []

    mutating func read(_ file: WholeFile) {
        let sections = GammuSection.all(in: file.bytes)
        file.line = file.lineCount
        reports = sections.filter(\.isReport)
        let messages = sections.filter { !$0.isReport }.joined(part: \.piece) {
            "\($0.exact("number") ?? "") \($0.isIncoming)"
        }
        for message in messages { add(message) }
        for report in reports { add(report: report) }
    }

    private mutating func add(_ pieces: [GammuSection]) {
        guard let first = pieces.first else { return }
        do throws(RefusedRow) {
            var draft = try draft(pieces, first)
            take(reports: pieces, &draft)
            rows.append(draft, line: first.line)
        } catch {
            rows.report.refuse(error)
        }
    }

    /// Gives a message that was sent the network’s reports of its pieces: it has arrived once all have.
    private mutating func take(reports pieces: [GammuSection], _ draft: inout MessageDraft) {
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
            rows.append(draft, line: report.line)
        } catch {
            rows.report.refuse(error)
        }
    }

    /// The date of a message; reports an odd one.
    private func date(of section: GammuSection) -> RowDate {
        // A message that was never sent has no time, and stands beside nothing.
        let isOfAny = section.hasDate || section.isIncoming && !section.isReport
        let date = RowDate(section.date(in: timeZone), before: isOfAny ? rows.lastDate : nil)
        if let reason = date.remark { rows.report.remark(RowRemark(line: section.line, reason: reason)) }
        return date
    }

    private func draft(_ pieces: [GammuSection], _ first: GammuSection) throws(RefusedRow) -> MessageDraft {
        if let type = first["pdu"], !["deliver", "submit"].contains(type.lowercased()) {
            throw RefusedRow(line: first.line, reason: .unknownType(type))
        }
        let state = first["state"]?.lowercased()
        if let word = first["state"], let state, !["read", "unread", "sent", "unsent"].contains(state) {
            rows.report.remark(RowRemark(line: first.line, reason: .badValue("State", word)))
        }
        let raw = first.exact("number") ?? ""
        let isDraft = !first.isIncoming && state == "unsent"
        let address = Address(raw)
        if address.isEmpty, !isDraft { rows.report.remark(RowRemark(line: first.line, reason: .missingAddress)) }
        let date = date(of: first)
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: raw, content: "", date: date.timestamp,
            direction: first.isIncoming ? .incoming : .outgoing,
            status: first.isIncoming ? .received : isDraft ? .draft : .sent, isRead: state != "unread")
        // Gammu writes the name that the phone knows beside the number.
        if address.isEmpty { draft.importedName = first.exact("name").flatMap { $0.isEmpty ? nil : $0 } }
        draft.details.centre = first.exact("smsc")
        draft.details.isUndated = date.isUndated
        if first.isBinary {
            addBytes(pieces.flatMap(\.bytes), port: first.header?.port, to: &draft)
        } else {
            draft.content = pieces.map(\.text).joined()
            rows.replaced += pieces.reduce(0) { $0 + $1.replacedCharacters }
        }
        if let total = first.piece?.total, pieces.count < total {
            rows.report.remark(RowRemark(line: first.line, reason: .missingPieces(total - pieces.count)))
        }
        return draft
    }

    /// Gives a message the bytes that it brings to a program of the phone, and their text.
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
        draft.attach(bytes, named: nil, type: type)
        if !draft.content.isEmpty { draft.attach(text: draft.content) }
    }
}
