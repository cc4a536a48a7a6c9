import SMSLogStore
import Session
import XMLReader

/// Makes messages of the elements of a backup, and counts what it leaves out.
final class BackupReader: XMLHandler {
    /// Messages that nobody has taken yet.
    private(set) var drafts: [MessageDraft] = []
    /// The bytes of their texts.
    private(set) var weight = 0
    /// How many elements are open.
    private var depth = 0
    private var message: MultimediaBuilder?
    /// What was counted so far.
    private(set) var report = ImportReport()

    /// Takes the messages that were read since the last time.
    func take() -> [MessageDraft] {
        defer {
            drafts = []
            weight = 0
        }
        return drafts
    }

    func start(_ element: borrowing XMLElement) throws {
        depth += 1
        switch depth {
        case 1: try startRoot(element)
        case 2:
            do {
                if element.isNamed("sms") {
                    append(try message(element))
                } else if element.isNamed("mms") {
                    message = try MultimediaBuilder(element)
                } else if element.isNamed("call") {
                    report.calls += 1
                }
            } catch {
                report.refuse(error)
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

    func end(_ name: String) {
        depth -= 1
        guard depth == 1, let message else { return }
        self.message = nil
        do throws(RefusedRow) {
            let draft = try message.finished()
            append(draft)
            if draft.address == .unknown {
                report.remark(RowRemark(line: message.line, reason: .missingAddress))
            }
            for remark in message.remarks { report.remark(remark) }
        } catch {
            report.refuse(error)
        }
    }

    private func startRoot(_ element: borrowing XMLElement) throws {
        guard element.isNamed("smses") || element.isNamed("calls") else {
            throw ImportFault.notBackup(root: element.name)
        }
        report.declaredCount = element.integer("count")
    }

    private func append(_ draft: MessageDraft) {
        var draft = draft
        // It would name all the others of whom no address is known.
        if draft.address == .unknown { draft.importedName = nil }
        weight += draft.content.utf8.count
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
        if address == .unknown, let former = raw.flatMap(Address.init(formerly:)) {
            draft.former = FormerReading(address: former, content: draft.content, attachments: [])
        }
        return draft
    }

    private func remark(_ reason: RowRemark.Reason, _ element: borrowing XMLElement) {
        report.remark(RowRemark(line: element.line, reason: reason))
    }
}
