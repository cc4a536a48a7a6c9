// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain

/// What tables say in words: which way a message went, how far it has come, who wrote it.
enum TableWords {
    /// Which way a message went, and how far it has come.
    typealias Course = (direction: MessageDirection, status: SendStatus)

    private static let received = [
        "incoming", "in", "inbox", "received", "receive", "recv", "inbound", "deliver", "from", "recu", "entrant",
        "empfangen", "eingehend", "eingang", "recibido", "recibidos", "entrante", "recebido", "recebida", "ricevuto",
        "收到",
        "接收", "收件箱", "已接收", "收",
    ]
    private static let sent = [
        "outgoing", "out", "sent", "send", "outbound", "submit", "to", "sentitems", "envoye", "sortant", "gesendet",
        "ausgehend", "ausgang", "enviado", "enviados", "saliente", "enviada", "inviato", "发送", "已发送", "发件箱", "发",
    ]

    /// The course that a word stands for; a number is one of Android’s, with the status beside it.
    static func course(_ word: String, status: String? = nil) -> Course? {
        if let number = Int(word) { return BackupElement.course(number, status: status.flatMap { Int($0) }) }
        let plain = TableColumn.plain(word)
        if received.contains(plain) { return (.incoming, .received) }
        if sent.contains(plain) { return (.outgoing, .sent) }
        switch plain {
        case "draft", "drafts", "brouillon", "entwurf", "borrador", "草稿": return (.outgoing, .draft)
        case "failed", "fail": return (.outgoing, .failed)
        case "outbox", "queued", "pending": return (.outgoing, .pending)
        default: return nil
        }
    }

    /// How far a message that was sent has come; nil for a word that does not tell.
    static func status(_ word: String) -> SendStatus? {
        switch TableColumn.plain(word) {
        case "sent": .sent
        case "delivered", "read", "complete": .delivered
        case "failed", "notdelivered", "undelivered", "error": .failed
        case "pending", "queued", "sending": .pending
        case "draft": .draft
        default: nil
        }
    }

    /// Whether a word means yes; nil for one that means neither.
    static func flag(_ word: String) -> Bool? {
        switch TableColumn.plain(word) {
        case "1", "yes", "true", "y", "oui", "ja", "si", "sim", "read", "是": true
        case "0", "no", "false", "n", "non", "nein", "nao", "unread", "", "否": false
        default: nil
        }
    }

    /// Whether a row is none that somebody wrote.
    static func isNotice(_ word: String) -> Bool { ["notification", "system"].contains(TableColumn.plain(word)) }

    /// Whether a word stands for the user.
    static func isUser(_ word: String) -> Bool {
        ["me", "you", "self", "myself", "owner", "moi", "vous", "ich", "yo", "eu", "io", "我", "您", "本机"]
            .contains(TableColumn.plain(word))
    }

    /// How a call went.
    static func outcome(_ word: String) -> Call.Outcome? {
        let plain = TableColumn.plain(word)
        if let own = Call.Outcome.allCases.first(where: { "\($0)" == plain }) { return own }
        if let number = Int(plain) { return CallRow.outcome(number) }
        if plain.hasPrefix("miss") { return .missed }
        guard let course = course(word) else { return nil }
        return course.direction == .incoming ? .answered : .made
    }
}
