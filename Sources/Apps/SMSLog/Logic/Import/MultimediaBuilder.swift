// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import XMLReader

/// Puts a multimedia message together from its element and the parts and addresses within.
struct MultimediaBuilder {
    /// The line on which the message begins.
    let line: Int
    /// What could not be kept of the message.
    private(set) var remarks: [RowRemark] = []
    private var draft: MessageDraft
    /// The direction that the element itself tells; without it the addresses have to.
    private var course: (MessageDirection, SendStatus)?
    private var texts: [String] = []
    private var attachments: [Attachment] = []
    private var senders: [String] = []
    private var recipients: [String] = []
    /// Texts and attachments as earlier versions read the parts.
    private var formerTexts: [String] = []
    private var formerAttachments: [Attachment] = []

    /// Begins with the message’s own element.
    init(_ element: borrowing XMLElement) throws(RefusedRow) {
        line = element.line
        let date = try BackupElement.date(of: element)
        if let box = BackupElement.value("msg_box", of: element) {
            guard let number = Int(box) else { throw BackupElement.refusal(.unknownType(box), element) }
            course = BackupElement.course(number, status: nil)
            if course == nil { remarks.append(RowRemark(line: line, reason: .unknownType(number))) }
        } else {
            // OMA MMS Encapsulation Protocol: X-Mms-Message-Type, m-send-req and m-retrieve-conf.
            switch element.integer("m_type") {
            case 128: course = (.outgoing, .sent)
            case 132: course = (.incoming, .received)
            default: course = nil
            }
        }
        let raw = BackupElement.value("address", of: element) ?? ""
        draft = MessageDraft(
            address: Address(raw), rawAddress: raw, content: "", date: date, direction: .incoming, status: .received,
            isRead: BackupElement.isRead(element), kind: .mms, importedName: BackupElement.contactName(of: element))
        if let subject = BackupElement.value("sub", of: element) {
            texts.append(subject)
            formerTexts.append(subject)
        }
    }

    /// Adds a part: its text, or what it is.
    mutating func addPart(_ element: borrowing XMLElement) {
        let content = PartContent(element)
        let type = BackupElement.value("ct", of: element) ?? "application/octet-stream"
        let name =
            BackupElement.value("cl", of: element) ?? BackupElement.value("fn", of: element)
            ?? BackupElement.value("name", of: element)
        addFormerly(type, Attachment(name: name, contentType: type, size: content.dataSize), of: element)
        // How the parts are laid out on a phone’s screen.
        guard content.mediaType != "application/smil" else { return }
        if let text = content.text, content.mediaType.hasPrefix("text/") || content.dataSize == 0 { texts.append(text) }
        if content.isUnreadable { remarks.append(RowRemark(line: line, reason: .unreadablePart(type))) }
        if content.mediaType != "text/plain" || content.isUnreadable {
            attachments.append(
                Attachment(name: name, contentType: type, size: content.size, digest: content.digest))
        }
    }

    /// As earlier versions took a part.
    private mutating func addFormerly(_ type: String, _ attachment: Attachment, of element: borrowing XMLElement) {
        switch type {
        case "application/smil": break
        case "text/plain":
            if let text = BackupElement.value("text", of: element) { formerTexts.append(text) }
        default: formerAttachments.append(attachment)
        }
    }

    /// Adds an address that the message went from (137) or to.
    mutating func addAddress(_ element: borrowing XMLElement) {
        guard let text = BackupElement.value("address", of: element) else { return }
        switch element.integer("type") {
        case 137: senders.append(text)
        // To, cc, bcc.
        case 151, 130, 129: recipients.append(text)
        default: break
        }
    }

    /// Remembers that there was an element within that nobody knows.
    mutating func leaveOut(_ element: borrowing XMLElement) {
        remarks.append(RowRemark(line: element.line, reason: .unknownElement(element.name)))
    }

    /// Remembers that there was text between the elements within.
    mutating func stray(line: Int) {
        remarks.append(RowRemark(line: line, reason: .strayText))
    }

    /// The message, once its element has ended.
    func finished() throws(RefusedRow) -> MessageDraft {
        var draft = draft
        (draft.direction, draft.status) = course ?? courseOfAddresses
        draft.isRead = draft.isRead || draft.direction == .outgoing
        draft.content = texts.joined(separator: "\n")
        draft.attachments = attachments
        let written = draft.rawAddress
        if draft.address.isEmpty {
            draft.rawAddress = parties(of: draft.direction).joined(separator: "~")
            draft.address = Address(draft.rawAddress)
        }
        if draft.address.isEmpty {
            guard draft.status == .draft || !written.isEmpty else {
                throw RefusedRow(line: line, reason: .missingAddress)
            }
            draft.address = .unknown
            draft.rawAddress = written
        }
        if draft.direction == .incoming {
            draft.sender = senders.lazy.map { Address($0) }.first { $0 != draft.address && !$0.isEmpty }
        }
        draft.former = former(of: draft, written: written)
        return draft
    }

    /// What earlier versions made of it, where that is something else.
    private func former(of draft: MessageDraft, written: String) -> FormerReading? {
        let former = FormerReading(
            address: Address(formerly: written) ?? draft.address, content: formerTexts.joined(separator: "\n"),
            attachments: formerAttachments)
        let now = FormerReading(address: draft.address, content: draft.content, attachments: draft.attachments)
        return former == now ? nil : former
    }

    /// The other ends, where the message’s own element does not name them: who wrote and who got it, but for the phone.
    private func parties(of direction: MessageDirection) -> [String] {
        guard direction == .incoming else { return recipients }
        // A sole recipient is the phone itself.
        return senders + (recipients.count > 1 ? recipients : [])
    }

    /// The conversation’s address names the others: who sent and is not among them is the user.
    private var courseOfAddresses: (MessageDirection, SendStatus) {
        let senders = senders.map { Address($0) }
        guard !draft.address.isEmpty else {
            // The placeholder for the phone itself is no address.
            let isOwn = !senders.isEmpty && senders.allSatisfy(\.isEmpty)
            return isOwn ? (.outgoing, .sent) : (.incoming, .received)
        }
        let others = Set(draft.address.members)
        let isOwn = !senders.isEmpty && senders.allSatisfy { !others.contains($0.text) }
        return isOwn ? (.outgoing, .sent) : (.incoming, .received)
    }
}
