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
                    append(try Self.message(element))
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
            }
        }
    }

    func end(_ name: String) {
        depth -= 1
        guard depth == 1, let message else { return }
        append(message.finished())
        self.message = nil
    }

    private func startRoot(_ element: borrowing XMLElement) throws {
        guard element.isNamed("smses") || element.isNamed("calls") else {
            throw ImportFault.notBackup(root: element.name)
        }
        report.declaredCount = element.integer("count")
    }

    private func append(_ draft: MessageDraft) {
        weight += draft.content.utf8.count
        drafts.append(draft)
    }

    private static func message(_ element: borrowing XMLElement) throws(RefusedRow) -> MessageDraft {
        let (address, raw) = try BackupElement.address(of: element)
        let date = try BackupElement.date(of: element)
        guard let body = element["body"], body != "null" else { throw BackupElement.refusal(.missingBody, element) }
        guard let type = element.integer("type"),
            let (direction, status) = BackupElement.course(type, status: element.integer("status"))
        else {
            guard let text = BackupElement.value("type", of: element) else {
                throw BackupElement.refusal(.missingType, element)
            }
            throw BackupElement.refusal(.unknownType(text), element)
        }
        return MessageDraft(
            address: address, rawAddress: raw, content: body, date: date, direction: direction, status: status,
            isRead: BackupElement.isRead(element), importedName: BackupElement.contactName(of: element))
    }
}
