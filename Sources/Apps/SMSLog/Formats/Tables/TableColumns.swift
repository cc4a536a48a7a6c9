// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import SMSLogLogic

/// The places of the columns in a table of messages.
struct TableColumns {
    /// The names of all columns.
    let names: [String]
    /// Whether the first row names them, and is no message.
    let hasHead: Bool
    /// The unknown columns.
    let unknown: [Int]
    /// The places of the columns, by the columns’ own numbers; -1 for one that the table does not have.
    private let places: [Int]

    /// Reads the first row, and the user’s mapping beside it.
    ///
    /// - Throws: `ImportFault.absentColumn`, `ImportFault.unknownColumns` if that is not enough.
    init(_ first: [String], _ mapping: TableMapping? = nil) throws(ImportFault) {
        let said = try Self.places(in: first, mapping)
        // If all are mapped by their places, a date in the first row shows that it is a message.
        let isHeadless =
            said.date.map { TableDate(first[$0], in: .gmt) != nil } ?? false
            && (mapping?.columns.values.allSatisfy { Int($0) != nil && !first.contains($0) } ?? false)
        hasHead = !isHeadless
        names = isHeadless ? first.indices.map { String($0 + 1) } : first
        let places = isHeadless ? said.places : Self.filled(said.places, from: first)
        self.places = TableColumn.allCases.map { places[$0] ?? -1 }
        // The number in another program means nothing here.
        unknown = first.indices.filter { index in
            !isHeadless && !places.values.contains(index) && !["", "id"].contains(TableColumn.plain(first[index]))
        }
        let missing = Self.missing(in: places)
        guard missing.isEmpty else { throw .unknownColumns(found: first, missing: missing) }
    }

    /// Whether the first row of a table names the columns that messages need.
    static func begin(_ first: [String]) -> Bool { missing(in: filled([:], from: first)).isEmpty }

    subscript(column: TableColumn) -> Int? { places[column.rawValue] < 0 ? nil : places[column.rawValue] }

    private static func places(
        in first: [String], _ mapping: TableMapping?
    ) throws(ImportFault) -> (places: [TableColumn: Int], date: Int?) {
        var places: [TableColumn: Int] = [:]
        for (column, name) in mapping?.columns ?? [:] {
            let plain = TableColumn.plain(name)
            let place =
                first.firstIndex(of: name) ?? first.firstIndex { !plain.isEmpty && TableColumn.plain($0) == plain }
                ?? Int(name).flatMap { Array(first.indices)[number: $0] }
            guard let place else { throw .absentColumn(name: name, found: first) }
            places[column] = place
        }
        return (places, places[.date])
    }

    /// The mapping, and the other columns by their names; the first of a column’s names counts most.
    private static func filled(_ said: [TableColumn: Int], from first: [String]) -> [TableColumn: Int] {
        var places = said
        var taken = Set(said.values)
        let plain = first.map(TableColumn.plain)
        for column in TableColumn.allCases where places[column] == nil {
            for name in column.names {
                guard let place = plain.indices.first(where: { plain[$0] == name && !taken.contains($0) }) else {
                    continue
                }
                places[column] = place
                taken.insert(place)
                break
            }
        }
        // A time alone is the whole date.
        if places[.date] == nil, let time = places[.time] ?? places[.sent] {
            places[.date] = time
            places[.time] = nil
        }
        return places
    }

    /// The required columns that are missing.
    private static func missing(in places: [TableColumn: Int]) -> [TableColumn] {
        func has(_ columns: TableColumn...) -> Bool { columns.contains { places[$0] != nil } }
        var missing: [TableColumn] = []
        if !has(.date) { missing.append(.date) }
        if !has(.text, .call) { missing.append(.text) }
        if !has(.direction, .mine, .from, .to, .call) { missing.append(.direction) }
        if !has(.number, .from, .to, .name, .chat) { missing.append(.number) }
        return missing
    }
}

/// A row of a table of messages.
struct TableRow {
    let columns: TableColumns
    let fields: [String]
    /// The line on which it begins, from 1.
    let line: Int

    /// The field of a column; `nil` if it is empty or there is none.
    subscript(column: TableColumn) -> String? {
        guard let place = columns[column], place < fields.count else { return nil }
        let text = fields[place]
        // Most texts have something in ASCII, for which no tables are needed.
        guard text.utf8.contains(where: { $0 > 0x20 && $0 < 0x7F }) || text.contains(where: { !$0.isWhitespace }) else {
            return nil
        }
        return text
    }

    /// The text as it is, blanks and all.
    var text: String {
        guard let place = columns[.text], place < fields.count else { return "" }
        return fields[place]
    }

    /// Whether the row ends before the column of the text.
    var lacksText: Bool { columns[.text].map { $0 >= fields.count } ?? false }

    /// The date with its time, as they are written.
    var date: String? {
        guard let date = self[.date] else { return nil }
        return self[.time].map { date + " " + $0 } ?? date
    }

    /// Whether the name in the row of a group is that of the group, as beside the numbers of all its members.
    var namesGroup: Bool { self[.from] == nil || people(.number).count > 1 }

    /// Several values of one field, a line each.
    func list(_ column: TableColumn) -> [String] {
        guard let place = columns[column], place < fields.count, !fields[place].isEmpty else { return [] }
        return fields[place].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }

    /// The people in a field, between semicolons, or between commas if these are numbers or addresses of mail.
    func people(_ column: TableColumn) -> [String] {
        guard let text = self[column] else { return [] }
        let isOne = text.utf8.allSatisfy { byte in
            switch byte {
            case ..<0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "~"), UInt8(ascii: "|"): false
            default: true
            }
        }
        if isOne { return [TableText.trimmed(text)].filter { !$0.isEmpty } }
        func split(_ signs: String) -> [String] {
            text.split { signs.contains($0) }.map { TableText.trimmed($0) }.filter { !$0.isEmpty }
        }
        let parts = split(",;~|\n")
        let isListed = parts.count > 1 && parts.allSatisfy { Address($0).isDialable || Address($0).isPersonal }
        return isListed ? parts : split(";~\n")
    }
}

extension TableColumn {
    /// Programs’ names for the column, in small letters and figures alone.
    var names: [String] {
        switch self {
        case .date:
            [
                "date", "datetime", "timestamp", "messagedate", "dateandtime", "datesent", "datereceived", "when",
                "sentat",
                "receivedat", "datum", "fecha", "data", "horodatage", "日期", "时间", "日期时间",
            ]
        case .time: ["time", "timeofday", "heure", "uhrzeit", "zeit", "hora", "ora"]
        case .text:
            [
                "text", "body", "message", "content", "messagetext", "messagebody", "msg", "sms", "texte", "nachricht",
                "mensaje", "mensagem", "messaggio", "内容", "消息", "短信内容",
            ]
        case .from:
            [
                "from", "sender", "senderid", "sendernumber", "fromnumber", "author", "source", "de", "expediteur",
                "von",
                "absender", "remitente", "发件人", "发送者", "发送方",
            ]
        case .to:
            [
                "to", "recipient", "recipients", "receiver", "tonumber", "recipientnumber", "destination", "a",
                "destinataire",
                "an", "empfanger", "destinatario", "para", "收件人", "接收者", "接收方",
            ]
        case .number:
            [
                "number", "address", "phone", "phonenumber", "contactnumber", "tel", "telephone", "mobile", "numero",
                "telefon", "nummer", "rufnummer", "telefono", "号码", "电话", "电话号码", "手机号",
            ]
        case .direction:
            [
                "direction", "type", "messagetype", "folder", "box", "sentreceived", "richtung", "typ", "sens", "类型",
                "方向",
            ]
        case .mine: ["isfromme", "fromme", "isoutgoing", "issent", "outgoing"]
        case .name:
            ["name", "contact", "contactname", "displayname", "sendername", "nom", "kontakt", "nombre", "姓名", "联系人"]
        case .chat:
            [
                "chat", "conversation", "thread", "chatsession", "chatname", "threadname", "conversationname", "group",
                "groupname",
            ]
        case .status: ["status", "state", "messagestatus"]
        case .read: ["read", "isread", "seen"]
        case .kind: ["kind"]
        case .subject: ["subject", "objet", "betreff", "asunto", "主题"]
        case .reply: ["replyingto", "inreplyto"]
        case .files: ["attachments", "attachment", "files", "file", "attachmentname", "media"]
        case .types: ["types", "attachmenttype", "attachmenttypes", "mimetype", "contenttype"]
        case .sha256: ["sha256"]
        case .participants: ["participants"]
        case .sent: ["sent", "sentdate"]
        case .delivered: ["delivered", "delivereddate", "datedelivered"]
        case .sim: ["sim", "service", "simslot", "subid", "account"]
        case .centre: ["centre", "servicecenter", "smsc"]
        case .locked: ["locked"]
        case .call: ["call", "calltype"]
        case .seconds: ["seconds", "duration"]
        case .failure: ["failure", "error"]
        case .written: ["written"]
        case .network: ["network", "guid", "messageid"]
        case .undated: ["undated"]
        }
    }

    /// A name in the form for comparison: without capitals, marks on letters, blanks and signs.
    static func plain(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            // Words that are compared in each row are in ASCII.
            return String(
                decoding: name.utf8.lazy.compactMap { byte -> UInt8? in
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
                    default: nil
                    }
                }, as: UTF8.self)
        }
        let folded = name.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        return folded.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
