// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import XMLReader

/// Reads a multimedia message of a backup: its element, and the parts and addresses within.
struct MultimediaBuilder {
    /// What was read so far.
    private(set) var message: MultimediaDraft

    /// Begins with the message’s own element.
    init(_ element: borrowing XMLElement, _ date: RowDate) throws(RefusedRow) {
        var course: (MessageDirection, SendStatus)?
        var unknown: Int?
        if let box = BackupElement.value("msg_box", of: element) {
            guard let number = Int(box) else { throw BackupElement.refusal(.unknownType(box), element) }
            course = BackupElement.course(number, status: element.integer("status"))
            if course == nil { unknown = number }
        } else {
            course = BackupElement.course(ofMultimedia: element.integer("m_type"))
        }
        let raw = BackupElement.address(of: element) ?? ""
        var draft = MessageDraft(
            address: Address(raw), rawAddress: raw, content: "", date: date.timestamp, direction: .incoming,
            status: .received,
            isRead: BackupElement.isRead(element), kind: .mms, importedName: BackupElement.contactName(of: element))
        draft.subject = BackupElement.text("sub", "sub_base64", of: element)
        draft.details = BackupElement.details(of: element, date)
        draft.details.networkID = BackupElement.text("m_id", "m_id_base64", of: element)
        message = MultimediaDraft(draft, course: course, line: element.line)
        if let reason = date.remark { message.remark(reason) }
        if let unknown { message.remark(.unknownType(unknown)) }
        if BackupElement.isNotification(element.integer("m_type")) {
            message.waits = BackupElement.value("ct_l", of: element) ?? ""
        }
    }

    /// Adds a part: its text, or what it is.
    mutating func addPart(_ element: borrowing XMLElement) {
        message.add(PartContent(element))
    }

    /// Adds an address that the message went from or to.
    mutating func addAddress(_ element: borrowing XMLElement) {
        guard let text = BackupElement.address(of: element),
            let role = element.integer("type").flatMap(Participant.Role.init(rawValue:))
        else { return }
        message.add(Participant(role, text))
    }

    /// Remembers that there was an element within that nobody knows.
    mutating func leaveOut(_ element: borrowing XMLElement) {
        message.remark(.unknownElement(element.name), line: element.line)
    }

    /// Remembers that there was text between the elements within.
    mutating func stray(line: Int) { message.remark(.strayText, line: line) }
}
