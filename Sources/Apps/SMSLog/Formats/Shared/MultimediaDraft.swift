// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumXMLReader
import SMSLogLogic

/// Builds a multimedia message from its parts and its participants, whatever the format of the file.
struct MultimediaDraft {
    /// The parts of the message that could not be kept.
    private(set) var remarks: [RowRemark] = []
    /// The facts of the message itself.
    var draft: MessageDraft
    /// Direction and status from the message itself; without them the people have to show them.
    var course: (MessageDirection, SendStatus)?
    /// The place at which a message waits that was not fetched: it replaces the text.
    var waits: String?
    /// The line on which the message begins.
    let line: Int
    private var texts: [String] = []

    init(_ draft: MessageDraft, course: (MessageDirection, SendStatus)?, line: Int) {
        self.draft = draft
        self.course = course
        self.line = line
    }

    /// Records a part that could not be kept.
    mutating func remark(_ reason: RowRemark.Reason, line: Int? = nil) {
        remarks.append(RowRemark(line: line ?? self.line, reason: reason))
    }

    mutating func add(_ content: PartContent) {
        let part = content.part
        draft.parts.append(part)
        if let digest = part.digest, let data = content.data { draft.data[digest] = data }
        if let text = content.text { texts.append(text) }
        if content.isUnreadable { remark(.unreadablePart(part.contentType)) }
        if content.isDamaged { remark(.damagedPart(part.contentType)) }
    }

    mutating func add(_ participant: Participant) { draft.participants.append(participant) }

    /// The message, and numbers that turn out to be the user’s own.
    func finished() -> (draft: MessageDraft, own: Set<Address>) {
        var draft = draft
        (draft.direction, draft.status) = course ?? courseOfPeople
        draft.isRead = draft.isRead || draft.direction == .outgoing
        draft.content = texts.joined(separator: "\n")
        if let waits, texts.isEmpty, draft.attachments.isEmpty { draft.content = WAPPush.waiting(at: waits) }
        let written = draft.rawAddress
        let people = people(of: draft.direction)
        if draft.address.isEmpty || draft.address.isGroupName, !Address(people.joined(separator: "~")).isEmpty {
            draft.address = Address(people.joined(separator: "~"))
            if written.isEmpty { draft.rawAddress = people.joined(separator: "~") }
        }
        if draft.address.isEmpty {
            draft.address = .unknown
            draft.rawAddress = written
        }
        draft.sender = sender(beside: draft.address, of: draft.direction)
        return (draft, own(beside: draft))
    }

    private var senders: [String] { draft.participants.filter { $0.role == .from }.map(\.rawAddress) }

    private var recipients: [String] { draft.participants.filter { $0.role != .from }.map(\.rawAddress) }

    private func sender(beside address: Address, of direction: MessageDirection) -> Address? {
        guard direction == .incoming else { return nil }
        return senders.lazy.map { Address($0) }.first { $0 != address && !$0.isEmpty }
    }

    /// The other ends, if the message itself does not name them: the sender and the recipients, but for the phone.
    private func people(of direction: MessageDirection) -> [String] {
        guard direction == .incoming else { return recipients }
        // A sole recipient is the phone itself.
        return senders + (recipients.count > 1 ? recipients : [])
    }

    /// The user’s addresses: the sender of an outgoing message, or the only recipient of an incoming one.
    private func own(beside draft: MessageDraft) -> Set<Address> {
        let found = draft.direction == .outgoing ? senders : recipients.count == 1 ? recipients : []
        let others = Set(draft.address.members + senders.filter { _ in draft.direction == .incoming })
        return Set(found.map { Address($0) }.filter { $0.isDialable && $0.isPersonal && !others.contains($0.text) })
    }

    /// The conversation’s address names the others: a sender who is not among them is the user.
    private var courseOfPeople: (MessageDirection, SendStatus) {
        let senders = senders.map { Address($0) }
        guard !draft.address.isEmpty else {
            // The placeholder for the phone itself is not an address.
            let isOwn = !senders.isEmpty && senders.allSatisfy(\.isEmpty)
            return isOwn ? (.outgoing, .sent) : (.incoming, .received)
        }
        let others = Set(draft.address.members)
        let isOwn = !senders.isEmpty && senders.allSatisfy { !others.contains($0.text) }
        return isOwn ? (.outgoing, .sent) : (.incoming, .received)
    }
}

/// Reads a multimedia message of a backup: its element, and the parts and addresses within.
struct MultimediaBuilder {
    /// The content read so far.
    private(set) var message: MultimediaDraft

    /// Begins with the message’s own element.
    init(_ element: borrowing XMLElement, _ date: RowDate) throws(RefusedRow) {
        var course: (MessageDirection, SendStatus)?
        var unknown: Int?
        var odd: [RowRemark.Reason] = []
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
            isRead: BackupElement.isRead(element) { odd.append($0) }, kind: .mms,
            importedName: BackupElement.contactName(of: element))
        draft.subject = BackupElement.text("sub", "sub_base64", of: element)
        draft.details = BackupElement.details(of: element, date) { odd.append($0) }
        draft.details.networkID = BackupElement.text("m_id", "m_id_base64", of: element)
        message = MultimediaDraft(draft, course: course, line: element.line)
        if let reason = date.remark { message.remark(reason) }
        if let unknown { message.remark(.unknownType(unknown)) }
        for reason in odd { message.remark(reason) }
        if BackupElement.isNotification(element.integer("m_type")) {
            message.waits = BackupElement.value("ct_l", of: element) ?? ""
        }
    }

    /// Adds a part: its text, or its kind.
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

    /// Records that there was an unknown element within.
    mutating func leaveOut(_ element: borrowing XMLElement) {
        message.remark(.unknownElement(element.name), line: element.line)
    }

    /// Remembers that there was text between the elements within.
    mutating func stray(line: Int) { message.remark(.strayText, line: line) }
}

extension ImportedRows {
    /// Adds a multimedia message, once all of it was read.
    func append(_ message: MultimediaDraft) {
        let (draft, own) = message.finished()
        know(own: own)
        append(draft, line: message.line)
        if draft.address == .unknown { report.remark(RowRemark(line: message.line, reason: .missingAddress)) }
        for remark in message.remarks { report.remark(remark) }
    }
}
