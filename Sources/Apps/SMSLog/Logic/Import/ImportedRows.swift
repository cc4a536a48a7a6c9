// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// What was read of a file and waits to be stored, and what is to be said of it.
final class ImportedRows {
    /// Messages that nobody has taken yet.
    private(set) var drafts: [MessageDraft] = []
    /// Contacts that nobody has taken yet.
    private(set) var contacts: [Contact] = []
    /// The numbers of people with several of them, that nobody has taken yet.
    private(set) var people: [[Address]] = []
    /// The bytes of their texts and parts.
    private(set) var weight = 0
    /// What was counted so far.
    var report = ImportReport()
    /// The user’s own numbers, as far as they are known.
    private(set) var own: Set<Address>
    /// The date of the message that was added last.
    private(set) var lastDate: Timestamp?
    /// Where the contacts of a book are from.
    var contactKind = ContactKind.local
    /// When the file was made, if it says so.
    var madeAt: Timestamp?

    /// - Parameter own: Numbers that are known to be the user’s own.
    init(own: Set<Address> = []) { self.own = own }

    /// Whether nothing waits.
    var isEmpty: Bool { drafts.isEmpty && contacts.isEmpty && people.isEmpty }

    /// Adds a message.
    func append(_ draft: MessageDraft) {
        var draft = draft
        // It would name all the others of whom no address is known.
        if draft.address == .unknown { draft.importedName = nil }
        draft.namedAt = madeAt ?? draft.namedAt
        weight += draft.content.utf8.count + draft.data.values.reduce(0) { $0 + $1.count }
        if draft.call != nil { report.calls += 1 }
        lastDate = draft.date
        drafts.append(draft)
    }

    /// Adds a multimedia message, once all of it was read.
    func append(_ message: MultimediaDraft) {
        let (draft, own) = message.finished()
        self.own.formUnion(own)
        append(draft)
        if draft.address == .unknown { report.remark(RowRemark(line: message.line, reason: .missingAddress)) }
        for remark in message.remarks { report.remark(remark) }
    }

    /// Adds a contact.
    func append(_ contact: Contact) { contacts.append(contact) }

    /// Adds somebody with several numbers; one alone, or a group, says nothing.
    func append(person numbers: [Address]) {
        guard Set(numbers).count > 1, !numbers.contains(where: { $0.isEmpty || $0.isGroup }) else { return }
        people.append(numbers)
    }

    /// Adds numbers of the user’s own.
    func know(own addresses: Set<Address>) { own.formUnion(addresses) }

    /// Adds somebody’s name for each of their numbers, or refuses the row where it lacks either.
    func appendContact(named name: String?, numbers: [(text: String, isWork: Bool)], line: Int) {
        let numbers = numbers.filter { !Address($0.text).isEmpty }
        guard let name, !numbers.isEmpty else {
            report.refuse(RefusedRow(line: line, reason: name == nil ? .missingName : .missingAddress))
            return
        }
        let work = numbers.first(where: \.isWork)?.text
        for number in numbers {
            contacts.append(
                Contact(
                    address: Address(number.text), name: name, kind: contactKind, workNumber: number.isWork ? nil : work
                ))
        }
    }

    /// Takes what was read since the last time.
    ///
    /// - Parameter matched: What the rows before stand for.
    func take(outside matched: MatchedMessages = MatchedMessages()) -> MessageMerge {
        defer {
            drafts = []
            contacts = []
            people = []
            weight = 0
        }
        return MessageMerge(
            drafts: own.isEmpty ? drafts : drafts.map { $0.without(own) }, contacts: contacts, people: people, own: own,
            matched: matched)
    }
}

extension MessageDraft {
    /// The same with what its group is without the user’s own numbers.
    fileprivate func without(_ own: Set<Address>) -> MessageDraft {
        guard address.isGroup else { return self }
        var draft = self
        draft.address = address.without(own)
        if draft.sender == draft.address { draft.sender = nil }
        return draft
    }
}
