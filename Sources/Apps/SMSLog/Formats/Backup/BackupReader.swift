// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumXMLReader
import SMSLogLogic

/// SMS Backup & Restore; a file without any other format is read as one, and its reader reports the faults.
enum Backup: MessageFormat {
    static let id = "xml"

    static func claims(_ file: SniffedFile) -> Bool { false }

    static func accepts(_ file: SniffedFile) -> Bool { true }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        let file = try FileSource(path: path)
        let size = file.size
        return (try BackupSource(file, into: context.rows, in: context.zone), size)
    }

    static func mayBe(named name: String) -> Bool? { FileEnding.of(name) == "xml" ? true : nil }

    static func hasMessages(_ file: SniffedFile) -> Bool { file.begins(with: ["<smses", "<calls"]) }
    static func isWhole(_ file: SniffedFile) -> Bool { true }
}

/// It has either messages or calls.
extension Backup: MessageExport {
    static let endings: Set<String> = ["xml"]
    static let hasCallsApart = true

    static func file(_ draft: DraftWriter, _ facts: ExportFacts) throws -> any ExportedFile {
        try BackupFile(
            draft, ofCalls: facts.request.isOfCalls, count: facts.count, madeAt: facts.madeAt, bytes: facts.bytes)
    }
}

/// Makes messages of the elements of a backup, and counts the omitted ones.
final class BackupReader: XMLRowHandler {
    /// The read rows.
    let rows: ImportedRows
    private var readable: ReadableDates
    /// The number of open elements.
    private var depth = 0
    private var message: MultimediaBuilder?
    /// Whether the row that began last is a message that was taken from its tag.
    private var isTaken = false
    /// The line of refused text since the last row, which is no row: it may be in pieces, and is listed once.
    private var fragments: Int?
    /// The root’s name, if no backup has it; a row shows that it was meant to be one.
    private var oddRoot: String?
    /// Whether the root has begun.
    private var hasRoot = false
    /// The first fault of a file without a root.
    private(set) var faultBeforeRoot: XMLFault?

    /// - Parameter zone: The zone of the phone, for dates in words if its file does not show it.
    init(_ rows: ImportedRows, in zone: Zone) {
        self.rows = rows
        readable = ReadableDates(in: zone)
    }

    func start(_ element: borrowing XMLElement) throws {
        depth += 1
        switch depth {
        case 1: startRoot(element)
        case 2:
            isTaken = false
            do {
                if element.isNamed("sms") {
                    rows.append(try message(element), line: element.line)
                    isTaken = true
                } else if element.isNamed("mms") {
                    message = try MultimediaBuilder(element, date(of: element))
                } else if element.isNamed("call") {
                    rows.append(
                        try CallRow.draft(element, date(of: element)) { remark($0, element) }, line: element.line)
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
                rows.report.refuse(refusal)
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
        rows.append(message.message)
    }

    func interrupted(by fault: XMLFault) {
        if let message {
            rows.report.refuse(RefusedRow(line: message.message.line, reason: .broken))
        } else if depth < 2 || !fault.isOfTags {
            // A message without parts was read from its tag, whether or not that is closed.
            refuseFragments(.broken, line: fault.line ?? 0)
        }
        if !hasRoot { faultBeforeRoot = faultBeforeRoot ?? fault }
        message = nil
        depth = 1
    }

    func stray(line: Int) {
        if message != nil {
            message?.stray(line: line)
        } else if depth < 2 {
            refuseFragments(.strayText, line: line)
        } else if isTaken {
            rows.report.remark(RowRemark(line: line, reason: .strayText))
        }
    }

    private func refuseFragments(_ reason: RefusedRow.Reason, line: Int) {
        guard line != fragments else { return }
        fragments = line
        rows.report.refuse(RefusedRow(line: line, reason: reason))
    }

    private func startRoot(_ element: borrowing XMLElement) {
        hasRoot = true
        if !element.isNamed("smses"), !element.isNamed("calls") { oddRoot = element.name }
        rows.report.declaredCount = element.integer("count")
        rows.madeAt = BackupElement.date("backup_date", of: element)
    }

    private func date(of element: borrowing XMLElement) -> RowDate {
        let text = BackupElement.value("readable_date", of: element)
        if let date = BackupElement.date(of: element) {
            if let text { readable.learn(text, is: date) }
            return RowDate(date, before: nil)
        }
        return RowDate(
            nil, sent: BackupElement.moment("date_sent", of: element), written: text.flatMap(readable.date),
            before: rows.lastDate)
    }

    private func message(_ element: borrowing XMLElement) throws(RefusedRow) -> MessageDraft {
        let date = date(of: element)
        let type = try BackupElement.type(of: element)
        let said = type == 2 ? BackupElement.number("status", of: element) { remark($0, element) } : nil
        let course = BackupElement.course(type, status: said)
        let raw = BackupElement.address(of: element)
        var address = Address(raw ?? "")
        if address.isEmpty { address = .unknown }
        // Reported only after the message is accepted.
        if let reason = date.remark { remark(reason, element) }
        if raw == nil { remark(.missingAddress, element) }
        if course == nil { remark(.unknownType(type), element) }
        let body = BackupElement.body(of: element)
        if body == nil { remark(.missingBody, element) }
        let (direction, status) = course ?? (.incoming, .received)
        var draft = MessageDraft(
            address: address, rawAddress: raw ?? "", content: body ?? "", date: date.timestamp, direction: direction,
            status: status, isRead: BackupElement.isRead(element) { remark($0, element) },
            importedName: BackupElement.contactName(of: element))
        draft.subject = BackupElement.text("subject", "subject_base64", of: element)
        draft.details = BackupElement.details(of: element, date) { remark($0, element) }
        return draft
    }

    private func remark(_ reason: RowRemark.Reason, _ element: borrowing XMLElement) {
        rows.report.remark(RowRemark(line: element.line, reason: reason))
    }
}

extension XMLFault {
    /// Whether tags do not match each other, and each of them can be read.
    fileprivate var isOfTags: Bool {
        if case .malformed(.mismatchedTag, _, _) = self { true } else { false }
    }
}

/// A file of SMS Backup & Restore, of any size in constant memory.
final class BackupSource: ImportSource {
    private let handler: BackupReader
    private let reader: XMLReader

    /// - Parameter zone: The zone of dates in words.
    /// - Throws: `ImportFault`.
    init(_ source: sending any ByteSource, into rows: ImportedRows, in zone: Zone) throws {
        handler = BackupReader(rows, in: zone)
        reader = try Self.translating {
            try XMLReader(source: source, rows: ["sms", "mms", "call"], root: "smses", keepsControls: true)
        }
    }

    var rows: ImportedRows { handler.rows }
    var bytesRead: Int { reader.bytesRead }
    var line: Int { reader.currentLine }
    var replacedCharacters: Int { reader.repairs.replacedReferences + reader.repairs.replacedCharacters }
    var firstFault: ImportFault? { handler.faultBeforeRoot.map { ImportFault($0) } }

    func ready() async throws { try await reader.ready() }

    func step() throws -> Bool { try Self.translating { try reader.step(handler) } }

    private static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let fault as XMLFault { throw ImportFault(fault) }
    }
}
