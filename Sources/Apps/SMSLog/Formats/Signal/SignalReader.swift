// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// Makes messages of the items of Signal’s conversations.
struct SignalReader {
    let people: SignalPeople
    /// The bytes of a file; `nil` if it is not there.
    let data: (_ size: Int, _ digest: [UInt8]) -> [UInt8]?

    /// A message with the reactions to it, and the parts that could not be kept.
    ///
    /// - Parameter before: The date of the message before it; `nil` for the first.
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
        // Signal itself distinguishes messages so.
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
        if let pointer = content.longText {
            if let whole = bytes(pointer), let text = String(validating: whole, as: UTF8.self) {
                draft.content = people.named(text, content.ranges)
            } else {
                remarks.append(.missingLongText)
            }
        }
        let before = item.rows("revisions").map { SignalContent($0, people).text }.filter { !$0.isEmpty }
        let said = draft.content
        if item.has("revisions"), !before.isEmpty {
            draft.content += (said.isEmpty ? "" : "\n") + ChatWords.edited(before: before)
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
        // Nothing else records the members of a group known by its name.
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

    /// The status of a message over all of its recipients.
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
            draft.attach(bytes, named: name, type: pointer["contentType"] ?? MessagePart.type(ofFile: name))
            if bytes.isEmpty, let name { remarks.append(.absentFile(name)) }
        }
        draft.endParts()
        return remarks
    }

    private func bytes(_ pointer: JSONRow) -> [UInt8]? {
        guard let info = pointer.row("locatorInfo"), let size = info.integer("size"),
            let digest = info["plaintextHash"].flatMap({ Data(base64Encoded: $0) })
        else { return nil }
        return data(size, Array(digest))
    }

    /// A reaction as a message of its own; `nil` for one that does not show its sender.
    ///
    /// - Parameters:
    ///   - key: Signal’s key for the message; `nil` if it has none.
    ///   - before: The date of the message.
    private func reaction(
        _ row: JSONRow, to text: String, in partner: SignalPeople.Recipient, of key: String?, at before: Timestamp
    ) -> MessageDraft? {
        guard let author = people.recipient(row["authorId"]), let emoji = row.text("emoji") else { return nil }
        let known = Self.moment(row["sentTimestamp"])
        let date = RowDate(known, before: before)
        var draft = draft(partner, author, isOwn: author.isSelf, at: date)
        let quoted = text.contains { !$0.isWhitespace } ? ChatWords.quotation(text) : "an attachment"
        draft.content = "Reacted \(emoji) to \(quoted)"
        if let key, let known {
            draft.details.networkID = "\(key):\(known.milliseconds):" + (author.isSelf ? "me" : author.address)
            draft.isKnownByNetworkID = true
        }
        return draft
    }

    /// A point in time in milliseconds; `nil` for none that can be.
    private static func moment(_ text: String?) -> Timestamp? {
        guard let number = text.flatMap({ Int64($0) }), (1...Int64(MessageTime.latest)).contains(number) else {
            return nil
        }
        return Timestamp(milliseconds: number)
    }
}

/// The content of an item of a conversation of Signal: its text, or in parentheses its kind.
struct SignalContent {
    private(set) var text = ""
    /// The files, as they are pointed at.
    private(set) var pointers: [JSONRow] = []
    /// A file that has the whole of a long text.
    private(set) var longText: JSONRow?
    /// The people who are mentioned in the text.
    private(set) var ranges: [JSONRow] = []
    /// The message that it answers; `nil` for one that answers nothing.
    private(set) var subject: String?
    /// The reactions of others.
    private(set) var reactions: [JSONRow] = []
    /// Whether its sender has taken it back.
    private(set) var isWithdrawn = false
    /// The name of an item that is not known.
    private(set) var unknown: String?

    private static let facts: Set = [
        "chatId", "authorId", "dateSent", "expireStartDate", "expiresInMs", "revisions", "sms", "incoming", "outgoing",
        "directionless", "pinDetails",
    ]

    /// - Parameter people: The people whom changes in a group name.
    init(_ item: JSONRow, _ people: SignalPeople) {
        guard let kind = item.names.first(where: { !Self.facts.contains($0) && item.row($0) != nil }),
            let row = item.row(kind)
        else {
            text = "(nothing that Signal has told)"
            unknown = "chatItem"
            return
        }
        reactions = row.rows("reactions")
        switch kind {
        case "standardMessage": readMessage(row, people)
        case "contactMessage": text = Self.contact(row.row("contact"))
        case "stickerMessage":
            let sticker = row.row("sticker")
            text = ["(sticker", sticker?["emoji"]].compactMap { $0 }.joined(separator: " ") + ")"
            pointers = [sticker?.row("data")].compactMap { $0 }
        case "remoteDeletedMessage":
            text = ChatWords.retracted
            isWithdrawn = true
        case "viewOnceMessage":
            text = "(view-once message)"
            pointers = [row.row("attachment")?.row("pointer")].compactMap { $0 }
        case "directStoryReplyMessage":
            let reply = row.row("textReply")
            subject = "Re: a story"
            text = people.text(reply?.row("text")) ?? row.text("emoji") ?? ""
            ranges = reply?.row("text")?.rows("bodyRanges") ?? []
            longText = reply?.row("longText")
        case "paymentNotification":
            let amount = row["amountMob"].map { " of \($0) MOB" } ?? ""
            text = "(payment\(amount))" + (row.text("note").map { "\n" + $0 } ?? "")
        case "giftBadge": text = "(gift badge)"
        case "poll": text = Self.poll(row)
        case "updateMessage": text = SignalUpdate.text(row, people)
        default:
            text = "(\(SignalUpdate.words(kind)))"
            unknown = kind
        }
    }

    private mutating func readMessage(_ row: JSONRow, _ people: SignalPeople) {
        text = people.text(row.row("text")) ?? ""
        ranges = row.row("text")?.rows("bodyRanges") ?? []
        longText = row.row("longText")
        for attachment in row.rows("attachments") {
            guard let pointer = attachment.row("pointer") else { continue }
            pointers.append(pointer)
            if let caption = pointer.text("caption"), !caption.isEmpty { text += (text.isEmpty ? "" : "\n") + caption }
        }
        // The typed text has the address of a page already.
        for preview in row.rows("linkPreview") {
            if let url = preview.text("url"), !text.contains(url) { text += (text.isEmpty ? "" : "\n") + url }
        }
        guard let quote = row.row("quote") else { return }
        let said = people.text(quote.row("text")) ?? ""
        subject = "Re: " + (said.isEmpty ? Self.kind(of: quote) : ChatWords.quotation(said))
    }

    private static func kind(of quote: JSONRow) -> String {
        guard let first = quote.rows("attachments").first else { return "a message" }
        return first["fileName"].map { ChatWords.quotation($0) } ?? "an attachment"
    }

    private static func contact(_ contact: JSONRow?) -> String {
        let name = contact?.row("name")
        let words = ["prefix", "givenName", "middleName", "familyName", "suffix"].compactMap { name?[$0] }
        let said = words.isEmpty ? name?["nickname"] ?? contact?["organization"] : words.joined(separator: " ")
        let ways = (contact?.rows("number") ?? []) + (contact?.rows("email") ?? [])
        return "(contact) " + ([said].compactMap { $0 } + ways.compactMap { $0["value"] }).joined(separator: ", ")
    }

    private static func poll(_ row: JSONRow) -> String {
        let options = row.rows("options").map { "\n- \($0.text("option") ?? ""): \($0.rows("votes").count)" }
        return "(poll) " + (row.text("question") ?? "") + options.joined()
    }
}

/// Signal’s own texts in a conversation: a change, or a call.
enum SignalUpdate {
    /// The change, in parentheses.
    ///
    /// It is stored in the language of the import; in another one it is matched by Signal’s own name for the message.
    static func text(_ row: JSONRow, _ people: SignalPeople) -> String {
        if let change = row.row("groupChange") {
            let lines = change.rows("updates").map { line($0, people) }
            return lines.isEmpty ? "(group change)" : lines.joined(separator: "\n")
        }
        if let simple = row.row("simpleUpdate") {
            let type = (simple["type"] ?? "update").lowercased()
            return "(" + (people.notices(type) ?? type.replacing("_", with: " ")) + ")"
        }
        if let profile = row.row("profileChange") {
            return "(was called \(profile.text("previousName") ?? "?"), now \(profile.text("newName") ?? "?"))"
        }
        if let timer = row.row("expirationTimerChange") { return "(\(expiry(timer)))" }
        return line(row, people)
    }

    /// One change: its name as words, with its people and things.
    private static func line(_ row: JSONRow, _ people: SignalPeople) -> String {
        guard let kind = row.names.first(where: { row.row($0) != nil }), let change = row.row(kind) else {
            return "(update)"
        }
        if change.has("expiresInMs") { return "(\(expiry(change)))" }
        let said = ["newGroupName", "newDescription", "question"].compactMap { change.text($0) }.map { "“\($0)”" }
        let named = change.names.filter { $0.lowercased().hasSuffix("aci") }.compactMap { change[$0] }
            .compactMap(people.name)
        let name = kind.hasSuffix("Update") ? String(kind.dropLast(6)) : kind
        let words = people.notices(name) ?? Self.words(name)
        let rest = said + named
        return "(" + words + (rest.isEmpty ? "" : ": " + rest.joined(separator: ", ")) + ")"
    }

    private static func expiry(_ timer: JSONRow) -> String {
        let seconds = (timer.integer("expiresInMs") ?? 0) / 1000
        return seconds == 0 ? "messages stay" : "messages disappear after \(seconds) s"
    }

    /// A name of a program’s as words: `groupMemberAdded` is “group member added”.
    static func words(_ name: String) -> String {
        var words = ""
        for character in name {
            if character.isUppercase, !words.isEmpty { words += " " }
            words += character.lowercased()
        }
        return words
    }

    /// A call; `nil` for an item that is none.
    static func call(_ item: JSONRow) -> (call: Call, isRead: Bool)? {
        guard let update = item.row("updateMessage") else { return nil }
        if let call = update.row("individualCall") {
            let isOwn = call["direction"] == "OUTGOING"
            let outcome: Call.Outcome =
                switch call["state"] {
                case _ where isOwn: .made
                case "MISSED", "MISSED_NOTIFICATION_PROFILE": .missed
                case "NOT_ACCEPTED": .rejected
                default: .answered
                }
            return (Call(outcome, seconds: 0), call.isSet("read"))
        }
        guard let call = update.row("groupCall") else { return nil }
        let outcome: Call.Outcome =
            switch call["state"] {
            case "OUTGOING_RING": .made
            case "MISSED", "MISSED_NOTIFICATION_PROFILE", "RINGING": .missed
            case "DECLINED": .rejected
            default: .answered
            }
        let length = (call.integer("endedCallTimestamp") ?? 0) - (call.integer("startedCallTimestamp") ?? 0)
        return (Call(outcome, seconds: max(0, length / 1000)), call.isSet("read"))
    }
}
