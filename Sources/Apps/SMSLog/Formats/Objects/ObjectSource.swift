// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// Atrium’s own: lines or an array of JSON, of which the first object says so; written as an array that has everything.
enum AtriumObjects: MessageFormat {
    static let id = "json"

    static func claims(_ file: SniffedFile) -> Bool {
        file.isJSON && file.text.contains("\"atrium\"") || ObjectSource.beginsWithMessage(file.text)
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        let file = try FileReader(path)
        return (ObjectSource(ByteLines(file), into: context.rows, files: FilesBeside.of(path)), file.status.size)
    }

    static func mayBe(named name: String) -> Bool? {
        ["json", "jsonl", "ndjson"].contains(FileEnding.of(name)) ? true : nil
    }
}

extension AtriumObjects: MessageExport {
    static let endings: Set<String> = ["json"]

    static func file(_ draft: DraftWriter, _ facts: ExportFacts) throws -> any ExportedFile {
        try ObjectFile(draft, isArray: true, own: facts.own, madeAt: facts.madeAt, bytes: facts.bytes)
    }
}

/// The same objects without the array (JSON Lines).
enum AtriumLines: MessageExport {
    static let id = "jsonl"
    static let endings: Set<String> = ["jsonl", "ndjson"]

    static func file(_ draft: DraftWriter, _ facts: ExportFacts) throws -> any ExportedFile {
        try ObjectFile(draft, isArray: false, own: facts.own, madeAt: facts.madeAt, bytes: facts.bytes)
    }
}

/// A file of Atrium’s own JSON: an object a line, of an array or by itself.
///
/// An array that another program has written anew may go over any number of lines.
final class ObjectSource: ImportSource {
    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let files: (String) -> [UInt8]?
    private let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        // Damaged bytes cost a part no more than in any other file.
        decoder.dataDecodingStrategy = .custom { decoder in
            let digits = try decoder.singleValueContainer().decode(String.self)
            return Data(Base64Data(Array(digits.utf8).span).bytes)
        }
        return decoder
    }()
    /// Whether an object was read that stands on its line.
    private var isByLine = false
    private var escapes = JSONEscapes()
    /// Whether an array was opened that must be closed.
    private var isOpen = false
    /// Whether the number of messages in the file is still to come.
    private var isCountDue = false

    /// - Parameter files: Returns the bytes of files beside, by their names, for the exhibits of a signed folder.
    init(_ input: ByteLines, into rows: ImportedRows, files: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.input = input
        self.rows = rows
        self.files = files
    }

    /// Whether a text begins with a message without a head, as the sources of a signed folder do.
    static func beginsWithMessage(_ text: some StringProtocol) -> Bool {
        text.hasPrefix("{\"address\":\"") && text.contains("\",\"direction\":\"")
    }

    var bytesRead: Int { input.bytesRead }
    var replacedCharacters: Int { escapes.replaced }

    func step() throws -> Bool {
        if try input.step(read) { return true }
        // A file that ends before was cut.
        if isOpen || isCountDue { throw ImportFault.truncated(line: line) }
        return false
    }

    private func read(_ text: [UInt8]) throws(ImportFault) {
        var object = text[...]
        while let last = object.last, last <= 0x20 || last == UInt8(ascii: ",") { object.removeLast() }
        object = object.drop { $0 <= 0x20 }
        guard !object.isEmpty else { return }
        if object.elementsEqual("[".utf8) || object.elementsEqual("]".utf8) {
            isOpen = object.first == UInt8(ascii: "[")
            return
        }
        var mending = escapes
        let entry = entry(mending.mended(object))
        if !isByLine, case .failure(.brokenJSON) = entry {
            isOpen = false
            return try readArray(from: text)
        }
        isByLine = true
        escapes = mending
        try add(entry, at: line)
    }

    /// The content of an object, or why it has none.
    private func entry(_ text: Data) -> Result<ObjectEntry, EntryFault> {
        do { return .success(try decoder.decode(ObjectEntry.self, from: text)) } catch {
            return .failure(EntryFault(error))
        }
    }

    private func readArray(from start: [UInt8]) throws(ImportFault) {
        let first = line
        var text = try input.rest(from: start)
        // The bracket may have had a line of its own.
        if text.first(where: { $0 > 0x20 }) != UInt8(ascii: "[") { text.insert(UInt8(ascii: "["), at: 0) }
        var elements = JSONElements(text, line: first)
        while let element = elements.next() {
            try add(entry(escapes.mended(element.text)), at: element.line)
        }
        if !elements.isClosed { throw .truncated(line: line) }
    }

    private func add(_ entry: Result<ObjectEntry, EntryFault>, at line: Int) throws(ImportFault) {
        switch entry {
        case .success(let entry): try add(entry, at: line)
        case .failure(.brokenJSON): rows.report.refuse(RefusedRow(line: line, reason: .brokenJSON))
        case .failure(.lacking(let name)): rows.report.refuse(RefusedRow(line: line, reason: .missingValue(name)))
        }
    }

    private func add(_ entry: ObjectEntry, at line: Int) throws(ImportFault) {
        if case .head(let head) = entry, head.version > ExportHead.current { throw .newer(version: head.version) }
        do throws(RefusedRow) {
            switch entry {
            case .head(let head):
                rows.madeAt = ISOTime.timestamp(head.made, in: .gmt)
                if isByLine { isCountDue = true }
                rows.know(own: Set(head.own.map { Address($0) }))
            case .contact(let contact): rows.append(try contact.contact(line: line))
            case .count(let count):
                rows.report.declaredCount = count
                isCountDue = false
            case .person(let numbers): rows.append(person: numbers.map { Address($0) })
            case .message(let message):
                let read = try message.draft(line: line, after: rows.lastDate, files: files)
                rows.append(read.draft, line: line)
                for remark in read.remarks { rows.report.remark(remark) }
            }
        } catch {
            rows.report.refuse(error)
        }
    }
}

/// Why an object is none of Atrium’s.
private enum EntryFault: Error {
    /// It is no object of JSON.
    case brokenJSON
    /// A value of this name is missing, or cannot be read.
    case lacking(String)

    init(_ error: any Error) {
        let key: (any CodingKey)? =
            switch error {
            case DecodingError.keyNotFound(let key, _): key
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                context.codingPath.last
            default: nil
            }
        self = key.map { .lacking($0.stringValue) } ?? .brokenJSON
    }
}

/// The content of a line.
private enum ObjectEntry: Decodable {
    case head(ExportHead)
    case contact(ContactObject)
    case person([String])
    case count(Int)
    case message(MessageObject)

    private enum Key: String, CodingKey {
        case atrium, contact, person, count
    }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        if keys.contains(.atrium) {
            self = .head(try ExportHead(from: decoder))
        } else if keys.contains(.contact) {
            self = .contact(try keys.decode(ContactObject.self, forKey: .contact))
        } else if keys.contains(.person) {
            self = .person(try keys.decode([String].self, forKey: .person))
        } else if keys.contains(.count) {
            self = .count(try keys.decode(Int.self, forKey: .count))
        } else {
            self = .message(try MessageObject(from: decoder))
        }
    }
}

extension MessageObject {
    /// The message that the object stands for, and the parts of it that could not be kept.
    ///
    /// - Parameters:
    ///   - before: The date of the message before it; `nil` for the first.
    ///   - files: The bytes of files beside, by their names.
    func draft(line: Int, after before: Timestamp? = nil, files: (String) -> [UInt8]? = { _ in nil }) throws(RefusedRow)
        -> (
            draft: MessageDraft, remarks: [RowRemark]
        )
    {
        func named<Value: CaseIterable>(_ name: String) throws(RefusedRow) -> Value {
            guard let value = Value.allCases.first(where: { "\($0)" == name }) else {
                throw RefusedRow(line: line, reason: .unknownType(name))
            }
            return value
        }
        let address = Address(address)
        let sent = sent.flatMap(Self.moment)
        let date = RowDate(Self.moment(date), sent: sent, before: before)
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: written ?? self.address,
            content: text, date: date.timestamp, direction: try named(direction),
            status: try named(status), isRead: read, kind: try named(kind), importedName: name,
            sender: sender.map { Address($0) })
        draft.subject = subject
        if let call { draft.call = Call(try named(call.outcome), seconds: call.seconds) }
        for participant in participants ?? [] {
            draft.participants.append(Participant(try named(participant.role), participant.address))
        }
        draft.details.sent = sent
        draft.details.delivered = delivered.flatMap(Self.moment)
        draft.details.sim = sim
        draft.details.centre = centre
        draft.details.networkID = networkID
        draft.details.isLocked = locked ?? false
        draft.details.isUndated = date.isUndated || undated ?? false
        draft.failure = failure
        var remarks = [date.remark].compactMap { $0 }.map { RowRemark(line: line, reason: $0) }
        remarks += lacking.map { RowRemark(line: line, reason: .missingValue($0)) }
        if address.isEmpty { remarks.append(RowRemark(line: line, reason: .missingAddress)) }
        if let call, !Call.lengths.contains(call.seconds) {
            remarks.append(RowRemark(line: line, reason: .badValue("seconds", String(call.seconds))))
        }
        for text in [self.sent, delivered].compactMap({ $0 }) where Self.moment(text) == nil {
            remarks.append(RowRemark(line: line, reason: .badDate(text)))
        }
        for part in parts ?? [] {
            let (kept, bytes, isDamaged) = part.part(files)
            draft.parts.append(kept)
            if let digest = kept.digest, let bytes { draft.data[digest] = bytes }
            if isDamaged { remarks.append(RowRemark(line: line, reason: .damagedPart(part.type))) }
        }
        return (draft, remarks)
    }

    /// A moment as the object says it; `nil` for none that can be.
    private static func moment(_ text: String) -> Timestamp? {
        ISOTime.timestamp(text, in: .gmt).flatMap(MessageTime.possible)
    }
}

extension PartObject {
    /// The part, its bytes, and whether these are others than the object says.
    fileprivate func part(_ files: (String) -> [UInt8]?) -> (MessagePart, bytes: [UInt8]?, isDamaged: Bool) {
        let bytes = data.map { [UInt8]($0) } ?? exhibit.flatMap(files)
        let digest = bytes.map { Digest(bytes: SHA256.hash($0)) }
        let part = MessagePart(
            name: name, contentType: type, size: bytes?.count ?? max(0, size), digest: digest, text: text)
        // How parts are laid out is no exhibit.
        return (part, bytes, sha256 != digest?.description && !(part.isLayout && bytes == nil))
    }

    /// The file in a signed folder that has the bytes; `nil` if there are none.
    private var exhibit: String? {
        sha256.flatMap { Digest(text: $0) }.map {
            PageName.of(MessagePart(name: name, contentType: type), $0, in: MessageObject.exhibits)
        }
    }
}

extension ContactObject {
    /// The contact that the object stands for.
    func contact(line: Int) throws(RefusedRow) -> Contact {
        let address = Address(address)
        guard !address.isEmpty else { throw RefusedRow(line: line, reason: .missingAddress) }
        guard name.contains(where: { !$0.isWhitespace }) else { throw RefusedRow(line: line, reason: .missingName) }
        return Contact(
            address: address, name: name, kind: kind == "\(ContactKind.corporate)" ? .corporate : .local,
            workNumber: work)
    }
}
