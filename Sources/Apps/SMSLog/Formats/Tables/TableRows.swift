// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// Makes messages of the rows of a table.
struct TableRows {
    let outline: TableOutline
    let zone: Zone
    /// The SHA-256 of those files of the table whose bytes are there already.
    let kept: Set<String>
    /// The bytes of a file that lies beside the table.
    let data: (String) -> [UInt8]?

    /// The message of a row, and the parts of it that could not be kept.
    ///
    /// - Parameter before: The date of the row before.
    func draft(
        _ row: TableRow, after before: Timestamp?
    ) throws(RefusedRow) -> (draft: MessageDraft, remarks: [RowRemark.Reason]) {
        func refusal(_ reason: RefusedRow.Reason) -> RefusedRow { RefusedRow(line: row.line, reason: reason) }
        var remarks: [RowRemark.Reason] = []
        let call = call(row) { remarks.append($0) }
        guard let course = course(row, call) else {
            throw refusal(row[.direction].map { .unknownType($0) } ?? .missingType)
        }
        let isOwn = course.direction == .outgoing
        let details = details(row) { remarks.append($0) }
        let date = RowDate(row.date.flatMap(moment), sent: details.sent, before: before)
        if let reason = date.remark { remarks.append(reason) }
        let ends = ends(row, isOwn: isOwn).joined(separator: "~")
        var address = outline.address(ends)
        if address.isEmpty {
            address = .unknown
            if course.status != .draft { remarks.append(.missingAddress) }
        }
        var draft = MessageDraft(
            address: address, rawAddress: row[.written] ?? ends, content: content(row),
            date: date.timestamp,
            direction: course.direction,
            status: isOwn ? status(row, course.status) { remarks.append($0) } : .received,
            isRead: isRead(row) { remarks.append($0) }, importedName: row[.name])
        if address.isGroup {
            draft.importedName = row[.chat] ?? (row.namesGroup ? row[.name] : nil)
        } else if isOwn, row[.from] != nil, row[.number] == nil, row[.chat] == nil {
            // It names who sent.
            draft.importedName = nil
        }
        if !isOwn, let sender = row[.from], !outline.isUser(sender), Address(sender) != address {
            draft.sender = Address(sender)
        }
        draft.subject = ChatWords.subject(row[.subject], answering: row[.reply].map(ChatWords.quotation))
        draft.details = details
        draft.details.isUndated = date.isUndated || flag(row, .undated) { remarks.append($0) } ?? false
        draft.failure = row[.failure]
        draft.call = call
        if call != nil { draft.kind = .call } else { addParts(of: row, to: &draft, &remarks) }
        // A row of too few fields may have lost its text, or have it in another column.
        if call == nil, draft.parts.isEmpty, row.lacksText { remarks.append(.missingBody) }
        return (draft, remarks)
    }

    private func moment(_ text: String) -> Timestamp? { TableDate(text, in: zone)?.date(outline.order, in: zone) }

    private func course(_ row: TableRow, _ call: Call?) -> TableWords.Course? {
        if let course = outline.course(row) { return course }
        if TableWords.isNotice(row[.direction] ?? "") { return (.incoming, .received) }
        guard let call, row[.direction] == nil else { return nil }
        return call.outcome == .made ? (.outgoing, .sent) : (.incoming, .received)
    }

    private func content(_ row: TableRow) -> String {
        guard TableWords.isNotice(row[.direction] ?? "") else { return row.text }
        return "(" + row.text.trimmingCharacters(in: .whitespacesAndNewlines) + ")"
    }

    /// Whether a row says yes; `nil` if it says nothing, or another word, which `remark` receives.
    private func flag(_ row: TableRow, _ column: TableColumn, _ remark: (RowRemark.Reason) -> Void) -> Bool? {
        guard let word = row[column] else { return nil }
        let flag = TableWords.flag(word)
        if flag == nil { remark(.badValue(column.word, word)) }
        return flag
    }

    private func call(_ row: TableRow, _ remark: (RowRemark.Reason) -> Void) -> Call? {
        let isCall = row[.kind].map { TableColumn.plain($0).contains("call") } ?? (row[.text] == nil)
        guard isCall, let word = row[.call] ?? row[.direction], let outcome = TableWords.outcome(word),
            row[.call] != nil || row[.kind] != nil
        else { return nil }
        return Call(outcome, seconds: CallRow.seconds(row[.seconds], remark))
    }

    /// The other end, or the other ends of a group.
    private func ends(_ row: TableRow, isOwn: Bool) -> [String] {
        let number = row.people(.number)
        if !number.isEmpty { return number }
        let named = row.people(.to)
        let recipients = named.filter { !outline.isUser($0) }
        if isOwn, !recipients.isEmpty { return recipients }
        // A message to the user alone is from one person.
        let isOfAll = outline.isOneConversation && named.isEmpty && (isOwn || row[.from] != nil)
        if let chat = row[.chat] ?? (isOfAll ? "" : nil),
            let members = outline.members(of: chat.isEmpty ? nil : chat)
        {
            return members
        }
        if !isOwn, let sender = row[.from], !outline.isUser(sender) { return [sender] + recipients }
        return [row[.chat] ?? row[.name]].compactMap { $0 }
    }

    private func status(
        _ row: TableRow, _ status: SendStatus, _ remark: (RowRemark.Reason) -> Void
    ) -> SendStatus {
        guard status == .sent, let word = row[.status] else { return status }
        let known = TableWords.status(word)
        // A number is one of Android’s, beside its type.
        if known == nil, Int(word) == nil { remark(.badValue(TableColumn.status.word, word)) }
        return known ?? status
    }

    private func isRead(_ row: TableRow, _ remark: (RowRemark.Reason) -> Void) -> Bool {
        guard row[.read] == nil else { return flag(row, .read, remark) ?? true }
        return row[.status].map(TableColumn.plain) != "unread"
    }

    private func details(_ row: TableRow, _ remark: (RowRemark.Reason) -> Void) -> MessageDetails {
        var details = MessageDetails()
        func other(_ column: TableColumn) -> Timestamp? {
            guard outline.columns[column] != outline.columns[.date], let text = row[column] else { return nil }
            let date = moment(text)
            if date == nil { remark(.badDate(text)) }
            return date
        }
        details.sent = other(.sent)
        details.delivered = other(.delivered)
        details.sim = row[.sim]
        details.centre = row[.centre]
        details.networkID = row[.network]
        details.isLocked = flag(row, .locked, remark) ?? false
        return details
    }

    private func addParts(of row: TableRow, to draft: inout MessageDraft, _ remarks: inout [RowRemark.Reason]) {
        let (names, types, digests) = (row.list(.files), row.list(.types), row.list(.sha256))
        for index in 0..<max(names.count, types.count) {
            func value(_ values: [String]) -> String? {
                values.indices.contains(index) && !values[index].isEmpty ? values[index] : nil
            }
            let name = value(names)
            var bytes = name.flatMap(data) ?? []
            var digest = bytes.isEmpty ? nil : Digest(bytes: SHA256.hash(bytes))
            if let said = value(digests), said != digest?.description {
                // A file of that name that is another one is none of the message’s.
                bytes = []
                digest = kept.contains(said) ? Digest(text: said) : nil
            }
            let type = value(types) ?? MessagePart.type(ofFile: name)
            draft.parts.append(MessagePart(name: name, contentType: type, size: bytes.count, digest: digest))
            if let digest, !bytes.isEmpty { draft.data[digest] = bytes }
            if digest == nil, let name { remarks.append(.absentFile(name)) }
        }
        for text in row.list(.participants) {
            let words = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, let role = Participant.Role.allCases.first(where: { "\($0)" == words[0] }) else {
                continue
            }
            draft.participants.append(Participant(role, words[1]))
        }
        let isSMS = row[.kind].map { TableColumn.plain($0) == "sms" }
        guard !(isSMS ?? (draft.parts.isEmpty && !draft.address.isGroup)) else { return }
        draft.kind = .mms
        if draft.participants.isEmpty, let sender = draft.sender {
            draft.participants = [Participant(.from, sender.text)]
        }
        draft.endParts()
    }
}

/// The words of tables: for the direction, the status and the sender of a message.
enum TableWords {
    typealias Course = (direction: MessageDirection, status: SendStatus)

    private static let received: Set = [
        "incoming", "in", "inbox", "received", "receive", "recv", "inbound", "deliver", "from", "recu", "entrant",
        "empfangen", "eingehend", "eingang", "recibido", "recibidos", "entrante", "recebido", "recebida", "ricevuto",
        "收到",
        "接收", "收件箱", "已接收", "收",
    ]
    private static let sent: Set = [
        "outgoing", "out", "sent", "send", "outbound", "submit", "to", "sentitems", "envoye", "sortant", "gesendet",
        "ausgehend", "ausgang", "enviado", "enviados", "saliente", "enviada", "inviato", "发送", "已发送", "发件箱", "发",
    ]

    /// The direction that a column of a row states; `nil` if none does, or its word is unknown.
    ///
    /// - Parameter sent: The word for messages that the user sent; `nil` for the usual ones.
    static func course(of row: TableRow, sent: String?) -> Course? {
        if let mine = row[.mine].flatMap(flag) { return mine ? (.outgoing, .sent) : (.incoming, .received) }
        guard let word = row[.direction] else { return nil }
        guard let sent else { return course(word, status: row[.status]) }
        return TableColumn.plain(word) == sent ? (.outgoing, .sent) : (.incoming, .received)
    }

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

    /// The status of a message that was sent; `nil` for an unknown word.
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

    /// Whether a word means yes; `nil` for one that means neither.
    static func flag(_ word: String) -> Bool? {
        switch TableColumn.plain(word) {
        case "1", "yes", "true", "y", "oui", "ja", "si", "sim", "read", "是": true
        case "0", "no", "false", "n", "non", "nein", "nao", "unread", "", "否": false
        default: nil
        }
    }

    /// Whether a row is a notice, which no person wrote.
    static func isNotice(_ word: String) -> Bool { ["notification", "system"].contains(TableColumn.plain(word)) }

    /// Whether a word stands for the user.
    static func isUser(_ word: String) -> Bool {
        // No word has a digit, and most that is asked for is a number.
        !word.utf8.contains { $0 &- 0x30 < 10 } && users.contains(TableColumn.plain(word))
    }

    private static let users: Set = [
        "me", "you", "self", "myself", "owner", "moi", "vous", "ich", "yo", "eu", "io", "我", "您", "本机",
    ]

    static func outcome(_ word: String) -> Call.Outcome? {
        let plain = TableColumn.plain(word)
        if let own = Call.Outcome.allCases.first(where: { "\($0)" == plain }) { return own }
        if let number = Int(plain) { return CallRow.outcome(number) }
        if plain.hasPrefix("miss") { return .missed }
        guard let course = course(word) else { return nil }
        return course.direction == .incoming ? .answered : .made
    }
}
