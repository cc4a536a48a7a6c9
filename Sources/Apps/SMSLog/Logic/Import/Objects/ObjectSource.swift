// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SMSLogDomain
import Session

/// A file of Atrium’s own JSON: an object a line, of an array or by itself.
///
/// An array that another program has written anew may go over any number of lines.
final class ObjectSource: ImportSource {
    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let files: (String) -> [UInt8]?
    private let decoder = JSONDecoder()
    /// Whether an object was read that stands on its line.
    private var isByLine = false
    private var escapes = JSONEscapes()
    private var isArray = false
    /// Whether the file must still say how many messages it has, or close its array: if not, it was cut.
    private var isEndDue = false

    /// - Parameter files: The bytes of files beside, by their names, where the exhibits of a signed folder are.
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
        if isEndDue { throw ImportFault.truncated(line: line) }
        return false
    }

    private func read(_ text: [UInt8]) throws(ImportFault) {
        var object = text[...]
        while let last = object.last, last <= 0x20 || last == UInt8(ascii: ",") { object.removeLast() }
        object = object.drop { $0 <= 0x20 }
        guard !object.isEmpty else { return }
        if object.elementsEqual("[".utf8) || object.elementsEqual("]".utf8) {
            isArray = object.first == UInt8(ascii: "[")
            isEndDue = isArray
            return
        }
        var mending = escapes
        if let entry = try? decoder.decode(ObjectEntry.self, from: mending.mended(object)) {
            isByLine = true
            escapes = mending
            try add(entry)
        } else if isByLine {
            rows.report.refuse(RefusedRow(line: line, reason: .brokenJSON))
        } else {
            isEndDue = false
            try readArray(from: text)
        }
    }

    private func readArray(from start: [UInt8]) throws(ImportFault) {
        let first = line
        var text = try input.rest(from: start)
        // The bracket may have had a line of its own.
        if text.first(where: { $0 > 0x20 }) != UInt8(ascii: "[") { text.insert(UInt8(ascii: "["), at: 0) }
        guard let entries = try? decoder.decode([ObjectEntry].self, from: escapes.mended(text)) else {
            rows.report.refuse(RefusedRow(line: first, reason: .brokenJSON))
            return
        }
        for entry in entries { try add(entry) }
    }

    private func add(_ entry: ObjectEntry) throws(ImportFault) {
        if case .head(let head) = entry, head.version > ExportHead.current { throw .newer(version: head.version) }
        do throws(RefusedRow) {
            switch entry {
            case .head(let head):
                rows.madeAt = ISOTime.timestamp(head.made, in: .gmt)
                if isByLine, head.version >= ExportHead.counted { isEndDue = true }
                rows.know(own: Set(head.own.map { Address($0) }))
            case .contact(let contact): rows.append(try contact.contact(line: line))
            case .count(let count):
                rows.report.declaredCount = count
                isEndDue = isArray
            case .person(let numbers): rows.append(person: numbers.map { Address($0) })
            case .message(let message):
                let read = try message.draft(line: line, after: rows.lastDate, files: files)
                rows.append(read.draft)
                for remark in read.remarks { rows.report.remark(remark) }
            }
        } catch {
            rows.report.refuse(error)
        }
    }
}

/// What stands on a line.
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
