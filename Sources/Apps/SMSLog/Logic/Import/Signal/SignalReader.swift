// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain
import Secrets
import Session
import Stores

/// Makes messages of the items of Signal’s conversations.
struct SignalReader {
    let people: SignalPeople
    /// The bytes of a file; nil where it is not there.
    let data: (_ size: Int, _ digest: [UInt8]) -> [UInt8]?

    /// A message with the reactions to it, and what could not be kept.
    ///
    /// - Parameter before: The date of the message before it; nil for the first.
    func drafts(
        _ item: JSONRow, line: Int, after before: Timestamp?
    ) throws(RefusedRow) -> (drafts: [MessageDraft], remarks: [RowRemark.Reason]) {
        let sent = Self.moment(item["dateSent"])
        guard let partner = people.partner(ofChat: item["chatId"]) else {
            throw RefusedRow(line: line, reason: .missingAddress)
        }
        let author = people.recipient(item["authorId"])
        let incoming = item.row("incoming")
        let isOwn =
            item.row("outgoing") != nil || incoming == nil && author?.isSelf == true && !item.has("updateMessage")
        let known = incoming.flatMap { Self.moment($0["dateReceived"]) } ?? sent
        let date = RowDate(known, before: before)
        var remarks = [date.remark].compactMap { $0 }
        var draft = draft(partner, author, isOwn: isOwn, at: date)
        if date.timestamp != sent { draft.details.sent = sent }
        // So Signal itself tells messages apart.
        let key = sent.map {
            "signal:\($0.milliseconds):" + (isOwn ? "me" : author?.address ?? item["authorId"] ?? "")
        }
        draft.details.networkID = key
        draft.isKnownByNetworkID = key != nil
        draft.isRead = incoming?.isSet("read") ?? true
        if let (call, isRead) = SignalUpdate.call(item) {
            return ([Self.call(call, isRead: isRead, like: draft)], remarks)
        }
        if isOwn { draft.status = Self.status(item.row("outgoing")?.rows("sendStatus") ?? []) }
        let content = SignalContent(item, people)
        if let unknown = content.unknown { remarks.append(.unknownElement(unknown)) }
        draft.content = content.text
        if let pointer = content.longText, let whole = bytes(pointer),
            let text = String(validating: whole, as: UTF8.self)
        {
            draft.content = text.replacing("\0", with: "\u{FFFD}")
        }
        let before = item.rows("revisions").map { SignalContent($0, people).text }.filter { !$0.isEmpty }
        let said = draft.content
        if item.has("revisions"), !before.isEmpty {
            draft.content += (said.isEmpty ? "" : "\n") + AppleWords.edited(before: before)
        }
        draft.subject = content.subject
        draft.isWithdrawn = content.isWithdrawn
        remarks += addParts(content.pointers, to: &draft)
        let reactions = content.reactions.compactMap { reaction($0, to: said, in: partner, of: key, at: draft.date) }
        for reaction in reactions where reaction.details.isUndated { remarks.append(.dateBefore) }
        return ([draft] + reactions, remarks)
    }

    private func draft(
        _ partner: SignalPeople.Recipient, _ author: SignalPeople.Recipient?, isOwn: Bool, at date: RowDate
    ) -> MessageDraft {
        let address = Address(partner.address)
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: partner.address, content: "",
            date: date.timestamp,
            direction: isOwn ? .outgoing : .incoming, status: isOwn ? .sent : .received,
            kind: partner.isGroup ? .mms : .sms, importedName: partner.name)
        draft.details.sim = MessageDetails.signal
        draft.details.isUndated = date.isUndated
        if partner.isGroup, !isOwn, let author, !author.isSelf, !author.isGroup {
            draft.sender = Address(author.address)
            draft.participants = [Participant(.from, author.address)]
        }
        // Of a group that is called by its name, nothing else says who is in it.
        for other in partner.others where isOwn || other != author?.address {
            draft.participants.append(Participant(.to, other))
        }
        return draft
    }

    private static func call(_ call: Call, isRead: Bool, like draft: MessageDraft) -> MessageDraft {
        var draft = draft
        draft.call = call
        draft.kind = .call
        draft.participants = []
        let isOwn = call.outcome == .made
        (draft.direction, draft.status) = isOwn ? (.outgoing, .sent) : (.incoming, .received)
        draft.isRead = isRead || call.outcome != .missed
        return draft
    }

    /// How far a message has come with all who were to get it.
    private static func status(_ rows: [JSONRow]) -> SendStatus {
        let states = rows.filter { !$0.has("skipped") }
        func has(_ name: String) -> Bool { states.contains { $0.has(name) } }
        if has("failed") { return .failed }
        if states.isEmpty { return .sent }
        let arrived = ["delivered", "read", "viewed"]
        if states.allSatisfy({ state in arrived.contains { state.has($0) } }) { return .delivered }
        return has("sent") || arrived.contains(where: has) ? .sent : .pending
    }

    private func addParts(_ pointers: [JSONRow], to draft: inout MessageDraft) -> [RowRemark.Reason] {
        var remarks: [RowRemark.Reason] = []
        for pointer in pointers {
            let bytes = bytes(pointer) ?? []
            let name = pointer["fileName"]
            let digest = bytes.isEmpty ? nil : Digest(bytes: SHA256.hash(bytes))
            let type = pointer["contentType"] ?? MessagePart.type(ofFile: name)
            draft.parts.append(MessagePart(name: name, contentType: type, size: bytes.count, digest: digest))
            if let digest { draft.data[digest] = bytes } else if let name { remarks.append(.absentFile(name)) }
        }
        guard !draft.parts.isEmpty else { return remarks }
        draft.kind = .mms
        if !draft.content.isEmpty {
            draft.parts.append(
                MessagePart(name: nil, contentType: "text/plain", size: draft.content.utf8.count, text: draft.content))
        }
        return remarks
    }

    private func bytes(_ pointer: JSONRow) -> [UInt8]? {
        guard let info = pointer.row("locatorInfo"), let size = info.integer("size"),
            let digest = info["plaintextHash"].flatMap({ Data(base64Encoded: $0) })
        else { return nil }
        return data(size, Array(digest))
    }

    /// A reaction as a message of its own; nil for one that does not tell whose it is.
    ///
    /// - Parameters:
    ///   - key: What Signal tells the message by; nil where it does not.
    ///   - before: The date of the message.
    private func reaction(
        _ row: JSONRow, to text: String, in partner: SignalPeople.Recipient, of key: String?, at before: Timestamp
    ) -> MessageDraft? {
        guard let author = people.recipient(row["authorId"]), let emoji = row.text("emoji") else { return nil }
        let known = Self.moment(row["sentTimestamp"])
        let date = RowDate(known, before: before)
        var draft = draft(partner, author, isOwn: author.isSelf, at: date)
        let quoted = text.contains { !$0.isWhitespace } ? AppleWords.quotation(text) : "an attachment"
        draft.content = "Reacted \(emoji) to \(quoted)"
        if let key, let known {
            draft.details.networkID = "\(key):\(known.milliseconds):" + (author.isSelf ? "me" : author.address)
            draft.isKnownByNetworkID = true
        }
        return draft
    }

    /// A point in time in milliseconds; nil for none that can be.
    private static func moment(_ text: String?) -> Timestamp? {
        guard let number = text.flatMap({ Int64($0) }), (1...Int64(BackupElement.latest)).contains(number) else {
            return nil
        }
        return Timestamp(milliseconds: number)
    }
}
