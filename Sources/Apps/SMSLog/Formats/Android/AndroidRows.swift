// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import SMSLogLogic

/// Makes messages, calls and contacts of rows of Android’s providers.
struct AndroidRows {
    let rows: ImportedRows
    /// The bytes of a part’s file; `nil` if they did not come.
    let data: (_ name: String) -> [UInt8]?

    /// Adds the message of a row, or refuses it.
    func add(_ row: JSONRow, _ kind: AndroidKind, line: Int) {
        do throws(RefusedRow) {
            switch kind {
            case .message: rows.append(try message(row, line), line: line)
            case .multimedia: rows.append(multimedia(row, line))
            case .call: rows.append(try call(row, line), line: line)
            case .contact: addContact(row, line)
            case .blockedNumber: break
            }
        } catch {
            rows.report.refuse(error)
        }
    }

    private func remark(_ reason: RowRemark.Reason, _ line: Int) {
        rows.report.remark(RowRemark(line: line, reason: reason))
    }

    /// A whole number of a row; reports another value.
    private func number(_ row: JSONRow, _ name: String, _ line: Int) -> Int? {
        if let number = row.integer(name) { return number }
        if let text = row[name] { remark(.badValue(name, text), line) }
        return nil
    }

    /// The date of a row; reports an odd one.
    private func date(_ row: JSONRow, inSeconds: Bool = false, _ line: Int) -> RowDate {
        let said = row.date(inSeconds: inSeconds)
        let date = RowDate(
            said, sent: said == nil ? row.details(inSeconds: inSeconds).sent : nil, before: rows.lastDate)
        if let reason = date.remark { remark(reason, line) }
        return date
    }

    private func message(_ row: JSONRow, _ line: Int) throws(RefusedRow) -> MessageDraft {
        guard let type = row.integer("type") else {
            throw RefusedRow(line: line, reason: row["type"].map { .unknownType($0) } ?? .missingType)
        }
        let date = date(row, line)
        let course = BackupElement.course(type, status: type == 2 ? number(row, "status", line) : nil)
        if course == nil { remark(.unknownType(type), line) }
        let (direction, status) = course ?? (.incoming, .received)
        let raw = row["address"] ?? ""
        var address = Address(raw)
        if address.isEmpty {
            address = .unknown
            remark(.missingAddress, line)
        }
        if !row.has("body") { remark(.missingBody, line) }
        var draft = MessageDraft(
            address: address, rawAddress: raw, content: row.words("body") ?? "", date: date.timestamp,
            direction: direction,
            status: status, isRead: number(row, "read", line) != 0, importedName: name(row))
        draft.subject = row.words("subject")
        draft.details = row.details(inSeconds: false)
        draft.details.isUndated = date.isUndated
        return draft
    }

    private func multimedia(_ row: JSONRow, _ line: Int) -> MultimediaDraft {
        let date = date(row, inSeconds: true, line)
        let box = number(row, "msg_box", line)
        let boxed = box.flatMap { BackupElement.course($0, status: nil) }
        if let box, boxed == nil { remark(.unknownType(box), line) }
        let course = boxed ?? BackupElement.course(ofMultimedia: row.integer("m_type"))
        var draft = MessageDraft(
            address: Address(""), rawAddress: "", content: "", date: date.timestamp, direction: .incoming,
            status: .received,
            isRead: number(row, "read", line) != 0, kind: .mms)
        draft.subject = row.words("sub")
        draft.details = row.details(inSeconds: true)
        draft.details.isUndated = date.isUndated
        var message = MultimediaDraft(draft, course: course, line: line)
        if BackupElement.isNotification(row.integer("m_type")) { message.waits = row["ct_l"] ?? "" }
        let people = [row.row("__sender_address")].compactMap { $0 } + row.rows("__recipient_addresses")
        for person in people {
            guard let role = person.integer("type").flatMap(Participant.Role.init(rawValue:)),
                let address = person["address"]
            else { continue }
            message.add(Participant(role, address))
        }
        if people.count <= 2 { message.draft.importedName = row.row("__sender_address").flatMap(name) }
        for part in row.rows("__parts").sorted(by: { ($0.integer("seq") ?? 0) < ($1.integer("seq") ?? 0) }) {
            message.add(part.text("data").map { content(of: part, data: $0) } ?? content(of: part))
        }
        return message
    }

    private func content(of part: JSONRow) -> PartContent {
        let file = part["_data"]?.split(separator: "/").last.map(String.init)
        return PartContent(
            type: part["ct"] ?? MediaType.unknown, name: part["cl"] ?? part["fn"] ?? part["name"],
            written: part.words("text"), charset: part.integer("chset"), bytes: file.flatMap(data) ?? [])
    }

    /// The part whose bytes stand in the row itself: of a text as they are, of anything else in base64.
    private func content(of part: JSONRow, data: String) -> PartContent {
        let type = part["ct"] ?? MediaType.unknown
        let isText = type.lowercased().hasPrefix("text/")
        let decoded = Base64Data(Array(data.utf8).span)
        return PartContent(
            type: type, name: part["cl"] ?? part["fn"] ?? part["name"], written: part.words("text"),
            charset: isText ? 106 : part.integer("chset"), bytes: isText ? Array(data.utf8) : decoded.bytes,
            isDamaged: !isText && decoded.isDamaged)
    }

    private func call(_ row: JSONRow, _ line: Int) throws(RefusedRow) -> MessageDraft {
        guard let type = row.integer("type") else { throw RefusedRow(line: line, reason: .missingType) }
        let date = date(row, line)
        let outcome = CallRow.outcome(type)
        if outcome == nil { remark(.unknownType(type), line) }
        let isKnown = ![2, 3, 4].contains(row.integer("presentation"))
        let isRead = row.integer("is_read").map { $0 != 0 } ?? row.integer("new").map { $0 == 0 }
        var draft = CallRow.draft(
            Call(outcome ?? .answered, seconds: CallRow.seconds(row["duration"]) { remark($0, line) }),
            number: isKnown ? row["number"] : nil, date: date.timestamp, isRead: isRead)
        draft.importedName = name(row) ?? row["name"]
        draft.details = row.details(inSeconds: false)
        draft.details.isUndated = date.isUndated
        return draft
    }

    private func name(_ row: JSONRow) -> String? { row["__display_name"] ?? row["display_name"] }
}

extension AndroidRows {
    /// The sources of a name that is none: an address of mail, or a number.
    private static let sourcesOfNoName: Set = ["10", "20"]
    /// Kinds of numbers at work.
    private static let kindsAtWork: Set = ["3", "4", "17", "18"]

    private func addContact(_ row: JSONRow, _ line: Int) {
        let data = row.rows("raw_contacts").flatMap { $0.rows("contacts_data") }
        func of(_ kind: String) -> [JSONRow] {
            data.filter { $0["mimetype"] == "vnd.android.cursor.item/" + kind }
        }
        var numbers = of("phone_v2").map { phone in
            (text: phone["data1"]?.words ?? "", isWork: phone["data2"].map(Self.kindsAtWork.contains) ?? false)
        }
        numbers += of("email_v2").compactMap { mail in
            mail["data1"].flatMap(MailAddress.text).map { (text: $0, isWork: false) }
        }
        var known: Set<String> = []
        let hasNoName = row["display_name_source"].map(Self.sourcesOfNoName.contains) ?? false
        rows.appendContact(
            named: hasNoName ? nil : (row["display_name"] ?? of("name").first?["data1"])?.words,
            numbers: numbers.filter { known.insert($0.text).inserted }, line: line)
    }
}

/// The kind of a row of SMS Import/Export, by its columns.
///
/// Source: ImportExportMessages.kt, ImportExportCallLog.kt, ImportExportContacts.kt and ImportExportBlockedNumbers.kt of
/// github.com/tmo1/sms-ie.
enum AndroidKind {
    case message, multimedia, call, contact, blockedNumber

    private static let columnsOfMessage = ["address", "body", "date", "type"]

    /// The kind of a row; `nil` for one of another program.
    init?(_ row: JSONRow) {
        if row.has("m_type") || row.has("msg_box") {
            self = .multimedia
        } else if row.has("duration"), row.has("date") || row.has("number") {
            self = .call
        } else if row.has("raw_contacts") {
            self = .contact
        } else if row.has("original_number") {
            self = .blockedNumber
        } else if Self.columnsOfMessage.count(where: row.has) > 1 {
            // One that has lost a column is still refused as a message.
            self = .message
        } else {
            return nil
        }
    }
}

/// A row of Fossify Messages, or of Simple SMS Messenger, from which that comes: Android’s columns, some under other names.
///
/// Source: SmsBackup.kt, MmsBackup.kt, MmsPart.kt, MmsAddress.kt and ExportedMessage.kt of github.com/FossifyOrg/Messages.
enum FossifyRow {
    private static let columns = [
        "subscriptionId": "sub_id", "dateSent": "date_sent", "serviceCenter": "service_center", "contentType": "ct_t",
        "deliveryReport": "d_rpt", "messageType": "m_type", "messageBox": "msg_box", "readReport": "rr",
        "textOnly": "text_only", "subjectCharSet": "sub_cs", "transactionId": "tr_id",
    ]
    private static let columnsOfPart = [
        "contentType": "ct", "charset": "chset", "contentId": "cid", "contentLocation": "cl", "filename": "fn",
        "sequenceOrder": "seq", "contentDisposition": "cd",
    ]

    /// The rows of Android’s provider that a row has; `nil` for one of another program.
    static func rows(_ row: JSONRow) -> [JSONRow]? {
        // Simple SMS Messenger has two lists of each conversation.
        if !row.names.isEmpty, row.names.allSatisfy({ ["mms", "sms"].contains($0) }) {
            return (row.rows("sms") + row.rows("mms")).map(translated)
        }
        guard row.has("backupType") || row.has("messageBox") || row.has("addresses") && row.has("parts") else {
            return nil
        }
        return [translated(row)]
    }

    private static func translated(_ row: JSONRow) -> JSONRow {
        var columns = columns
        // Of a text message it is a column of its own.
        if row.has("parts") { columns["subject"] = "sub" }
        var translated = row.renamed(columns)
        translated.set("__recipient_addresses", to: row.rows("addresses"))
        translated.set("__parts", to: row.rows("parts").map { $0.renamed(columnsOfPart) })
        return translated
    }
}
