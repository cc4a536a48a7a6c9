// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import XMLReader

/// Makes messages of the elements of a backup, and counts what it leaves out.
final class BackupReader: XMLRowHandler {
    /// Messages that nobody has taken yet.
    private(set) var drafts: [MessageDraft] = []
    /// The bytes of their texts.
    private(set) var weight = 0
    /// How many elements are open.
    private var depth = 0
    private var message: MultimediaBuilder?
    /// Whether the row that began last is a message that was taken from its tag.
    private var isTaken = false
    /// The line of what was refused since the last row because it is none: it may be in pieces, and is listed once.
    private var fragments: Int?
    /// The root’s name, where it is none that backups have; a row says that it was meant to be one.
    private var oddRoot: String?
    /// The first fault of a file whose root nobody has seen.
    private(set) var faultBeforeRoot: XMLFault?
    /// What was counted so far.
    private(set) var report = ImportReport()
    /// The user’s own numbers, as far as they are known.
    private(set) var own: Set<Address>
    /// When the backup was made, if it says so.
    private var madeAt: Timestamp?

    /// - Parameter own: Numbers that are known to be the user’s own.
    init(own: Set<Address> = []) { self.own = own }

    /// Takes the messages that were read since the last time.
    func take() -> [MessageDraft] {
        defer {
            drafts = []
            weight = 0
        }
        return own.isEmpty ? drafts : drafts.map { $0.without(own) }
    }

    func start(_ element: borrowing XMLElement) throws {
        depth += 1
        switch depth {
        case 1: startRoot(element)
        case 2:
            isTaken = false
            do {
                if element.isNamed("sms") {
                    append(try message(element))
                    isTaken = true
                } else if element.isNamed("mms") {
                    message = try MultimediaBuilder(element)
                } else if element.isNamed("call") {
                    append(try CallRow.draft(element) { remark($0, element) })
                    report.calls += 1
                    isTaken = true
                } else if let oddRoot {
                    throw ImportFault.notBackup(root: oddRoot)
                } else {
                    refuseFragments(.unknownElement(element.name), line: element.line)
                    return
                }
                fragments = nil
                oddRoot = nil
                faultBeforeRoot = nil
            } catch let refusal as RefusedRow {
                fragments = nil
                report.refuse(refusal)
            }
        default:
            if element.isNamed("part") {
                message?.addPart(element)
            } else if element.isNamed("addr") {
                message?.addAddress(element)
            } else if !element.isNamed("parts"), !element.isNamed("addrs") {
                message?.leaveOut(element)
            }
        }
    }

    func end(_ name: String) throws {
        depth -= 1
        if depth == 0, let oddRoot { throw ImportFault.notBackup(root: oddRoot) }
        guard depth == 1, let message else { return }
        self.message = nil
        do throws(RefusedRow) {
            let (draft, own) = try message.message.finished()
            self.own.formUnion(own)
            append(draft)
            if draft.address == .unknown {
                report.remark(RowRemark(line: message.message.line, reason: .missingAddress))
            }
            for remark in message.message.remarks { report.remark(remark) }
        } catch {
            report.refuse(error)
        }
    }

    func interrupted(by fault: XMLFault) {
        if let message {
            report.refuse(RefusedRow(line: message.message.line, reason: .broken))
        } else if depth < 2 || !fault.isOfTags {
            // A message without parts was read from its tag, whether or not that is closed.
            refuseFragments(.broken, line: fault.line ?? 0)
        }
        if depth == 0 { faultBeforeRoot = faultBeforeRoot ?? fault }
        message = nil
        depth = 1
    }

    func stray(line: Int) {
        if message != nil {
            message?.stray(line: line)
        } else if depth < 2 {
            refuseFragments(.strayText, line: line)
        } else if isTaken {
            report.remark(RowRemark(line: line, reason: .strayText))
        }
    }

    private func refuseFragments(_ reason: RefusedRow.Reason, line: Int) {
        guard line != fragments else { return }
        fragments = line
        report.refuse(RefusedRow(line: line, reason: reason))
    }

    private func startRoot(_ element: borrowing XMLElement) {
        if !element.isNamed("smses"), !element.isNamed("calls") { oddRoot = element.name }
        report.declaredCount = element.integer("count")
        madeAt = try? BackupElement.date("backup_date", of: element)
    }

    private func append(_ draft: MessageDraft) {
        var draft = draft
        // It would name all the others of whom no address is known.
        if draft.address == .unknown { draft.importedName = nil }
        draft.namedAt = madeAt
        weight += draft.content.utf8.count + draft.data.values.reduce(0) { $0 + $1.count }
        drafts.append(draft)
    }

    private func message(_ element: borrowing XMLElement) throws(RefusedRow) -> MessageDraft {
        let date = try BackupElement.date(of: element)
        guard let type = element.integer("type") else {
            guard let text = BackupElement.value("type", of: element) else {
                throw BackupElement.refusal(.missingType, element)
            }
            throw BackupElement.refusal(.unknownType(text), element)
        }
        let course = BackupElement.course(type, status: element.integer("status"))
        let raw = BackupElement.value("address", of: element)
        var address = Address(raw ?? "")
        if address.isEmpty {
            guard raw != nil || course?.1 == .draft else { throw BackupElement.refusal(.missingAddress, element) }
            address = .unknown
        }
        // Told once it is known that the message is kept.
        if raw == nil { remark(.missingAddress, element) }
        if course == nil { remark(.unknownType(type), element) }
        let body = element["body"].flatMap { $0 == "null" ? nil : $0 }
        if body == nil { remark(.missingBody, element) }
        let (direction, status) = course ?? (.incoming, .received)
        var draft = MessageDraft(
            address: address, rawAddress: raw ?? "", content: body ?? "", date: date, direction: direction,
            status: status, isRead: BackupElement.isRead(element), importedName: BackupElement.contactName(of: element))
        draft.subject = BackupElement.value("subject", of: element)
        draft.details = BackupElement.details(of: element)
        if address == .unknown, let former = raw.flatMap(Address.init(formerly:)) {
            draft.former = [FormerReading(address: former, content: draft.content, attachments: [])]
        }
        return draft
    }

    private func remark(_ reason: RowRemark.Reason, _ element: borrowing XMLElement) {
        report.remark(RowRemark(line: element.line, reason: reason))
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

extension XMLFault {
    /// Whether tags do not match each other, and each of them can be read.
    fileprivate var isOfTags: Bool {
        if case .malformed(.mismatchedTag, _, _) = self { true } else { false }
    }
}
