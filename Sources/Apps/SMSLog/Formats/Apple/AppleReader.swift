// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// Makes messages of the rows of a database of Apple’s Messages.
struct AppleReader {
    let database: AppleMessages
    let files: AppleFiles

    /// A message, the parts of it that could not be kept, and the number of characters that were replaced.
    ///
    /// - Parameter before: The date of the message before it; `nil` for the first.
    func draft(_ number: Int, after before: Timestamp?) throws(RefusedRow) -> (
        draft: MessageDraft, remarks: [RowRemark.Reason], replaced: Int
    ) {
        guard let row = database.message(number) else { throw RefusedRow(line: number, reason: .damagedMessage) }
        let date = RowDate(AppleTime.timestamp(row.integer("date")), before: before)
        var remarks: [RowRemark.Reason] = []
        if date.isUndated { remarks.append(before == nil ? .undatedFirstMessage : .undatedMessage) }
        let sender = database.address(row.integer("handle_id"))
        let isOwn = row.isSet("is_from_me")
        let chat = database.chat(of: number)
        let people = people(chat, sender)
        // Of two groups with the same members the second one has its name, or that of the service.
        let twin = chat?.twin.map { GroupTitle.address(ofGroup: chat?.title ?? chat?.identifier ?? "", beside: $0) }
        let raw = twin ?? people.joined(separator: "~")
        var address = Address(raw)
        if address.isEmpty {
            address = .unknown
            remarks.append(.unaddressedMessage)
        }
        var draft = MessageDraft(
            address: address, rawAddress: raw, content: "", date: date.timestamp,
            direction: isOwn ? .outgoing : .incoming,
            status: isOwn ? Self.status(row) : .received,
            isRead: row.isSet("is_read") || AppleTime.timestamp(row.integer("date_read")) != nil)
        let isGroup = address.isGroup || twin != nil
        if isGroup {
            draft.importedName = chat?.title ?? twin.map { _ in people.joined(separator: ", ") }
            if !isOwn, let sender, Address(sender) != address { draft.sender = Address(sender) }
        }
        let text = AppleText(row)
        draft.namedAt = database.newest.flatMap(AppleTime.timestamp)
        draft.isKnownByNetworkID = true
        draft.isWithdrawn = text.isRetracted
        draft.subject = ChatWords.subject(
            row.text("subject"), answering: row.text("thread_originator_guid").map(quotation))
        draft.details = Self.details(row)
        draft.details.isUndated = date.isUndated
        remarks += addParts(to: &draft, of: number, text: said(row, text), isOfGroup: isGroup)
        if draft.content.isEmpty, draft.attachments.isEmpty { remarks.append(.emptyMessage) }
        if draft.kind == .mms { addPeople(people, to: &draft, sender: sender) }
        return (draft, remarks, row.replaced(in: ["text", "subject", "group_title"]))
    }

    /// The others, as their addresses are written.
    private func people(_ chat: AppleMessages.Chat?, _ sender: String?) -> [String] {
        if let members = chat?.members, !members.isEmpty { return members }
        // The name of a group is not an address.
        if let name = chat?.identifier, !name.hasPrefix("chat"), !Address(name).isEmpty { return [name] }
        return sender.map { [$0] } ?? []
    }

    private static func status(_ row: AppleRow) -> SendStatus {
        if row.isSet("error") { return .failed }
        return row.isSet("is_delivered") ? .delivered : .sent
    }

    private static func details(_ row: AppleRow) -> MessageDetails {
        var details = MessageDetails()
        details.delivered = AppleTime.timestamp(row.integer("date_delivered"))
        details.networkID = row.text("guid")
        // A prefix says whether it is a number or a mail address.
        let account =
            row.text("destination_caller_id")
            ?? row.text("account").map { account in
                account.dropFirst().hasPrefix(":") ? String(account.dropFirst(2)) : account
            }
        let words = [row.text("service"), account].compactMap { $0 }.filter { !$0.isEmpty }
        details.sim = words.isEmpty ? nil : words.joined(separator: " ")
        return details
    }

    /// The text of the message, with the places of its files.
    private func said(_ row: AppleRow, _ text: AppleText) -> String {
        if let notice = AppleWords.notice(row, about: database.address(row.integer("other_handle"))) { return notice }
        if let type = row.integer("associated_message_type"), type >= 1000,
            text.text.allSatisfy({ $0 == AppleText.file })
        {
            let quoted = row.text("associated_message_guid").map { quotation(AppleText.plainName($0)) } ?? "a message"
            if let reaction = AppleWords.reaction(row, to: quoted) { return text.text + reaction }
        }
        return text.marked
    }

    /// The text of a message, or its kind.
    private func quotation(_ guid: String) -> String {
        guard let row = database.message(named: guid) else { return "a message" }
        let text = AppleText(row).text.filter { $0 != AppleText.file }
        return text.contains { !$0.isWhitespace } ? ChatWords.quotation(text) : "an attachment"
    }

    /// Gives the message its text and its files, each at its place in the text or behind it.
    private func addParts(
        to draft: inout MessageDraft, of number: Int, text: String, isOfGroup: Bool
    ) -> [RowRemark.Reason] {
        var remarks: [RowRemark.Reason] = []
        var rows = database.attachments(of: number)[...]
        let hasFiles = !rows.isEmpty
        // The sign of a file begins with this byte, which few texts have.
        let pieces =
            text.utf8.contains(0xEF)
            ? text.split(separator: AppleText.file, omittingEmptySubsequences: false) : [text[...]]
        var texts: [String] = []
        for (place, piece) in pieces.enumerated() {
            if place > 0, let row = rows.popFirst() { remarks += add(row, to: &draft) }
            guard piece.contains(where: { !$0.isWhitespace }) else { continue }
            texts.append(String(piece))
            draft.attach(text: String(piece))
        }
        for row in rows { remarks += add(row, to: &draft) }
        draft.content = texts.joined(separator: "\n")
        guard hasFiles || isOfGroup else {
            draft.parts = []
            return remarks
        }
        draft.kind = .mms
        return remarks
    }

    private func add(_ row: AppleRow, to draft: inout MessageDraft) -> [RowRemark.Reason] {
        let path = row.text("filename")
        let bytes = path.flatMap(files.bytes) ?? []
        let name = row.text("transfer_name") ?? path?.split(separator: "/").last.map(String.init)
        // A file whose type would be text is a file all the same.
        draft.attach(bytes, named: name, type: row.text("mime_type") ?? MediaType.unknown)
        return bytes.isEmpty ? [.missingFile(name ?? "?")] : []
    }

    private func addPeople(_ people: [String], to draft: inout MessageDraft, sender: String?) {
        let sender = draft.direction == .incoming ? sender : nil
        if let sender { draft.participants.append(Participant(.from, sender)) }
        for member in people where member != sender {
            draft.participants.append(Participant(.to, member))
        }
    }
}

/// Moments of Apple’s Messages, which count from 2001: in seconds, and since macOS 10.13 and iOS 11 in nanoseconds.
enum AppleTime {
    /// 2001-01-01 in UTC, in milliseconds since 1970.
    private static let start = 978_307_200_000
    /// Larger values cannot be seconds: they would be past the year 5000.
    private static let mostSeconds = 100_000_000_000

    /// The moment; `nil` for none, which is stored as 0, and for one that nothing can be dated by.
    static func timestamp(_ number: Int?) -> Timestamp? {
        guard let number, number != 0, number.magnitude < Int.max.magnitude else { return nil }
        let since = number.magnitude > mostSeconds.magnitude ? number / 1_000_000 : number * 1000
        let moment = start + since
        guard (0...Int(MessageTime.latest)).contains(moment) else { return nil }
        return Timestamp(milliseconds: Int64(moment))
    }
}
