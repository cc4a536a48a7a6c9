// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What a column of a table of messages says; the words are those that somebody types for it.
package enum TableColumn: String, CaseIterable, Sendable {
    /// When, with or without a time of day.
    case date
    /// The time of day, where it stands apart.
    case time
    /// The text.
    case text
    /// Who sent.
    case from
    /// Who got it.
    case to
    /// The other end, whichever way it went.
    case number
    /// Which way it went.
    case direction
    /// Whether the user sent it: yes or no.
    case mine
    /// How the other end is called.
    case name
    /// How the conversation is called.
    case chat
    /// How far it has come.
    case status
    /// Whether it was read.
    case read
    /// What kind of message it is, or a call.
    case kind
    /// What it is about.
    case subject
    /// What it answers.
    case reply
    /// The names of its files.
    case files
    /// The media types of its files.
    case types
    /// Their SHA-256.
    case sha256
    /// Whom it names, each with a role.
    case participants
    /// When the other end sent it.
    case sent
    /// When it arrived.
    case delivered
    /// The card or the account.
    case sim
    /// The network’s centre.
    case centre
    /// Whether it is protected.
    case locked
    /// How a call went.
    case call
    /// How long a call took, in seconds.
    case seconds
    /// Why it failed.
    case failure
    /// The other end as it was written.
    case written
    /// What the network calls it.
    case network
    /// Whether the date only tells where it stands.
    case undated

    /// What programs call the column, in small letters and figures alone.
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

    /// A name as it is compared: without capitals, marks on letters, blanks and signs.
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
