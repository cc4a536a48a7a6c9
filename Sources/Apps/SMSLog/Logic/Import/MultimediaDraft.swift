// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// Puts a multimedia message together from its parts and the people whom it names, whatever the format of the file.
struct MultimediaDraft {
    /// What could not be kept of the message.
    private(set) var remarks: [RowRemark] = []
    /// What the message says of itself.
    var draft: MessageDraft
    /// Direction and status as the message itself tells them; without that the people have to.
    var course: (MessageDirection, SendStatus)?
    /// Of a message that was not fetched, where it waits: that is said in place of a text.
    var waits: String?
    /// The line on which the message begins.
    let line: Int
    private var texts: [String] = []

    init(_ draft: MessageDraft, course: (MessageDirection, SendStatus)?, line: Int) {
        self.draft = draft
        self.course = course
        self.line = line
    }

    /// Remembers what could not be kept.
    mutating func remark(_ reason: RowRemark.Reason, line: Int? = nil) {
        remarks.append(RowRemark(line: line ?? self.line, reason: reason))
    }

    /// Adds a part.
    mutating func add(_ content: PartContent) {
        let part = content.part
        draft.parts.append(part)
        if let digest = part.digest, let data = content.data { draft.data[digest] = data }
        if let text = content.text { texts.append(text) }
        if content.isUnreadable { remark(.unreadablePart(part.contentType)) }
        if content.isDamaged { remark(.damagedPart(part.contentType)) }
    }

    /// Adds somebody.
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

    /// The other ends, where the message itself does not name them: who wrote and who got it, but for the phone.
    private func people(of direction: MessageDirection) -> [String] {
        guard direction == .incoming else { return recipients }
        // A sole recipient is the phone itself.
        return senders + (recipients.count > 1 ? recipients : [])
    }

    /// Who sent what the user sent, and who alone got what the user got.
    private func own(beside draft: MessageDraft) -> Set<Address> {
        let found = draft.direction == .outgoing ? senders : recipients.count == 1 ? recipients : []
        let others = Set(draft.address.members + senders.filter { _ in draft.direction == .incoming })
        return Set(found.map { Address($0) }.filter { $0.isDialable && $0.isPersonal && !others.contains($0.text) })
    }

    /// The conversation’s address names the others: who sent and is not among them is the user.
    private var courseOfPeople: (MessageDirection, SendStatus) {
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
