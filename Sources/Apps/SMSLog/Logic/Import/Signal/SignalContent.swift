// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What an item of a conversation of Signal holds: what somebody wrote, or in parentheses what it is.
struct SignalContent {
    /// The text.
    private(set) var text = ""
    /// The files, as they are pointed at.
    private(set) var pointers: [JSONRow] = []
    /// A file that has the whole of a long text.
    private(set) var longText: JSONRow?
    /// What it answers; nil for what answers nothing.
    private(set) var subject: String?
    /// What others felt of it.
    private(set) var reactions: [JSONRow] = []
    /// Whether whoever wrote it has taken it back.
    private(set) var isWithdrawn = false
    /// What it is, where nobody knows that.
    private(set) var unknown: String?

    private static let facts: Set = [
        "chatId", "authorId", "dateSent", "expireStartDate", "expiresInMs", "revisions", "sms", "incoming", "outgoing",
        "directionless", "pinDetails",
    ]

    /// - Parameter people: Whom changes in a group name.
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
        case "standardMessage": readMessage(row)
        case "contactMessage": text = Self.contact(row.row("contact"))
        case "stickerMessage":
            let sticker = row.row("sticker")
            text = ["(sticker", sticker?["emoji"]].compactMap { $0 }.joined(separator: " ") + ")"
            pointers = [sticker?.row("data")].compactMap { $0 }
        case "remoteDeletedMessage":
            text = AppleWords.retracted
            isWithdrawn = true
        case "viewOnceMessage":
            text = "(view-once message)"
            pointers = [row.row("attachment")?.row("pointer")].compactMap { $0 }
        case "directStoryReplyMessage":
            let reply = row.row("textReply")
            subject = "Re: a story"
            text = reply?.row("text")?.text("body") ?? row.text("emoji") ?? ""
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

    private mutating func readMessage(_ row: JSONRow) {
        text = row.row("text")?.text("body") ?? ""
        longText = row.row("longText")
        for attachment in row.rows("attachments") {
            guard let pointer = attachment.row("pointer") else { continue }
            pointers.append(pointer)
            if let caption = pointer.text("caption"), !caption.isEmpty { text += (text.isEmpty ? "" : "\n") + caption }
        }
        // What was typed has the address of a page already.
        for preview in row.rows("linkPreview") {
            if let url = preview.text("url"), !text.contains(url) { text += (text.isEmpty ? "" : "\n") + url }
        }
        guard let quote = row.row("quote") else { return }
        let said = quote.row("text")?.text("body") ?? ""
        subject = "Re: " + (said.isEmpty ? Self.kind(of: quote) : AppleWords.quotation(said))
    }

    private static func kind(of quote: JSONRow) -> String {
        guard let first = quote.rows("attachments").first else { return "a message" }
        return first["fileName"].map { AppleWords.quotation($0) } ?? "an attachment"
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
